import { describe, expect, test } from 'vitest';
import { memoryMs } from './ruleState.ts';
import {
  atMinutes,
  exampleResponsible,
  exampleRule,
  firingsOf,
  minuteMs,
  noonMs,
  tickAt,
} from '../../../tests/support/ruleExamples.ts';

const positionsOf = (...args: Parameters<typeof firingsOf>) => firingsOf(...args).map(({ position }) => position);
const threeInTenMinutes = { times: 3, within_seconds: 600, per: 'lift' } as const;
const of = (per: 'community' | 'property') => exampleRule({ when: { repeat: { ...threeInTenMinutes, per } } });

const cut = (powerCut: { readonly dark?: number[]; readonly back?: number[] | 'all' }) =>
  ({
    source: 'exception',
    value: 'incident',
    phase: 'noted',
    powerCut: { incidentId: 7, dark: [], back: [], ...powerCut },
  }) as const;

const fires = (wish: Parameters<typeof exampleRule>[0]) => firingsOf(exampleRule(wish), atMinutes([0])).length > 0;

const said = (...args: Parameters<typeof firingsOf>) =>
  firingsOf(...args).map(({ kind, position, atMs }) => [kind, position, (atMs - noonMs) / minuteMs]);

const cleared = { phase: 'cleared' } as const;

test('a rule fires for what it listens to, and says what it was about', () => {
  const [firing, ...others] = firingsOf(
    exampleRule(),
    atMinutes([0, { value: 'overLoad' }], [1, { alarmId: 9 }], [2, cleared]),
  );
  expect(others).toEqual([]);
  expect(firing).toMatchObject({
    kind: 'fired',
    position: 2,
    positions: [2],
    atMs: noonMs + minuteMs,
    elevatorId: 1,
    alarmId: 9,
    reason: '长时间开门',
  });
});

describe('the third long open door within ten minutes', () => {
  const rule = exampleRule({ when: { repeat: threeInTenMinutes } });

  test('fires with all three, and says so', () => {
    const firings = firingsOf(rule, atMinutes([0], [4], [10]));
    expect(firings).toMatchObject([{ position: 3, positions: [1, 2, 3], reason: '10 分钟内同一电梯 3 次长时间开门' }]);
  });

  test('does not fire where the first is longer ago', () => {
    expect(firingsOf(rule, atMinutes([0], [4], [11]))).toEqual([]);
  });

  test('does not count what another lift did', () => {
    expect(firingsOf(rule, atMinutes([0], [1, { elevatorId: 2 }], [2]))).toEqual([]);
  });

  test('uses up what it counted: the next firing needs three more', () => {
    expect(positionsOf(rule, atMinutes([0], [1], [2], [3], [4], [5], [6]))).toEqual([3, 6]);
  });

  test('counts the reports that one event stands for', () => {
    const repeated = exampleRule({
      listens: [{ source: 'alarm', value: 'longTimeOpen', phase: 'repeated' }],
      when: { repeat: threeInTenMinutes },
    });
    expect(positionsOf(repeated, atMinutes([0, { phase: 'repeated', times: 2 }], [1, { phase: 'repeated' }]))).toEqual([
      2,
    ]);
  });

  test('counts lifts of a community together, and lifts without a property apart', () => {
    const events = atMinutes([0], [1, { elevatorId: 2 }], [2, { elevatorId: 3 }]);
    expect(positionsOf(of('community'), events)).toEqual([3]);
    const nobodys = { responsible: { ...exampleResponsible, propertyId: null } };
    expect(
      firingsOf(
        of('property'),
        atMinutes([0, nobodys], [1, { elevatorId: 2, ...nobodys }], [2, { elevatorId: 3, ...nobodys }]),
      ),
    ).toEqual([]);
  });
});

describe('a door that must stay open for five minutes', () => {
  const rule = exampleRule({ when: { held_seconds: 300 } });

  test('fires when the five minutes are over, named by the event that began them', () => {
    expect(firingsOf(rule, [...atMinutes([0]), tickAt(4), tickAt(6)])).toMatchObject([
      { position: 1, atMs: noonMs + 5 * minuteMs, reason: '长时间开门持续 5 分钟' },
    ]);
  });

  test('does not fire where it closed before, or a person has closed the alarm', () => {
    expect(firingsOf(rule, [...atMinutes([0], [4, cleared]), tickAt(20)])).toEqual([]);
    expect(firingsOf(rule, [...atMinutes([0], [4, { phase: 'ended' }]), tickAt(20)])).toEqual([]);
  });

  test('closing at exactly five minutes is too late', () => {
    expect(positionsOf(rule, atMinutes([0], [5, cleared]))).toEqual([1]);
  });

  test('a clearing of another lift or kind ends nothing', () => {
    const events = atMinutes([0], [1, { ...cleared, elevatorId: 2 }], [2, { ...cleared, value: 'overLoad' }]);
    expect(positionsOf(rule, [...events, tickAt(9)])).toEqual([1]);
  });

  test('three times in an hour: counted when the five minutes are over', () => {
    const counted = exampleRule({
      when: { held_seconds: 300, repeat: { times: 2, within_seconds: 3_600, per: 'lift' } },
    });
    expect(firingsOf(counted, [...atMinutes([0], [6, cleared], [10]), tickAt(20)])).toMatchObject([
      { position: 3, positions: [1, 3], reason: '1 小时内同一电梯 2 次长时间开门持续 5 分钟' },
    ]);
  });
});

describe('after a firing, the next half hour is gathered', () => {
  const rule = exampleRule({ cooldown: { seconds: 1_800, per: 'lift' } });

  test('and the next firing says how many', () => {
    const firings = firingsOf(rule, atMinutes([0], [5], [10], [30], [31]));
    expect(firings).toMatchObject([
      { position: 1, gathered: 0 },
      { position: 4, gathered: 2, reason: '长时间开门，此前冷却期内另有 2 次未单独触发' },
    ]);
  });

  test('another lift has its own, unless the community shares it', () => {
    const events = atMinutes([0], [5, { elevatorId: 2 }]);
    expect(positionsOf(rule, events)).toEqual([1, 2]);
    expect(positionsOf(exampleRule({ cooldown: { seconds: 1_800, per: 'community' } }), events)).toEqual([1]);
  });
});

describe('nothing keeps an alarm of priority 1 from firing', () => {
  const trapped = { value: 'trapped', level: 1, suppressedBy: 'incident' } as const;
  const rule = exampleRule({
    listens: [
      { source: 'alarm', value: 'trapped', phase: 'raised' },
      { source: 'alarm', value: 'longTimeOpen', phase: 'raised' },
      { source: 'alarm', value: 'moto', phase: 'worsened' },
    ],
    when: { held_seconds: 300, repeat: threeInTenMinutes },
    unless: { maintenance: true, power_cut: true, offline: true, open_kinds: ['moto'] },
    cooldown: { seconds: 3_600, per: 'community' },
  });

  test('not a wait, a count, a cooldown or an exception', () => {
    const events = atMinutes(
      [0, { value: 'moto', alarmId: 5 }],
      [0, trapped],
      [1, trapped],
      [2, { value: 'moto', phase: 'worsened', level: 1 }],
    );
    expect(firingsOf(rule, events)).toMatchObject([
      { position: 2, atMs: noonMs, reason: '困人（紧急，立即触发）', priority: 1 },
      { position: 3 },
      { position: 4 },
    ]);
  });

  test('while the conditions of the rule hold for it as for any other', () => {
    expect(
      firingsOf(exampleRule({ ...rule.body, when: { ...rule.body.when, levels: [2] } }), atMinutes([0, trapped])),
    ).toEqual([]);
  });
});

describe('what does not count', () => {
  test('an alarm of a lift in maintenance', () => {
    const rule = exampleRule({ unless: { maintenance: true } });
    expect(
      positionsOf(rule, atMinutes([0, { suppressedBy: 'maintenance' }], [1, { suppressedBy: 'incident' }])),
    ).toEqual([2]);
  });

  test('a lift of an open power cut, until its power is back or the power cut is over', () => {
    const rule = exampleRule({ unless: { power_cut: true } });
    const events = atMinutes(
      [0, cut({ dark: [1, 2] })],
      [1],
      [2, cut({ back: [1] })],
      [3],
      [4, { elevatorId: 2 }],
      [5, cut({ back: 'all' })],
      [6, { elevatorId: 2 }],
    );
    expect(positionsOf(rule, events)).toEqual([4, 7]);
  });

  test('a lift whose collector is away', () => {
    const rule = exampleRule({ unless: { offline: true } });
    const device = { source: 'device', condition: 'device:COL-1:offline' } as const;
    const events = atMinutes(
      [0, { ...device, value: 'offline', collector: 'away' }],
      [1],
      [2, { ...device, value: 'online', collector: 'back' }],
      [3],
    );
    expect(positionsOf(rule, events)).toEqual([4]);
  });

  test('while an alarm of another kind stands on the same lift', () => {
    const rule = exampleRule({ unless: { open_kinds: ['overLoad', 'longTimeOpen'] } });
    const overLoad = { value: 'overLoad', alarmId: 5 } as const;
    const events = atMinutes(
      [0, overLoad],
      [1, { alarmId: 6 }],
      [2, { ...overLoad, phase: 'cleared' }],
      [3, { alarmId: 6 }],
    );
    expect(positionsOf(rule, events)).toEqual([4]);
  });

  test('what stands for more than a day without a word is forgotten', () => {
    const rule = exampleRule({ unless: { open_kinds: ['overLoad'] } });
    const events = atMinutes(
      [0, { value: 'overLoad', alarmId: 5 }],
      [memoryMs / minuteMs, { elevatorId: 1 }],
      [memoryMs / minuteMs + 1],
    );
    expect(positionsOf(rule, events)).toEqual([3]);
  });
});

describe('at night, from 22:00 on Fridays to 06:00', () => {
  const rule = exampleRule({ when: { schedule: [{ days: [5], from: '22:00', to: '06:00' }] } });
  const firesAt = (at: string, received = at) =>
    firingsOf(rule, atMinutes([0, { atMs: Date.parse(`${at}+08:00`), receivedAtMs: Date.parse(`${received}+08:00`) }]))
      .length > 0;

  test('a window that passes midnight belongs to the day on which it begins', () => {
    expect(firesAt('2026-11-20T21:59:59')).toBe(false);
    expect(firesAt('2026-11-20T22:00:00')).toBe(true);
    expect(firesAt('2026-11-21T05:59:59')).toBe(true);
    expect(firesAt('2026-11-21T06:00:00')).toBe(false);
    expect(firesAt('2026-11-20T05:00:00')).toBe(false);
  });

  test("the device's clock counts, unless it is off by two minutes", () => {
    expect(firesAt('2026-11-21T05:59:30', '2026-11-21T06:00:30')).toBe(true);
    expect(firesAt('2026-11-21T05:50:00', '2026-11-21T06:00:30')).toBe(false);
  });

  test('Sunday night reaches into Monday, and the same time twice is the whole day', () => {
    const sunday = exampleRule({ when: { schedule: [{ days: [7], from: '20:00', to: '08:00' }] } });
    expect(firingsOf(sunday, atMinutes([0, { atMs: Date.parse('2026-11-23T07:00:00+08:00') }]))).toHaveLength(1);
    const saturdays = exampleRule({ when: { schedule: [{ days: [6], from: '00:00', to: '00:00' }] } });
    expect(firingsOf(saturdays, atMinutes([0], [12 * 60]))).toHaveLength(1);
  });
});

describe('limited to some lifts', () => {
  const { communityId, maintenanceId } = exampleResponsible;

  test('the organisations are alternatives, within that of the rule', () => {
    const here = `2-${communityId}`;
    expect(fires({ when: { organizations: ['2-999', here] } })).toBe(true);
    expect(fires({ when: { organizations: ['2-999'] } })).toBe(false);
    expect(fires({ organization: '1-1' })).toBe(true);
    expect(fires({ organization: '2-999', when: { organizations: [here] } })).toBe(false);
    expect(fires({ organization: `5-${maintenanceId}` })).toBe(true);
  });

  test('a lift without an installation date has no age', () => {
    const rule = exampleRule({ when: { age_least_years: 15 } });
    const installedAtMs = Date.parse('2011-11-21T00:00:00+08:00');
    expect(
      positionsOf(rule, atMinutes([0], [1, { installedAtMs }], [2, { installedAtMs: installedAtMs + 86_400_000 }])),
    ).toEqual([2]);
  });

  test('by the kind of site', () => {
    const rule = exampleRule({ when: { site_types: ['hospital'] } });
    expect(positionsOf(rule, atMinutes([0, { siteType: 'residential' }], [1, { siteType: 'hospital' }]))).toEqual([2]);
  });
});

describe('those who were notified learn that it is over', () => {
  const rule = exampleRule({ recovery: { after_seconds: 120 } });

  test('two minutes after the door closed', () => {
    expect(said(rule, [...atMinutes([0], [5, cleared]), tickAt(6), tickAt(8)])).toEqual([
      ['fired', 1, 0],
      ['recovered', 2, 7],
    ]);
  });

  test('unless it opens again before', () => {
    expect(said(rule, [...atMinutes([0], [5, cleared], [6]), tickAt(20)])).toEqual([
      ['fired', 1, 0],
      ['fired', 3, 6],
    ]);
  });

  test('once everything is over that the firing was about', () => {
    const inCommunity = exampleRule({
      when: { repeat: { times: 2, within_seconds: 600, per: 'community' } },
      recovery: { after_seconds: 0 },
    });
    expect(
      said(inCommunity, [
        ...atMinutes([0], [1, { elevatorId: 2 }], [2, cleared], [9, { ...cleared, elevatorId: 2 }]),
        tickAt(10),
      ]),
    ).toEqual([
      ['fired', 2, 1],
      ['recovered', 4, 9],
    ]);
  });

  test('what has stood without a word for more than a day is not waited for', () => {
    const inCommunity = exampleRule({
      when: { repeat: { times: 2, within_seconds: 600, per: 'community' } },
      recovery: { after_seconds: 0 },
    });
    const day = 24 * 60;
    const lift3 = { elevatorId: 3 };
    expect(
      said(inCommunity, [
        ...atMinutes(
          [0, { elevatorId: 2 }],
          [1],
          [day - 1, lift3],
          [day, lift3],
          [day + 3, cleared],
          [day + 4, { ...cleared, ...lift3 }],
        ),
        tickAt(day + 10),
      ]),
    ).toEqual([
      ['fired', 2, 1],
      ['fired', 4, day],
      ['recovered', 6, day + 4],
    ]);
  });
});

describe('devices and codes', () => {
  const device = { source: 'device', condition: 'device:COL-1:offline' } as const;

  test('a device is back only if it was away: a change of its load is none', () => {
    const rule = exampleRule({ listens: [{ source: 'device', value: 'online', phase: 'raised' }] });
    const events = atMinutes(
      [0, { ...device, value: 'online' }],
      [1, { ...device, value: 'offline' }],
      [2, { ...device, value: 'online' }],
      [3, { ...device, value: 'online' }],
    );
    expect(positionsOf(rule, events)).toEqual([3]);
  });

  test('a device that stays away for ten minutes', () => {
    const rule = exampleRule({
      listens: [{ source: 'device', value: 'offline', phase: 'raised' }],
      when: { held_seconds: 600 },
    });
    const back = { ...device, value: 'online', topic: 'device:online:raised' };
    expect(firingsOf(rule, [...atMinutes([0, { ...device, value: 'offline' }], [9, back]), tickAt(30)])).toEqual([]);
    expect(firingsOf(rule, [...atMinutes([0, { ...device, value: 'offline' }]), tickAt(30)])).toMatchObject([
      { reason: '离线持续 10 分钟' },
    ]);
  });

  test('a code in words', () => {
    const rule = exampleRule({ listens: [{ source: 'code', value: '01', phase: 'raised' }] });
    expect(firingsOf(rule, atMinutes([0, { source: 'code', value: '01', level: 2 }]))).toMatchObject([
      { reason: '01 安全回路断路', priority: 2 },
    ]);
  });
});
