import { sql, type Expression, type SqlBool } from 'kysely';
import { installedBeforeMs, isInAgeRange, type AgeFilter } from '../../src/contract/liftAge.ts';

/** From this age on years are no longer told apart. */
export const oldestYears = 100;
export const unknownAge = -1;

/** Lifts of `elevators as e` that are at least `yearsEnd` and less than `yearsStart` years old today; without either, all. */
export function ageCondition(
  { yearsStart, yearsEnd, install_unknown: isUnknown }: AgeFilter,
  nowMs: number,
): Expression<SqlBool> {
  const conditions = [
    ...(isUnknown === true ? [sql<SqlBool>`e.install_at_ms is null`] : []),
    ...(yearsStart === undefined ? [] : [sql<SqlBool>`e.install_at_ms >= ${installedBeforeMs(nowMs, yearsStart)}`]),
    // From birth on: also one that will be installed tomorrow, which counts as new.
    ...(yearsEnd === undefined
      ? []
      : [
          yearsEnd === 0
            ? sql<SqlBool>`e.install_at_ms is not null`
            : sql<SqlBool>`e.install_at_ms < ${installedBeforeMs(nowMs, yearsEnd)}`,
        ]),
  ];
  return conditions.length === 0 ? sql<SqlBool>`1 = 1` : sql<SqlBool>`(${sql.join(conditions, sql` and `)})`;
}

/** Returns true if lifts of this age in full years (or of unknown age) are selected. The same as `ageCondition`, for a result of `fullYearsAt`. */
export function isOfAge(years: number, filter: AgeFilter): boolean {
  if (filter.install_unknown === true) return years === unknownAge;
  if (years === unknownAge) return filter.yearsStart === undefined && filter.yearsEnd === undefined;
  return isInAgeRange(years, filter);
}

/** A function from the installation (epoch ms) to the lift's age in full years, at most `oldestYears`; `ageCondition` counts alike. */
export function fullYearsAt(nowMs: number): (installAtMs: number) => number {
  // Each earlier than the one before.
  const bounds = Array.from({ length: oldestYears }, (_, age) => installedBeforeMs(nowMs, age + 1));
  return (installAtMs) => {
    let [youngest, oldest] = [0, oldestYears];
    while (youngest < oldest) {
      const years = (youngest + oldest) >> 1;
      if (installAtMs >= (bounds[years] ?? Number.NEGATIVE_INFINITY)) oldest = years;
      else youngest = years + 1;
    }
    return youngest;
  };
}

const meanYearMs = 365.2425 * 86_400_000;

/** The mean age in years of lifts whose ages add up to `ageMs`, to hundredths; null of none. */
export const averageYears = (lifts: number, ageMs: number): number | null =>
  lifts === 0 ? null : Math.round((ageMs / lifts / meanYearMs) * 100) / 100;
