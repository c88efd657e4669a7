import { seededRandom, type Random } from '../runtime/random.ts';
import { dayMs, momentOf, type HistoryLift, type PlannedDay } from './planDay.ts';
import { planFault } from './planFault.ts';
import { incidentHabits, planIncident, planPowerCut, powerCutRate } from './planIncident.ts';
import { endOf, hourMs, type PlannedException } from './plannedException.ts';
import { planScooter } from './planScooter.ts';

/** Two and a half calls a year for each lift: a fleet in fair maintenance. Our own assumption. */
const faultRate = 7;
const oldMs = 20 * 365.25 * dayMs;

/** A lift with the community that it stands in. */
export interface ExceptionLift extends HistoryLift {
  readonly communityId: number;
}

/**
 * The faults, scooters and incidents of one day, the scooters from the alarms of `day`; always the same for the same seed. Everything
 * ends before `untilMs`. In order of time.
 */
export function planExceptions(
  lifts: readonly ExceptionLift[],
  day: PlannedDay,
  dayStartMs: number,
  untilMs: number,
  seed: number,
): readonly PlannedException[] {
  const random = seededRandom(seed ^ 0x5c007e5 ^ Math.imul(Math.floor(dayStartMs / dayMs), 104_729));
  const [first, ...others] = lifts.filter(({ installAtMs }) => installAtMs < dayStartMs);
  if (first === undefined) return [];
  const installed = [first, ...others] as const;
  const most = Math.max(...installed.map(({ proneness = 1 }) => proneness));
  const scale = lifts.length / 1_000;
  const scooters = day.alarms.flatMap((alarm, index) =>
    alarm.kind === 'moto' ? [planScooter(random, alarm, index)] : [],
  );
  const faults = times(random, faultRate * scale).map(() =>
    planFault(random, pickByAge(random, installed, dayStartMs, most), dayStartMs + momentOf(random)),
  );
  const incidents = incidentHabits.flatMap((habit) =>
    times(random, habit.rate * scale).map(() => {
      const atMs = dayStartMs + (habit.isPlanned ? (8 + 9 * random.next()) * hourMs : momentOf(random));
      return planIncident(random, random.pick(installed), habit, atMs);
    }),
  );
  const cuts = times(random, powerCutRate * scale).flatMap(() => {
    const { communityId } = random.pick(installed);
    const home = installed.filter((lift) => lift.communityId === communityId);
    return planPowerCut(random, home, dayStartMs + 24 * hourMs * random.next()) ?? [];
  });
  return [...scooters, ...faults, ...incidents, ...cuts]
    .filter((planned) => endOf(planned) < untilMs)
    .toSorted((a, b) => a.raisedAtMs - b.raisedAtMs);
}

/** Old lifts fail more often: one of 20 years nearly three times as often as a new one. `most` is the greatest proneness of them. */
function pickByAge(
  random: Random,
  lifts: readonly [ExceptionLift, ...ExceptionLift[]],
  atMs: number,
  most: number,
): ExceptionLift {
  for (;;) {
    const lift = random.pick(lifts);
    const byAge = Math.min(1, Math.max(0.35, (atMs - lift.installAtMs) / oldMs));
    if (random.isTrue((byAge * (lift.proneness ?? 1)) / most)) return lift;
  }
}

const times = (random: Random, mean: number): readonly undefined[] =>
  Array.from<undefined>({ length: random.poisson(mean) });
