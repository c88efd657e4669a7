import type { AnyMachineSnapshot, AnyStateMachine, StateValue } from 'xstate';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rescueAckState, rescueStepSchema } from '../contract/endpoints/rescue.ts';
import { IllegalTransition, type UnparsedEvent } from './lifecycle.ts';
import { lifecycleOf, lifecycles, type AnyLifecycle } from './lifecycles.ts';
import { rescueLifecycle } from './rescueOrderLifecycle.ts';
import { machineCatalogue } from './stories/catalogue.ts';
import { reachableStates } from './stories/reachableStates.ts';
import {
  exampleAtMs,
  exampleDevice,
  exampleSystem,
  exampleUser,
  representativeEvents,
} from './stories/representativeEvents.ts';
import { stateKey } from './stories/stateKey.ts';

/** The leaves of a machine's chart: what must be reached. */
function leafIds(machine: AnyStateMachine): string[] {
  const leaves: string[] = [];
  const visit = (node: AnyStateMachine['root']): void => {
    const children = Object.values(node.states);
    if (children.length === 0) leaves.push(node.id);
    children.forEach(visit);
  };
  visit(machine.root);
  return leaves.sort();
}

/** The leaves of a state value, by the ids of the chart. */
function leafPaths(value: StateValue, id: string): string[] {
  if (typeof value === 'string') return [`${id}.${value}`];
  return Object.entries(value).flatMap(([name, child]) =>
    child === undefined ? [] : leafPaths(child, `${id}.${name}`),
  );
}

const all = Object.values<AnyLifecycle>(lifecycles);
const reachable = Object.fromEntries(
  all.map((lifecycle) => [
    lifecycle.streamPrefix,
    reachableStates<AnyMachineSnapshot, UnparsedEvent, never>(lifecycle.machine, (state) =>
      representativeEvents(lifecycle, state),
    ),
  ]),
);

describe('every state is reached by events that may really happen', () => {
  it.each(all.map((lifecycle) => [lifecycle.name, lifecycle] as const))('%s', (_name, { machine, streamPrefix }) => {
    const states = reachable[streamPrefix] ?? [];
    const reached = new Set(states.flatMap(({ state }) => leafPaths(state.value, machine.id)));
    expect([...reached].sort()).toEqual(leafIds(machine));
  });
});

describe('the state kept beside a stream restores to the very same state', () => {
  const cases = all.flatMap((lifecycle) =>
    (reachable[lifecycle.streamPrefix] ?? []).map(({ key, state }) => [lifecycle.name, key, lifecycle, state] as const),
  );
  it.each(cases)('%s %s', (_name, _key, lifecycle, state) => {
    const restored = lifecycle.fromJson(JSON.parse(JSON.stringify(lifecycle.toJson(state))));
    expect(lifecycle.toJson(restored)).toEqual(lifecycle.toJson(state));
    for (const actor of [exampleUser, exampleDevice])
      expect(lifecycle.allowedActions(restored, actor)).toEqual(lifecycle.allowedActions(state, actor));
    expect(lifecycle.deadlines(restored)).toEqual(lifecycle.deadlines(state));
  });
});

describe('a refusal is explained in Chinese, whatever is tried in whatever state', () => {
  const isChinese = /\p{Script=Han}/u;
  it.each(Object.entries(reachable))('%s', (prefix) => {
    const lifecycle = lifecycleOf(`${prefix}-1`);
    if (lifecycle === undefined) throw new Error(`no lifecycle for ${prefix}`);
    const states = Object.entries(reachable).find(([name]) => name === prefix)?.[1] ?? [];
    let refusals = 0;
    for (const { state } of states) {
      for (const event of [
        ...lifecycle.examples(state, exampleUser, exampleAtMs),
        ...lifecycle.examples(state, exampleDevice, exampleAtMs),
      ]) {
        if (lifecycle.can(state, event)) continue;
        refusals += 1;
        expect(lifecycle.explainRefusal(state, event)).toMatch(isChinese);
        expect(lifecycle.explainRefusal(state, event)).not.toMatch(/undefined|null/);
      }
    }
    expect(refusals).toBeGreaterThan(5);
  });
});

describe('whatever happens, in whatever order and at whatever time', () => {
  const step = fc.record({
    choice: fc.nat(200),
    actor: fc.constantFrom(exampleUser, exampleDevice, exampleSystem),
    afterMs: fc.nat(10 * 60_000),
  });

  /** A call's notification left, nobody knows whether it arrived, and the server was away until it had expired. */
  const awayUntilExpired = [
    { choice: 0, actor: exampleUser, afterMs: 0 },
    { choice: 0, actor: exampleSystem, afterMs: 0 },
    { choice: 60, actor: exampleSystem, afterMs: 60_000 },
    { choice: 0, actor: exampleDevice, afterMs: 540_000 },
  ];

  it.each(Object.values(lifecycles).map((lifecycle) => [lifecycle.name, lifecycle.streamPrefix] as const))(
    '%s accepts each deadline when it is due, and its kept state decides like the folded one',
    (_name, prefix) => {
      const lifecycle = lifecycleOf(`${prefix}-1`);
      if (lifecycle === undefined) throw new Error(`no lifecycle for ${prefix}`);
      fc.assert(
        fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
          let state = lifecycle.initial();
          let nowMs = exampleAtMs;
          for (const { choice, actor, afterMs } of steps) {
            nowMs += afterMs;
            const possible = lifecycle.examples(state, actor, nowMs).filter((event) => lifecycle.can(state, event));
            const event = possible[choice % possible.length];
            if (event !== undefined) state = lifecycle.apply(state, event);
            const restored = lifecycle.fromJson(JSON.parse(JSON.stringify(lifecycle.toJson(state))));
            expect(lifecycle.toJson(restored)).toEqual(lifecycle.toJson(state));
            expect(lifecycle.allowedActions(restored, actor)).toEqual(lifecycle.allowedActions(state, actor));
            for (const deadline of lifecycle.deadlines(state)) {
              const draft = lifecycle.eventForDeadline(deadline);
              if (draft === undefined) throw new Error(`${deadline.kind} becomes no event`);
              const dueMs = Math.max(nowMs, deadline.dueAtMs);
              const passed = lifecycle.parseEvent({ ...draft, actor: exampleSystem, atMs: dueMs, receivedAtMs: dueMs });
              expect(lifecycle.can(restored, passed)).toBe(true);
              // Once passed it is not announced again: a clock that keeps asking terminates.
              const after = lifecycle.deadlines(lifecycle.apply(restored, passed));
              expect(after).not.toContainEqual(deadline);
            }
            if (lifecycle.isClosed(state)) expect(lifecycle.deadlines(state)).toEqual([]);
          }
        }),
        { numRuns: 150, examples: [[awayUntilExpired]] },
      );
    },
  );
});

describe('who may take a step', () => {
  const nobody = { actor: exampleUser, can: () => false };
  const everybody = { actor: exampleUser, can: () => true };

  it.each(Object.entries(reachable))(
    '%s: nobody without a permission, and nobody what the server alone appends',
    (prefix, states) => {
      const lifecycle = lifecycleOf(`${prefix}-1`);
      if (lifecycle === undefined) throw new Error(`no lifecycle for ${prefix}`);
      for (const { state } of states) {
        expect(lifecycle.offered(state, nobody)).toEqual([]);
        const offered = lifecycle.offered(state, everybody);
        expect(offered).toEqual(
          lifecycle.allowedActions(state, exampleUser).filter((type) => lifecycle.step(type).by !== 'server'),
        );
        for (const type of offered)
          expect(
            lifecycle.offered(state, {
              actor: exampleUser,
              can: (permission) => lifecycle.needs(state, type)?.includes(permission) === true,
            }),
          ).toContain(type);
      }
    },
  );

  it('is asked of a call by the permission of every step that the call takes', () => {
    const steps = rescueStepSchema.options.map(({ shape }) => shape.event.value);
    expect(steps.length).toBeGreaterThan(8);
    for (const type of steps) expect(rescueLifecycle.step(type).by, type).toBe(rescueAckState.permission);
  });
});

describe('the registry', () => {
  it('finds a lifecycle by a stream name and by an event type', () => {
    expect(lifecycleOf('rescue-318')).toBe(lifecycles.rescue);
    expect(lifecycleOf('device-COL-00-1')).toBe(lifecycles.device);
    expect(lifecycleOf('command.queued')).toBe(lifecycles.command);
    expect(lifecycleOf('audit-user-1')).toBeUndefined();
  });
  it('has stories of every lifecycle, under its own title', () => {
    const shown = new Map(machineCatalogue.map(({ name, title }) => [name, title]));
    for (const { name, title } of Object.values(lifecycles)) expect(shown.get(name), name).toBe(title);
  });
  it('names every event type by its stream', () => {
    for (const [prefix, lifecycle] of Object.entries(lifecycles)) {
      for (const type of lifecycle.eventTypes) expect(type.startsWith(`${prefix}.`)).toBe(true);
    }
  });
  it('throws rather than let a refused event vanish', () => {
    const state = rescueLifecycle.initial();
    expect(() =>
      rescueLifecycle.apply(state, rescueLifecycle.example(state, 'rescue.accepted', exampleUser, 0)),
    ).toThrow(IllegalTransition);
  });
  it('refuses data that does not fit its type, unknown types and states that are none', () => {
    const told = { actor: exampleUser, atMs: 0, receivedAtMs: 0 };
    expect(() => rescueLifecycle.parseEvent({ type: 'rescue.completed', data: { peopleNum: -1 }, ...told })).toThrow();
    expect(() => rescueLifecycle.parseEvent({ type: 'rescue.exploded', data: {}, ...told })).toThrow(
      /unknown event type/,
    );
    expect(() =>
      rescueLifecycle.fromJson({
        value: 'nowhere',
        context: rescueLifecycle.toJson(rescueLifecycle.initial()).context,
      }),
    ).toThrow();
    expect(() => rescueLifecycle.fromJson({ value: 'pending', context: {} })).toThrow();
  });
  it.each([
    'rescue.judgedFalse',
    'rescue.corrected',
    'rescue.hidden',
    'alarm.judgedFalse',
    'alarm.hidden',
    'alarm.shelved',
  ])('refuses a %s whose reason is too short by its schema, before any machine is asked', (type) => {
    const lifecycle = lifecycleOf(type);
    if (lifecycle === undefined) throw new Error(`no lifecycle for ${type}`);
    const { data, ...event } = lifecycle.example(lifecycle.initial(), type, exampleUser, exampleAtMs);
    expect(() => lifecycle.parseEvent({ ...event, data })).not.toThrow();
    for (const reason of ['', '  ', '误 '])
      expect(() => lifecycle.parseEvent({ ...event, data: { ...Object(data), reason } })).toThrow(/至少 2 字/);
  });
  it('keys parallel and nested values as one word', () => {
    expect(stateKey({ rescuing: 'accepted' })).toBe('rescuing.accepted');
    expect(stateKey({ status: 'online', load: 'busy' })).toBe('status.online+load.busy');
  });
});
