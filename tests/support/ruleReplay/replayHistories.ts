import * as fc from 'fast-check';
import type { RuleBody } from '../../../src/contract/rules/alarmRule.ts';
import { chinaOffsetMs } from '../../../src/contract/time.ts';
import { replayRules, seldom, type Pace } from './replayRules.ts';

/** Two lifts of one community, and one far away. */
export const replayLifts = ['near', 'beside', 'far'] as const;
export type ReplayLift = (typeof replayLifts)[number];

const lift = fc.constantFrom(...replayLifts);
/** The error of a device's clock, in ms: some events reach us late, and some come before their time. */
const clockOffMs = seldom(0, fc.constantFrom(-180_000, -119_000, -30_000, 90_000, 150_000));

const report = fc.record({
  what: fc.constant('report' as const),
  lift,
  kind: fc.constantFrom('longTimeOpen' as const, 'overLoad' as const, 'openCloseLoop' as const),
  cleared: seldom(false, fc.constant(true)),
  /** A device may say that an alarm is worse than its kind. */
  level: fc.oneof(
    { weight: 6, arbitrary: fc.constant(undefined) },
    { weight: 2, arbitrary: fc.constant(2 as const) },
    { weight: 1, arbitrary: fc.constant(1 as const) },
  ),
  clockOffMs,
});
const code = fc.record({
  what: fc.constant('code' as const),
  lift,
  code: fc.constantFrom('02', '05', '41'),
  cleared: fc.boolean(),
  times: fc.integer({ min: 1, max: 2 }),
  clockOffMs,
});
const completed = fc.record({ what: fc.constant('completed' as const), lift });
const device = fc.record({
  what: fc.constantFrom('lost' as const, 'back' as const, 'back' as const, 'flutters' as const, 'switched' as const),
  lift,
});
const powerCut = fc.record({
  what: fc.constantFrom('cut' as const, 'cut' as const, 'restored' as const, 'powerBack' as const),
  lift: fc.constantFrom('near' as const, 'near' as const, 'beside' as const),
  both: fc.boolean(),
});
const exception = fc.record({
  what: fc.constantFrom('opened' as const, 'opened' as const, 'opened' as const, 'closed' as const),
  lift,
  type: fc.constantFrom(
    'scooter' as const,
    'fault' as const,
    'inspection' as const,
    'inspection' as const,
    'powerLoss' as const,
  ),
});
/** Everything open that has waited for too long. */
const overdue = fc.record({ what: fc.constant('overdue' as const) });

const happening = fc.oneof(
  { weight: 8, arbitrary: report },
  { weight: 2, arbitrary: completed },
  { weight: 2, arbitrary: code },
  { weight: 2, arbitrary: device },
  { weight: 2, arbitrary: powerCut },
  { weight: 3, arbitrary: exception },
  { weight: 1, arbitrary: overdue },
);
export type Happening = typeof happening extends fc.Arbitrary<infer Found> ? Found : never;

const standing = fc.constantFrom<Happening>(
  { what: 'cut', lift: 'near', both: true },
  { what: 'cut', lift: 'beside', both: false },
  { what: 'lost', lift: 'near' },
  { what: 'lost', lift: 'far' },
  { what: 'report', lift: 'near', kind: 'openCloseLoop', cleared: false, level: undefined, clockOffMs: 0 },
  { what: 'report', lift: 'far', kind: 'openCloseLoop', cleared: false, level: undefined, clockOffMs: 0 },
);
/** Returns true for a happening that the rule listens to: a test run would hold and count the ones before its activation. */
export const isHeardBy = ({ listens }: RuleBody, { what }: Happening): boolean => {
  const value = what === 'cut' ? 'incident' : what === 'lost' ? 'offline' : 'openCloseLoop';
  return listens.some((listen) => listen.value === value);
};

export interface History {
  readonly pace: Pace;
  /** Minutes from midnight to its beginning; negative for before. */
  readonly beginsAtMinute: number;
  /** 0 to 6: by how many days it begins later in the week. */
  readonly laterDays: number;
  /** Happenings before the rule is activated. */
  readonly before: readonly Happening[];
  /** The happenings, each with the seconds until the next one. */
  readonly steps: readonly (readonly [what: Happening, seconds: number])[];
  /** The live run stops before this step and begins again after that one. */
  readonly down: { readonly from: number; readonly upTo: number } | undefined;
  /** The number of restarts, from this step on, just after it has fired, while it holds, counts and cools down. */
  readonly restartsAfterFiring: { readonly times: number; readonly from: number };
  /** And after each of these steps, whatever it was about. */
  readonly restartsAfter: readonly number[];
}

const historiesOf = (
  pace: Pace,
  steps: fc.Arbitrary<readonly (readonly [what: Happening, seconds: number])[]>,
): fc.Arbitrary<History> =>
  fc
    .record({
      steps,
      before: fc.array(standing, { maxLength: 3 }),
      beginsAtMinute: fc.integer({ min: -25, max: 5 }),
      laterDays: fc.integer({ min: 0, max: 6 }),
      down: fc.option(fc.record({ at: fc.nat(), steps: fc.integer({ min: 1, max: 4 }) }), { freq: 1 }),
      restartsAfterFiring: fc.record({ times: fc.integer({ min: 0, max: 3 }), from: fc.nat() }),
      restarts: fc.array(fc.nat(), { maxLength: 2 }),
    })
    .map(({ down, restarts, restartsAfterFiring, ...rest }) => {
      const { length } = rest.steps;
      // By then more has happened than the live run reads again.
      const earliest = pace === 'weeks' ? Math.floor(length / 2) : 0;
      const { times } = restartsAfterFiring;
      const from = down === null ? 0 : down.at % length;
      return {
        ...rest,
        pace,
        restartsAfterFiring: { times, from: earliest + (restartsAfterFiring.from % (length - earliest)) },
        down: down === null ? undefined : { from, upTo: Math.min(from + down.steps, length) - 1 },
        restartsAfter: restarts.map((some) => some % length),
      };
    });

const ofMinutes = historiesOf(
  'minutes',
  fc.array(fc.tuple(happening, fc.integer({ min: 0, max: 60 })), { minLength: 25, maxLength: 50 }),
);
const hourSeconds = 3_600;
/** A lift whose door stays open again and again, hours apart: what a rule has used up depends on where that began. */
const ofWeeks = historiesOf(
  'weeks',
  fc
    .record({
      everySeconds: fc.integer({ min: 3 * hourSeconds, max: 10 * hourSeconds }),
      length: fc.integer({ min: 30, max: 50 }),
      others: fc.array(fc.tuple(fc.nat(), happening), { maxLength: 4 }),
    })
    .map(({ everySeconds, length, others }) => {
      const steps = Array.from({ length }, (): [Happening, number][] => [
        [{ what: 'report', lift: 'near', kind: 'longTimeOpen', cleared: false, level: undefined, clockOffMs: 0 }, 1],
        [{ what: 'completed', lift: 'near' }, everySeconds],
      ]);
      for (const [at, what] of others) steps[at % length]?.push([what, hourSeconds]);
      return steps.flat();
    }),
);

const caseOf = (pace: Pace, histories: fc.Arbitrary<History>) =>
  fc.record({ body: replayRules(pace), history: histories });

/** A rule, and what happens while it is in force. */
export const replayCases: fc.Arbitrary<{ readonly body: RuleBody; readonly history: History }> = fc.oneof(
  { weight: 2, arbitrary: caseOf('minutes', ofMinutes) },
  { weight: 1, arbitrary: caseOf('weeks', ofWeeks) },
);

const dayMs = 86_400_000;
/** The first midnight of the city that is so far ahead, and from there to where the history begins; epoch ms. */
export function beginOf({ beginsAtMinute, laterDays }: History, afterMs: number): number {
  const midnight = Math.ceil((afterMs + chinaOffsetMs) / dayMs) * dayMs - chinaOffsetMs;
  return midnight + (laterDays + 1) * dayMs + beginsAtMinute * 60_000;
}
