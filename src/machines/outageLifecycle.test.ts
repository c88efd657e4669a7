import { expect, it } from 'vitest';
import type { OutageEvent } from '../contract/events/outage.ts';
import { outageLifecycle, outageStageOf } from './outageLifecycle.ts';
import type { OutageSnapshot } from './outageMachine.ts';
import { exampleAtMs, exampleSystem, exampleUser } from './stories/representativeEvents.ts';

const hourMs = 3_600_000;
const fromMs = exampleAtMs + hourMs;
const toMs = fromMs + 4 * hourMs;

const event = (type: OutageEvent['type'], atMs: number, data: object = {}, actor = exampleUser): OutageEvent =>
  outageLifecycle.parseEvent({ type, data, actor, atMs, receivedAtMs: atMs });
const planned = (): OutageSnapshot => {
  const example = outageLifecycle.example(outageLifecycle.initial(), 'outage.planned', exampleUser, exampleAtMs);
  return outageLifecycle.apply(
    outageLifecycle.initial(),
    event('outage.planned', exampleAtMs, { ...Object(example.data), fromMs, toMs }),
  );
};
const begun = () => outageLifecycle.apply(planned(), event('outage.begun', fromMs, {}, exampleSystem));
const overrun = () => outageLifecycle.apply(begun(), event('outage.overran', toMs, {}, exampleSystem));

it('begins and overruns on time, and by the clock alone', () => {
  expect(outageLifecycle.deadlines(planned())).toEqual([{ kind: 'begin', dueAtMs: fromMs }]);
  expect(outageLifecycle.can(planned(), event('outage.begun', fromMs - 1, {}, exampleSystem))).toBe(false);
  expect(outageLifecycle.can(planned(), event('outage.begun', fromMs))).toBe(false);
  expect(outageLifecycle.deadlines(begun())).toEqual([{ kind: 'end', dueAtMs: toMs }]);
  expect(outageStageOf(overrun())).toBe('overrun');
  expect(outageLifecycle.deadlines(overrun())).toEqual([]);
});

it('is cancelled before it begins, and ended by a person after', () => {
  expect(outageLifecycle.can(planned(), event('outage.cancelled', exampleAtMs, { reason: '改期' }))).toBe(true);
  expect(outageLifecycle.can(planned(), event('outage.ended', exampleAtMs))).toBe(false);
  for (const state of [begun(), overrun()]) {
    const cancel = event('outage.cancelled', toMs, { reason: '改期' });
    expect(outageLifecycle.can(state, cancel)).toBe(false);
    expect(outageLifecycle.explainRefusal(state, cancel)).toBe('停梯已经开始，不能取消；电梯恢复后请确认恢复运行');
    expect(outageLifecycle.can(state, event('outage.ended', toMs))).toBe(true);
    expect(outageLifecycle.can(state, event('outage.ended', toMs, {}, exampleSystem))).toBe(false);
  }
});

it('can be extended, also past its end, and never shortened', () => {
  expect(outageLifecycle.can(begun(), event('outage.extended', fromMs, { toMs: toMs - 1 }))).toBe(false);
  const later = toMs + 2 * hourMs;
  const extended = outageLifecycle.apply(overrun(), event('outage.extended', toMs + hourMs, { toMs: later }));
  expect(outageStageOf(extended)).toBe('active');
  expect(outageLifecycle.deadlines(extended)).toEqual([{ kind: 'end', dueAtMs: later }]);
});
