import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely';
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

/** Whether lifts of this age in full years (or of unknown age) are selected. The same as `ageCondition`, for a result of `fullYears`. */
export function isOfAge(years: number, filter: AgeFilter): boolean {
  if (filter.install_unknown === true) return years === unknownAge;
  if (years === unknownAge) return filter.yearsStart === undefined && filter.yearsEnd === undefined;
  return isInAgeRange(years, filter);
}

/** The lift's age in full years, `oldestYears` at most, `unknownAge` without a date. Most lifts are young: the first comparisons decide. */
export function fullYears(nowMs: number): RawBuilder<number> {
  const years = Array.from(
    { length: oldestYears },
    (_, age) => sql`when e.install_at_ms >= ${installedBeforeMs(nowMs, age + 1)} then ${sql.lit(age)}`,
  );
  return sql<number>`case when e.install_at_ms is null then ${sql.lit(unknownAge)} ${sql.join(years, sql` `)} else ${sql.lit(oldestYears)} end`;
}

const meanYearMs = 365.2425 * 86_400_000;

/** The mean installation moment of a group, epoch ms; not later than now. Null where no lift has one. */
export const meanInstallMs = (nowMs: number): RawBuilder<number | null> =>
  sql<
    number | null
  >`avg(cast(case when e.install_at_ms > ${nowMs} then ${nowMs} else e.install_at_ms end as double precision))`;

/** Mean age in years, to hundredths. */
export const toAverageYears = (meanMs: number, nowMs: number): number =>
  Math.round(((nowMs - meanMs) / meanYearMs) * 100) / 100;
