import { describe, expect, it } from 'vitest';
import type { RescueEvent, RescueEventType } from '../contract/events/rescue.ts';
import type { Actor } from '../contract/events/storedEvent.ts';
import { isRescueOverdue, rescueLifecycle } from './rescueOrderLifecycle.ts';
import { rescueFigures } from './rescueRow.ts';

const minuteMs = 60_000;
/** 18:31:40 in the city. */
const t0 = Date.parse('2026-11-21T18:31:40+08:00');
const zhang: Actor = { kind: 'user', id: 1, name: '张伟', roleType: 3 };
const system: Actor = { kind: 'system', id: 'clock', name: '系统' };

function fact(type: RescueEventType, atMs: number, data: object = {}, actor = zhang): RescueEvent {
  const example = rescueLifecycle.example(rescueLifecycle.initial(), type, actor, atMs);
  return rescueLifecycle.parseEvent({ ...example, data: { ...example.data, ...data } });
}
const sent = rescueLifecycle.fold([
  fact('rescue.raised', t0),
  fact('rescue.accepted', t0 + minuteMs),
  fact('rescue.dispatched', t0 + 2 * minuteMs),
]);
const late = rescueLifecycle.apply(sent, fact('rescue.deadlinePassed', t0 + 30 * minuteMs, { kind: 'arrive' }, system));
const arrived = (typedAtMs: number, statedAtMs?: number) =>
  fact('rescue.arrived', typedAtMs, statedAtMs === undefined ? {} : { statedAtMs });

describe('an arrival that is typed later than it was', () => {
  it('counts as stated, and keeps when it was typed', () => {
    const state = rescueLifecycle.apply(sent, arrived(t0 + 20 * minuteMs, t0 + 12 * minuteMs));
    expect(rescueFigures(state)).toMatchObject({
      arrivedAtMs: t0 + 12 * minuteMs,
      arrivalRecordedAtMs: t0 + 20 * minuteMs,
    });
  });
  it('counts as typed where nothing is stated', () => {
    const state = rescueLifecycle.apply(sent, arrived(t0 + 20 * minuteMs));
    expect(rescueFigures(state)).toMatchObject({ arrivedAtMs: t0 + 20 * minuteMs, arrivalRecordedAtMs: null });
  });
  it('takes the breach back where help came in time', () => {
    const state = rescueLifecycle.apply(late, arrived(t0 + 35 * minuteMs, t0 + 25 * minuteMs));
    expect(isRescueOverdue(state)).toBe(false);
    expect(rescueLifecycle.statusIndex(state)).toBe(1);
  });
  it('leaves the breach where help came late, stated or typed', () => {
    expect(isRescueOverdue(rescueLifecycle.apply(late, arrived(t0 + 35 * minuteMs, t0 + 31 * minuteMs)))).toBe(true);
    expect(isRescueOverdue(rescueLifecycle.apply(late, arrived(t0 + 35 * minuteMs)))).toBe(true);
  });
  it('lies between the minute of the call and now', () => {
    const refused = (statedAtMs: number) =>
      rescueLifecycle.contradictions(sent, arrived(t0 + 20 * minuteMs, statedAtMs));
    const callMinuteMs = t0 - 40_000;
    expect(refused(callMinuteMs - minuteMs)).toEqual([
      { field: 'statedAtMs', message: '到场时间应在呼叫（18:31）与现在（18:51）之间' },
    ]);
    expect(refused(t0 + 21 * minuteMs)).toHaveLength(1);
    expect(refused(callMinuteMs)).toEqual([]);
    // No one arrives before the call: within its minute the time to arrival is 0.
    const atOnce = rescueLifecycle.apply(sent, arrived(t0 + 20 * minuteMs, callMinuteMs));
    expect(rescueFigures(atOnce).arrivedAtMs).toBe(t0);
  });
});
