import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ruleActionSchema } from '../../src/contract/rules/alarmRule.ts';
import type { DeviceEventMessage } from '../../src/contract/device.ts';
import type * as z from 'zod';
import { deviceActor } from '../domain/actors.ts';
import { createRuleDesk } from '../domain/rules/ruleDesk.ts';
import { activateRule } from '../../tests/support/activateRule.ts';
import { runAlarmRules } from './runAlarmRules.ts';
import { openDomain, type TestDomain } from '../../tests/support/openDomain.ts';
import { principalOf, smallCity } from '../../tests/support/smallCity.ts';

const { users, lift } = smallCity;
// Stores are opened and closed: on a slow machine that takes its time.
vi.setConfig({ testTimeout: 60_000 });

let city: TestDomain;
let said = 0;
beforeEach(async () => {
  city = await openDomain();
});
afterEach(() => city.dispose());

const doorOpen = { source: 'alarm', value: 'longTimeOpen', phase: 'raised' } as const;
const doorAgain = { ...doorOpen, phase: 'repeated' } as const;
const tellAnswerers: z.input<typeof ruleActionSchema> = { no: 7, to: [{ kind: 'answerers' }] };

const activate = (rule: Partial<Parameters<typeof activateRule>[1]>): Promise<number> =>
  activateRule(city, { name: '开门', listens: [doorOpen], actions: [tellAnswerers], ...rule });

const alarm = (kind: DeviceEventMessage['kind'], over: { cleared?: true } = {}) => {
  const device = city.domain.directory.device(lift.deviceKey);
  if (device === undefined) throw new Error('no collector');
  return city.domain.devices.recordEvent(device, { id: `r-${(said += 1)}`, at: city.clock.nowMs(), kind, ...over });
};

const firingsOf = (ruleId: number) =>
  city.store.rows
    .selectFrom('rule_firings')
    .select(['kind', 'reason', 'elevator_id'])
    .where('rule_id', '=', ruleId)
    .orderBy('position')
    .execute();
const noticesOf = async (title: string) =>
  (await city.store.rows.selectFrom('notices').select(['user_id', 'title']).orderBy('id').execute()).filter((notice) =>
    notice.title.includes(title),
  );
const until = <Found>(find: () => Promise<Found>) => expect.poll(find, { timeout: 20_000 });
/** As the server's timers pass; the work between them is done by real promises. */
const pass = (ms: number) => city.clock.advance(ms);

test('a rule takes effect from its activation on, and notifies each recipient once', async () => {
  await alarm('longTimeOpen');
  const id = await activate({ listens: [{ source: 'alarm', value: 'camCovered', phase: 'raised' }, doorOpen] });
  await alarm('camCovered');

  await until(() => firingsOf(id)).toEqual([{ kind: 'fired', reason: '摄像头遮挡', elevator_id: lift.id }]);
  await until(async () => (await noticesOf('开门：')).map(({ user_id }) => user_id)).toEqual([
    users.super,
    users.dispatcher1,
    users.dispatcher2,
  ]);
});

test('what it counted before a restart counts after it, and nothing is done twice', async () => {
  const id = await activate({
    listens: [
      doorOpen,
      { source: 'alarm', value: 'openCloseLoop', phase: 'raised' },
      { source: 'alarm', value: 'camCovered', phase: 'raised' },
    ],
    when: { repeat: { times: 3, within_seconds: 600, per: 'lift' } },
    actions: [{ no: 6, type: 4, kind: 'other' }],
  });
  await alarm('longTimeOpen');
  await alarm('openCloseLoop');
  await city.restart();
  expect(await firingsOf(id)).toEqual([]);
  await alarm('camCovered');

  await until(() => firingsOf(id)).toMatchObject([{ reason: expect.stringContaining('3 次') }]);
  const incidents = () =>
    city.store.rows
      .selectFrom('exceptions')
      .select(['incident_kind', 'repeat_num'])
      .where('elevator_id', '=', lift.id)
      .execute();
  await until(incidents).toMatchObject([{ incident_kind: 'other' }]);
  await city.restart();
  await alarm('warn_shake');
  await until(incidents).toHaveLength(1);
  expect(await firingsOf(id)).toHaveLength(1);
});

test('a condition that lasts fires when its time is over without another event, and its end is told to the same people', async () => {
  const id = await activate({ when: { held_seconds: 60 }, recovery: { after_seconds: 0 } });
  await alarm('longTimeOpen');
  await until(async () => {
    await pass(5_000);
    return firingsOf(id);
  }).toMatchObject([{ kind: 'fired' }]);
  await alarm('longTimeOpen', { cleared: true });
  await until(async () => {
    await pass(5_000);
    return (await firingsOf(id)).map(({ kind }) => kind);
  }).toEqual(['fired', 'recovered']);
  await until(async () => (await noticesOf('已恢复')).length).toBe(3);
});

test('a rule knows what stood before it was activated, also after a restart', async () => {
  const listens = (['longTimeOpen', 'camCovered', 'SOS', 'trapped'] as const).map((value) => ({ ...doorOpen, value }));
  await alarm('openCloseLoop');
  const id = await activate({ listens, unless: { open_kinds: ['openCloseLoop'] } });
  await alarm('longTimeOpen');
  // Nothing keeps a call for help from firing: by then the rule has seen the other one.
  await alarm('SOS');
  await until(() => firingsOf(id)).toHaveLength(1);
  await city.restart();
  await alarm('camCovered');
  await alarm('trapped');
  await until(() => firingsOf(id)).toHaveLength(2);
  expect((await firingsOf(id)).map(({ reason }) => reason)).toEqual([
    expect.stringContaining('按钮求救'),
    expect.stringContaining('困人'),
  ]);
});

test('a condition that was held when the server went away for a week fires when it is back', async () => {
  const id = await activate({ when: { held_seconds: 3_600 } });
  await alarm('longTimeOpen');
  await city.restart(() => pass(7 * 86_400_000));
  await until(async () => {
    await pass(5_000);
    return firingsOf(id);
  }).toMatchObject([{ kind: 'fired' }]);
});

test('what falls due while the store refuses writes happens after a restart in between', async () => {
  const id = await activate({ when: { held_seconds: 60 } });
  await city.stopExceptionRules();
  const { store, clock, domain } = city;
  const refusing = new Proxy(store, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (name === 'append') return () => Promise.reject(new Error('the disk is full'));
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
  const errors: unknown[] = [];
  const live = runAlarmRules({
    store: refusing,
    clock,
    directory: domain.directory,
    onError: (error) => errors.push(error),
  });
  await alarm('longTimeOpen');
  await until(async () => {
    await pass(5_000);
    return errors.length;
  }).toBeGreaterThan(0);
  // Received after the rule was due: the log says nothing of a firing before it.
  await alarm('warn_shake');
  await until(async () => {
    await pass(5_000);
    return errors.length;
  }).toBeGreaterThan(2);
  await live.close();
  await city.restart();
  await until(async () => {
    await pass(5_000);
    return firingsOf(id);
  }).toMatchObject([{ kind: 'fired' }]);
});

describe('an action that waits', () => {
  test('is carried out when its time has come, also after a restart', async () => {
    await activate({
      actions: [{ no: 7, to: [{ kind: 'answerers' }], delay_seconds: 120, only_if: 'unacknowledged' }],
    });
    await alarm('longTimeOpen');
    const waiting = () => city.store.rows.selectFrom('rule_actions_due').select('due_at_ms').execute();
    await until(waiting).toHaveLength(1);
    await city.restart();
    expect(await noticesOf('开门：')).toEqual([]);
    await until(async () => {
      await pass(10_000);
      return (await noticesOf('开门：')).length;
    }).toBe(3);
    await until(waiting).toEqual([]);
  });

  test('is not, once somebody has confirmed the alarm', async () => {
    await activate({ actions: [{ no: 7, to: [{ kind: 'answerers' }], delay_seconds: 60, only_if: 'unacknowledged' }] });
    await alarm('longTimeOpen');
    const waiting = () => city.store.rows.selectFrom('rule_actions_due').select('due_at_ms').execute();
    await until(waiting).toHaveLength(1);
    const { id } = await city.store.rows.selectFrom('alarms').select('id').executeTakeFirstOrThrow();
    await city.domain.alarms.handle(await principalOf(city.store, users.dispatcher1), id, {
      event: 'alarm.acknowledged',
      data: {},
    });
    await until(async () => {
      await pass(10_000);
      return waiting();
    }).toEqual([]);
    expect(await noticesOf('开门：')).toEqual([]);
  });
});

test('a rule that fires too often is cut off and said; another one goes on', async () => {
  await city.dispose();
  const mostPerMinute = 20;
  city = await openDomain({ mostPerMinute });
  const loop = { source: 'code', value: '43', phase: 'raised' } as const;
  const id = await activate({
    name: '太频繁',
    listens: [loop],
    actions: [{ no: 7, to: [{ kind: 'role', role_type: 2 }], ring: false }],
  });
  const other = await activate({ listens: [doorAgain, doorOpen] });
  const device = city.domain.directory.device(lift.deviceKey);
  if (device === undefined) throw new Error('no collector');
  await city.domain.devices.recordReported(device, 1);
  const codes = Array.from({ length: mostPerMinute + 5 }, () => ({
    type: 'device.codeRaised',
    atMs: city.clock.nowMs(),
    data: { elevatorId: lift.id, code: '43', vendorCode: '43', late: false },
  }));
  await city.store.append({
    stream: `device-${lift.deviceKey}`,
    expectedVersion: 'any',
    actor: deviceActor(lift.deviceKey),
    events: codes,
  });
  const state = () =>
    city.store.rows.selectFrom('alarm_rules').select(['state', 'cut_off']).where('id', '=', id).executeTakeFirst();
  await until(state).toMatchObject({ state: 'paused', cut_off: expect.stringContaining('一分钟内触发') });
  await until(async () => (await noticesOf('已自动暂停')).map(({ user_id }) => user_id)).toEqual([users.super]);
  await alarm('longTimeOpen');
  await until(() => firingsOf(other)).toHaveLength(1);
  expect(await firingsOf(id)).toHaveLength(mostPerMinute);
});

test('an administrator who retires a shipped rule switches off what it did', async () => {
  const by = await principalOf(city.store, users.super);
  const { id } = await city.store.rows
    .selectFrom('alarm_rules')
    .select('id')
    .where('shipped_key', '=', 'scooter')
    .executeTakeFirstOrThrow();
  const desk = createRuleDesk({
    store: city.store,
    clock: city.clock,
    directory: city.domain.directory,
    findings: async () => [],
  });
  await desk.setState(by, { id, version: 1, state: 'retired', reason: '本站不登记' });
  const probe = await activate({ listens: [{ source: 'alarm', value: 'moto', phase: 'raised' }] });
  await alarm('moto');
  await until(() => firingsOf(probe)).toHaveLength(1);
  await until(async () => (await noticesOf('开门：')).length).toBe(3);
  expect(await city.store.rows.selectFrom('exceptions').select('id').execute()).toEqual([]);
  await city.restart();
  expect(await city.store.rows.selectFrom('alarm_rules').select('state').where('id', '=', id).execute()).toEqual([
    { state: 'retired' },
  ]);
});
