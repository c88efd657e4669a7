import { expect, test } from 'vitest';
import type { TimelineEntry } from '../../contract/entities/rescueOrder.ts';
import { fixtureTime, rescueRowFixture, timelineFixture } from '../../contract/fixtures/rescueFixtures.ts';
import { placeOf, rescueSteps, shownEvent } from './rescuePresentation.ts';

const statesOf = (row: Parameters<typeof rescueSteps>[0]) =>
  rescueSteps(row).map(({ label, state }) => `${label} ${state}`);

test('the step that is waited for follows the last one done', () => {
  expect(statesOf(rescueRowFixture({ id: 1, stage: 'dispatched', agoMs: 600_000 }))).toEqual([
    '呼叫 done',
    '受理 done',
    '派出 done',
    '到场 current',
    '脱困 todo',
    '完成 todo',
  ]);
});

test('a claim that lapsed waits for an answer again', () => {
  expect(
    statesOf(
      rescueRowFixture({ id: 1, stage: 'pending', agoMs: 600_000, row: { answered_at: fixtureTime(500_000) } }),
    ).slice(0, 2),
  ).toEqual(['呼叫 done', '受理 current']);
});

test('a false call ends where it was judged, and shows what never happened', () => {
  expect(statesOf(rescueRowFixture({ id: 1, stage: 'falseCall', agoMs: 600_000 }))).toEqual([
    '呼叫 done',
    '受理 done',
    '派出 skipped',
    '到场 skipped',
    '脱困 skipped',
    '误报 done',
  ]);
});

test('people who freed themselves needed no one to arrive', () => {
  const row = rescueRowFixture({ id: 1, stage: 'released', agoMs: 1_200_000, row: { arrived_at: null } });
  expect(statesOf(row).slice(3)).toEqual(['到场 skipped', '脱困 done', '完成 current']);
});

test('an event names its actor and role, by the server’s clock', () => {
  const [raised] = timelineFixture(rescueRowFixture({ id: 1, stage: 'accepted', agoMs: 600_000 }));
  if (raised === undefined) throw new Error('no event');
  expect(shownEvent(raised)).toMatchObject({
    title: '呼叫',
    actor: '采集器 COL-1201 · 设备',
    at: raised.received_at,
    tone: 'critical',
  });
});

test('rules and the clock are not shown as people', () => {
  const [raised] = timelineFixture(rescueRowFixture({ id: 1, stage: 'accepted', agoMs: 600_000 }));
  if (raised === undefined) throw new Error('no event');
  const by = (actor: Pick<TimelineEntry, 'actor_name' | 'actor_role' | 'actor_kind'>) => {
    const { actor: name, actorIcon } = shownEvent({ ...raised, ...actor });
    return `${actorIcon} ${name}`;
  };
  expect(by({ actor_name: '报警规则', actor_role: '系统', actor_kind: 'rules' })).toBe('sliders-h 报警规则（自动）');
  expect(by({ actor_name: '系统时钟', actor_role: '系统', actor_kind: 'clock' })).toBe('clock 系统时钟（自动）');
  expect(by({ actor_name: '张伟', actor_role: '调度员', actor_kind: 'person' })).toBe('user 张伟 · 调度员');
  // An answer of an earlier version has no kind.
  expect(by({ actor_name: '报警规则', actor_role: '系统', actor_kind: undefined })).toBe('cog 报警规则（自动）');
});

test('a device whose clock is off by more than two minutes is marked', () => {
  const [raised] = timelineFixture(rescueRowFixture({ id: 1, stage: 'accepted', agoMs: 600_000 }));
  if (raised === undefined) throw new Error('no event');
  expect(shownEvent({ ...raised, at: fixtureTime(600_000 + 119_000) }).detail).toBe('设备检测困人');
  expect(shownEvent({ ...raised, at: fixtureTime(600_000 + 121_000) }).detail).toContain(
    '上报方时间 2026-11-21 18:30:29',
  );
});

test('an event of a newer version is shown plainly instead of breaking the timeline', () => {
  const [raised] = timelineFixture(rescueRowFixture({ id: 1, stage: 'accepted', agoMs: 600_000 }));
  if (raised === undefined) throw new Error('no event');
  expect(shownEvent({ ...raised, type: 'rescue.teleported' })).toMatchObject({ icon: 'circle', tone: 'neutral' });
});

test('a place is the community and the address in it, without repetition', () => {
  expect(placeOf({ community_name: '翠湖花园', addr: '3 栋 1 单元' })).toBe('翠湖花园 3 栋 1 单元');
  expect(placeOf({ community_name: '翠湖花园', addr: '翠湖花园 3 栋 1 单元' })).toBe('翠湖花园 3 栋 1 单元');
});
