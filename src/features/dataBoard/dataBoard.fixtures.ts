import { of, type Observable } from 'rxjs';
import { fixtureNowMs, fixtureTime, rescueRowFixture } from '../../contract/fixtures/rescueFixtures.ts';
import { createFleet, relook, type LiftFleet } from '../../streams/fleet/liftFleet.ts';
import type { TickerAlarm } from '../../streams/lists/groupAlarms.ts';
import { tickerAt, type Ticker } from '../../streams/lists/alarmTicker.ts';
import type { MapFrame } from '../../ui/map/FedFleetMap.tsx';
import { toBoardCalls, type BoardCall } from './boardCalls.ts';
import { countLifts } from './boardFleet.ts';
import type { BoardTotals } from './BoardFigures.tsx';
import type { EventStats } from './BoardIndicators.tsx';

const golden = 2_654_435_761;
const share = (index: number, salt: number): number => (Math.imul(index + salt, golden) >>> 0) / 4_294_967_296;

const cluster = (id: number): number => Math.floor(id / 40);

/** This number of lifts in clusters: most at rest, a tenth moving, one in a hundred silent. */
export function boardFleet(count: number): LiftFleet {
  const ids = Array.from({ length: count }, (_, index) => index + 1);
  const fleet = createFleet({
    id: ids,
    tag: ids.map((id) => `CH-${id}`),
    lng: ids.map((id) => 119.9 + share(cluster(id), 3) * 0.5 + share(id, 5) * 0.008),
    lat: ids.map((id) => 29.9 + share(cluster(id), 9) * 0.4 + share(id, 7) * 0.006),
    floor_min: ids.map(() => -1),
    floor_max: ids.map(() => 18),
    community_id: ids.map(cluster),
    area_id: ids.map((id) => cluster(id) % 5),
  });
  for (let index = 0; index < count; index += 1) {
    const chance = share(index, 11);
    fleet.statuses[index] = chance > 0.99 ? 2 : chance > 0.985 ? 0 : 1;
    fleet.carStatuses[index] = chance < 0.1 ? 1 : 0;
    relook(fleet, index);
  }
  return fleet;
}

export const boardFrames = (fleet: LiftFleet): Observable<MapFrame> =>
  of({ positions: fleet.positions, states: fleet.looks, changed: null });

const second = 1_000;
export const boardCalls: readonly BoardCall[] = toBoardCalls([
  rescueRowFixture({ id: 35, stage: 'pending', agoMs: 161 * second, row: { elevator_id: 35 } }),
  rescueRowFixture({
    id: 28,
    stage: 'dispatched',
    agoMs: 2_011 * second,
    row: {
      elevator_id: 28,
      community_name: '滨江国际商务中心',
      addr: 'A 座 5 号梯（观光）',
      breach: 'arrive',
      overdue: true,
    },
  }),
  rescueRowFixture({
    id: 33,
    stage: 'arrived',
    agoMs: 905 * second,
    row: { elevator_id: 33, community_name: '文晖大厦' },
  }),
]);

const longCommunity = '云川市东湖区临湖街道滨江国际商务中心及配套住宅小区（南区二期）';
/** Eighteen calls that wait for an answer, some of them for hours, and two that someone has, under the longest names. */
export const manyBoardCalls: readonly BoardCall[] = toBoardCalls([
  ...Array.from({ length: 18 }, (_, index) =>
    rescueRowFixture({
      id: index + 1,
      stage: 'pending',
      agoMs: (index === 0 ? 3 * 3_600 + 754 : (18 - index) * 300) * second,
      row: {
        elevator_id: index + 1,
        community_name: index % 3 === 0 ? longCommunity : '锦绣家园',
        addr:
          index % 3 === 0 ? 'A 座裙楼商业部分与写字楼连廊东侧 2 单元 5 号观光客梯' : `${index + 1} 幢 1 单元 2 号梯`,
        breach: index < 17 ? 'respond' : null,
      },
    }),
  ),
  ...[40, 41].map((id) =>
    rescueRowFixture({ id, stage: 'dispatched', agoMs: 2_011 * second, row: { elevator_id: id } }),
  ),
]);

/** The claim of the first call lapsed: it was answered in time, and waits once more. */
export const boardCallsAfterLapse: readonly BoardCall[] = toBoardCalls([
  rescueRowFixture({
    id: 35,
    stage: 'pending',
    agoMs: 566 * second,
    row: {
      elevator_id: 35,
      answered_at: fixtureTime(554 * second),
      waiting_since: fixtureTime(26 * second),
      lapsed_claim: { id: 61, name: '张伟', cause: 'noProgress' },
    },
  }),
]);

/** The same, hours later: the three clocks have an hour's figures. */
export const boardCallsLapsedLongAgo: readonly BoardCall[] = toBoardCalls([
  rescueRowFixture({
    id: 35,
    stage: 'pending',
    agoMs: 40_000 * second,
    row: {
      elevator_id: 35,
      answered_at: fixtureTime(39_900 * second),
      waiting_since: fixtureTime(39_600 * second),
      lapsed_claim: { id: 61, name: '张伟', cause: 'noProgress' },
    },
  }),
]);

const kinds = [
  ['超载', 2],
  ['长时间开门', 3],
  ['电动车入梯', 2],
  ['反复开关门', 3],
] as const;
function alarmsOf(count: number, everyMs: number): readonly TickerAlarm[] {
  return Array.from({ length: count }, (_, index): TickerAlarm => {
    const [kindLabel, priority] = kinds[index % kinds.length] ?? kinds[0];
    return {
      id: index + 1,
      elevatorId: index % 900,
      kindLabel,
      tag: `CH-${index % 900}`,
      addr: `${1 + (index % 9)} 栋 1 单元`,
      communityName: ['翠湖花园', '锦绣家园', '文晖大厦'][index % 3] ?? '',
      priority,
      raisedAtMs: fixtureNowMs - index * everyMs,
      isOver: index % 5 === 4,
    };
  });
}
const trapped: TickerAlarm = {
  id: 99_999,
  elevatorId: 35,
  kindLabel: '困人',
  tag: 'CH-35',
  addr: '3 栋 1 单元',
  communityName: '翠湖花园',
  priority: 1,
  raisedAtMs: fixtureNowMs - 161 * second,
  isOver: false,
};
const tickerOf = (alarms: readonly TickerAlarm[]): Ticker => tickerAt(alarms, fixtureNowMs);
export const calmTicker = tickerOf([trapped, ...alarmsOf(24, 420 * second)]);
export const floodTicker = tickerOf([...alarmsOf(5_000, 2), trapped]);

export function totalsOf(fleet: LiftFleet): BoardTotals {
  const { count } = fleet;
  const parts = (names: readonly string[]) =>
    names.map((name, index) => ({ name, value: Math.round((count / names.length) * (1.4 - index * 0.2)) }));
  return {
    total: count,
    ...countLifts({ fleet }),
    areas: parts(['东湖区', '西岭区', '南浦区', '北塘区', '云台县']).map((area, index) => ({
      ...area,
      open: { fault: (index * 3 + 2) % 5, scooter: index === 1 ? 1 : 0 },
    })),
    brands: parts(['峻达', '云擎', '凌岳', '川升', '博岭']),
    ages: parts(['5 年以下', '5–10 年', '10–15 年', '15 年以上']),
  };
}

export const boardStats: EventStats = {
  hours: Array.from({ length: 19 }, (_, hour) => ({
    at: `2026-11-21T${String(hour).padStart(2, '0')}:00:00+08:00`,
    rescue: hour === 9 || hour === 18 ? 2 : 0,
    alarm: (hour * 7) % 11,
  })),
  today: { rescue: 55, alarm: 187, trapped_people: 7, false_calls: 18 },
  answered: { total: 126, met: 124, limit_seconds: 180, left_out: { false_calls: 18, running: 2, not_needed: 0 } },
  arrived: { total: 128, met: 122, limit_seconds: 1_800, left_out: { false_calls: 18, running: 1, not_needed: 3 } },
  window_days: 30,
};
