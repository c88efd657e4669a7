import { expect, it } from 'vitest';
import type { ReplayRescue } from '../../contract/endpoints/replay.ts';
import { fixtureNowMs, fixtureTime, rescueRowFixture } from '../../contract/fixtures/rescueFixtures.ts';
import { respondClock } from '../../parts/rescue/rescueClocks.ts';
import { centreCall, replayedAlarms, replayedCalls, stageAt, toBoardCalls } from './boardCalls.ts';

const rescue: ReplayRescue = {
  id: 7,
  elevator_id: 101,
  tag: 'CH-01',
  addr: '1 幢',
  community_name: '翠湖花园',
  raised_ms: 1_000,
  answered_ms: 2_000,
  dispatched_ms: 3_000,
  arrived_ms: 4_000,
  released_ms: 5_000,
  completed_ms: 6_000,
  respond_due_ms: 181_000,
  arrive_due_ms: 1_801_000,
};

it('a replayed rescue goes through its stages as it did then', () => {
  expect([999, 1_000, 2_000, 3_000, 4_000, 5_000, 6_000].map((atMs) => stageAt(rescue, atMs))).toEqual([
    null,
    'pending',
    'accepted',
    'dispatched',
    'arrived',
    'released',
    null,
  ]);
  expect(replayedCalls([rescue], 1_500)[0]).toMatchObject({
    isUnanswered: true,
    deadline: { label: '3 分钟受理', atMs: 181_000 },
  });
  expect(replayedCalls([rescue], 2_500)[0]).toMatchObject({
    deadline: { label: '30 分钟到场' },
    facts: [{ label: '受理' }, { label: '派出救援', value: '尚未派出' }, {}, {}],
  });
  expect(replayedCalls([rescue], 4_500)[0]?.deadline).toBeNull();
});

it('a replayed wall never shows what had not happened yet', () => {
  const alarm = {
    id: 1,
    elevator_id: 101,
    tag: '',
    addr: '',
    kind: 'SOS',
    kind_label: '按钮求救',
    level: 1,
    raised_ms: 100,
    cleared_ms: 200,
  };
  expect(replayedAlarms([alarm], 99)).toEqual([]);
  expect(replayedAlarms([alarm], 150)[0]?.isOver).toBe(false);
  expect(replayedAlarms([alarm], 250)[0]?.isOver).toBe(true);
});

it('the centre belongs to the unanswered call, then to the chosen one, then to the oldest', () => {
  const calls = toBoardCalls([
    rescueRowFixture({ id: 1, stage: 'dispatched', agoMs: 600_000 }),
    rescueRowFixture({ id: 2, stage: 'accepted', agoMs: 300_000 }),
  ]);
  const waiting = toBoardCalls([rescueRowFixture({ id: 3, stage: 'pending', agoMs: 10_000 })]);
  expect(centreCall(calls, null)?.id).toBe(1);
  expect(centreCall(calls, 2)?.id).toBe(2);
  expect(centreCall([...waiting, ...calls], 2)?.id).toBe(3);
  expect(centreCall([], 2)).toBeNull();
});

it('a call whose claim lapsed shows the desk’s figures: the answer that was in time, and a wait of its own', () => {
  const minute = 60_000;
  const row = rescueRowFixture({
    id: 4,
    stage: 'pending',
    agoMs: 9 * minute,
    row: {
      answered_at: fixtureTime(9 * minute - 12_000),
      waiting_since: fixtureTime(minute),
      lapsed_claim: { id: 61, name: '张伟', cause: 'noProgress' },
    },
  });
  expect(toBoardCalls([row])[0]).toMatchObject({
    isUnanswered: true,
    deadline: { label: '30 分钟到场', atMs: fixtureNowMs + 21 * minute },
    waitingAgainSinceMs: fixtureNowMs - minute,
    facts: [{ label: '受理', value: '张伟 受理已失效' }, {}, {}, {}],
  });
  expect(respondClock(row, fixtureNowMs)).toMatchObject({ state: 'met', tookMs: 12_000 });
});
