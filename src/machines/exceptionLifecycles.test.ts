import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ExceptionContext } from './exceptionContext.ts';
import { faultLifecycle, faultStageOf } from './faultLifecycle.ts';
import { incidentLifecycle } from './incidentLifecycle.ts';
import { isGroup, unsweptLifts } from './incidentMachine.ts';
import type { Lifecycle, LifecycleState, UnparsedEvent } from './lifecycle.ts';
import { isScooterActive, scooterLifecycle } from './scooterLifecycle.ts';
import { exampleAtMs, exampleDevice, exampleSystem, exampleUser } from './stories/representativeEvents.ts';

const step = fc.record({
  choice: fc.nat(200),
  actor: fc.constantFrom(exampleUser, exampleUser, exampleDevice, exampleSystem),
  afterMs: fc.nat(5 * 60_000),
});

type ExceptionState = LifecycleState & { readonly context: ExceptionContext };

/** Takes steps that the machine allows, in any order, and asks after each what must hold, given the state before it. */
function always<E extends UnparsedEvent, S extends ExceptionState>(
  lifecycle: Lifecycle<E, S>,
  holds: (state: S, before: S, event: E) => void,
): void {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      let state = lifecycle.initial();
      let nowMs = exampleAtMs;
      for (const { choice, actor, afterMs } of steps) {
        nowMs += afterMs;
        const possible = lifecycle.examples(state, actor, nowMs).filter((event) => lifecycle.can(state, event));
        const event = possible[choice % possible.length];
        if (event === undefined) continue;
        const before = state;
        state = lifecycle.apply(before, event);
        holds(state, before, event);
      }
    }),
    { numRuns: 150 },
  );
}

/** Checks that the context of guards and rows agrees with the state. */
function agrees<E extends UnparsedEvent, S extends ExceptionState>(lifecycle: Lifecycle<E, S>, state: S, before: S) {
  const { context } = state;
  expect(context.closedAtMs !== null).toBe(lifecycle.isClosed(state));
  expect(context.closedBy !== null).toBe(lifecycle.isClosed(state));
  expect(lifecycle.statusIndex(state) === 2).toBe(lifecycle.isClosed(state));
  if (before.context.overdue) expect(context.overdue).toBe(true);
  if (lifecycle.statusIndex(state) === 3) expect(context.overdue).toBe(true);
  if (context.hidden) expect(lifecycle.isClosed(state)).toBe(true);
}

describe('whatever happens to it, in whatever order', () => {
  it('a fault is done only by a person who confirms a repair, and is late only while it is not repaired', () => {
    always(faultLifecycle, (state, before, event) => {
      agrees(faultLifecycle, state, before);
      const [stage, stageBefore] = [faultStageOf(state), faultStageOf(before)];
      if (stage === 'done' && stageBefore !== 'done') {
        expect(stageBefore).toBe('repaired');
        expect(event.actor.kind).toBe('user');
      }
      if (stage === 'repaired' || stage === 'done') expect(state.context.repairedBy).not.toBeNull();
      if (stage === 'repaired') expect(faultLifecycle.statusIndex(state)).toBe(1);
    });
  });
  it('a scooter’s door is held only while it is open and the camera reports it', () => {
    always(scooterLifecycle, (state, before, event) => {
      agrees(scooterLifecycle, state, before);
      if (state.context.isDoorHeld) {
        expect(scooterLifecycle.isClosed(state)).toBe(false);
        expect(isScooterActive(state)).toBe(true);
      }
      if (scooterLifecycle.isClosed(state) && !scooterLifecycle.isClosed(before) && event.actor.kind !== 'user')
        expect(before.context.removedBy).not.toBeNull();
    });
  });
  it('an incident of several lifts is closed only by a person, when every car was swept', () => {
    always(incidentLifecycle, (state, before, event) => {
      agrees(incidentLifecycle, state, before);
      if (!isGroup(state.context) || !incidentLifecycle.isClosed(state)) return;
      expect(unsweptLifts(state.context)).toEqual([]);
      if (!incidentLifecycle.isClosed(before)) expect(event.actor.kind).toBe('user');
    });
  });
});
