import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  exampleEvent,
  exampleResponsible,
  exampleRule,
  firingsOf,
  minuteMs,
  noonMs,
} from '../../../tests/support/ruleExamples.ts';
import { evaluate, initialState, rebuildMs, type CompiledRule, type RuleInput } from './evaluate.ts';
import type { Firing } from './firing.ts';
import type { RuleEvent } from './ruleEvent.ts';
import { memoryMs } from './ruleState.ts';

const kinds = ['longTimeOpen', 'overLoad', 'trapped'] as const;
const phases = ['raised', 'repeated', 'cleared', 'ended'] as const;
const per = fc.constantFrom('lift' as const, 'community' as const, 'property' as const);
const hours = fc.integer({ min: 0, max: 24 }).map((hour) => hour * 3_600);

/** Rules of all forms; times of minutes up to a day. */
const rules: fc.Arbitrary<CompiledRule> = fc
  .record({
    held_seconds: fc.oneof(fc.constant(0), fc.integer({ min: 60, max: 1_800 }), hours),
    repeat: fc.option(
      fc
        .record({ times: fc.integer({ min: 2, max: 4 }), within_seconds: hours.map((found) => found + 600), per })
        .map((found) => ({
          ...found,
          within_seconds: Math.min(found.within_seconds, 86_400),
        })),
    ),
    cooldown: fc.option(fc.record({ seconds: hours, per })),
    recovery: fc.option(fc.record({ after_seconds: fc.integer({ min: 0, max: 3_600 }) })),
    open_kinds: fc.subarray(['overLoad'] as const),
    offline: fc.boolean(),
    phase: fc.constantFrom('raised' as const, 'repeated' as const, 'cleared' as const),
  })
  .map(({ held_seconds, repeat, cooldown, recovery, open_kinds, offline, phase }) =>
    exampleRule({
      listens: [
        { source: 'alarm', value: 'longTimeOpen', phase: 'raised' },
        { source: 'alarm', value: 'trapped', phase: 'raised' },
        { source: 'alarm', value: 'longTimeOpen', phase },
        { source: 'device', value: 'online', phase: 'raised' },
      ],
      when: { held_seconds, repeat },
      unless: { open_kinds: [...open_kinds], offline },
      cooldown,
      recovery,
    }),
  );

const wish = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .record({
        value: fc.constantFrom(...kinds),
        phase: fc.constantFrom(...phases),
        elevatorId: fc.integer({ min: 1, max: 3 }),
      })
      .map(({ value, ...said }) => ({ ...said, value, level: value === 'trapped' ? (1 as const) : (3 as const) })),
  },
  {
    weight: 1,
    arbitrary: fc
      .record({ value: fc.constantFrom('offline', 'online'), elevatorId: fc.integer({ min: 1, max: 3 }) })
      .map(({ value, elevatorId }) => ({
        source: 'device' as const,
        value,
        elevatorId,
        condition: `device:COL-${elevatorId}:offline`,
        collector: value === 'offline' ? ('away' as const) : ('back' as const),
      })),
  },
);

type Wished = Partial<RuleEvent>;

/** Events in the order of the log, each so many minutes after the one before; lifts of two communities. */
function historyOf(found: readonly (readonly [said: Wished, minutes: number])[]): readonly RuleEvent[] {
  let atMs = noonMs;
  return found.map(([said, minutes], index) => {
    atMs += minutes * minuteMs;
    const communityId = said.elevatorId === 3 ? 2 : 1;
    return exampleEvent({ ...said, position: index + 1, atMs, responsible: { ...exampleResponsible, communityId } });
  });
}

/** Anything, minutes or hours apart. */
const histories = (most: number, least = 0): fc.Arbitrary<readonly RuleEvent[]> =>
  fc
    .array(fc.tuple(wish, fc.oneof(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 600 }))), {
      minLength: least,
      maxLength: most,
    })
    .map(historyOf);

/** A lift that reports the same at regular intervals for weeks: what a rule has used up depends on where it began. */
const regularHistories: fc.Arbitrary<readonly RuleEvent[]> = fc
  .record({ everyMinutes: fc.integer({ min: 180, max: 600 }), length: fc.integer({ min: 60, max: 90 }) })
  .map(({ everyMinutes, length }) =>
    historyOf(Array.from({ length }, () => [{ value: 'longTimeOpen', elevatorId: 1, level: 3 }, everyMinutes])),
  );

const toInputs = (events: readonly RuleEvent[]): readonly RuleInput[] =>
  events.map((event) => ({ kind: 'event', event }));
const endMs = (events: readonly RuleEvent[]): number => (events.at(-1)?.receivedAtMs ?? noonMs) + 2 * memoryMs;
const end = (events: readonly RuleEvent[]): RuleInput => ({ kind: 'tick', atMs: endMs(events) });
const timeOf = (input: RuleInput) => (input.kind === 'tick' ? input.atMs : input.event.receivedAtMs);
const byName = (a: Firing, b: Firing) => a.position - b.position || a.kind.localeCompare(b.kind);
const runs = { numRuns: 300 };

test('wherever time is said to have passed, the rule fires the same', () => {
  fc.assert(
    fc.property(rules, histories(40), fc.array(fc.nat()), (rule, events, at) => {
      const ticks = at.map((some): RuleInput => ({ kind: 'tick', atMs: noonMs + (some % (endMs(events) - noonMs)) }));
      const withTicks = [...toInputs(events), ...ticks].toSorted((a, b) => timeOf(a) - timeOf(b));
      expect(firingsOf(rule, [...withTicks, end(events)])).toEqual(firingsOf(rule, [...toInputs(events), end(events)]));
    }),
    runs,
  );
});

test('after a restart, with five days of the log and the firings in it, the rule fires as if nothing had happened', () => {
  fc.assert(
    fc.property(rules, fc.oneof(histories(80, 40), regularHistories), fc.nat(), (rule, events, some) => {
      const at = 30 + (some % (events.length - 29));
      const [before, after] = [events.slice(0, at), events.slice(at)];
      const whole = firingsOf(rule, [...toInputs(events), end(events)]);
      const told = firingsOf(rule, toInputs(before));
      const stoppedMs = before.at(-1)?.receivedAtMs ?? noonMs;

      const known = (kind: Firing['kind'], position: number) =>
        told.some((firing) => firing.kind === kind && firing.position === position);
      let state = initialState();
      for (const event of before)
        if (event.receivedAtMs >= stoppedMs - rebuildMs)
          state = evaluate(rule, state, { kind: 'event', event }, known).state;
      const later = [...toInputs(after), end(events)].flatMap((input) => {
        const step = evaluate(rule, state, input);
        state = step.state;
        return step.firings;
      });
      expect(later).toEqual(whole.slice(told.length));
    }),
    runs,
  );
});

test('lifts that share nothing may come in any order', () => {
  fc.assert(
    fc.property(rules, histories(40), (rule, events) => {
      const ofLift = (elevatorId: number) => events.filter((event) => event.elevatorId === elevatorId);
      const shares = [rule.body.when.repeat?.per, rule.body.cooldown?.per].some(
        (found) => found !== undefined && found !== 'lift',
      );
      fc.pre(!shares);
      const apart = [1, 2, 3].flatMap((id) => firingsOf(rule, [...toInputs(ofLift(id)), end(events)]));
      expect(apart.toSorted(byName)).toEqual(firingsOf(rule, [...toInputs(events), end(events)]).toSorted(byName));
    }),
    runs,
  );
});

test('every alarm of priority 1 fires at once, whatever the rule says of waiting, counting and exceptions', () => {
  fc.assert(
    fc.property(rules, histories(40), (rule, events) => {
      const calls = events.filter(({ value, phase }) => value === 'trapped' && phase === 'raised');
      const fired = firingsOf(rule, toInputs(events)).filter(
        ({ value, kind }) => value === 'trapped' && kind === 'fired',
      );
      expect(fired.map(({ position, atMs }) => [position, atMs])).toEqual(
        calls.map(({ position, receivedAtMs }) => [position, receivedAtMs]),
      );
    }),
    runs,
  );
});
