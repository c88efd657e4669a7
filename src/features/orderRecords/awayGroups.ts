import type { AwayVisit } from './visitSources.ts';

/** The person who takes each visit over, by the visit's id. */
export type TakeOver = ReadonlyMap<number, number>;

/** For each visit the colleague who then has the fewest on that day, counting what is suggested already. */
export function suggested(visits: readonly AwayVisit[]): TakeOver {
  const given = new Map<string, number>();
  const taken = new Map<number, number>();
  for (const { visit, day, colleagues } of visits) {
    const load = ({ id, visits_that_day: num }: (typeof colleagues)[number]): number =>
      num + (given.get(`${id} ${day}`) ?? 0);
    const best = colleagues.toSorted((a, b) => load(a) - load(b))[0];
    if (best === undefined) continue;
    taken.set(visit.id, best.id);
    given.set(`${best.id} ${day}`, (given.get(`${best.id} ${day}`) ?? 0) + 1);
  }
  return taken;
}

/** Visits that get the same two workers, for one call each: the other worker of a visit stays. */
export function groupsOf(
  visits: readonly AwayVisit[],
  taken: TakeOver,
): readonly { readonly personIds: readonly number[]; readonly ids: readonly number[] }[] {
  const groups = new Map<string, { personIds: readonly number[]; ids: number[] }>();
  for (const { visit, stays } of visits) {
    const next = taken.get(visit.id);
    if (next === undefined) continue;
    const personIds = [...stays, next];
    const key = personIds.join(',');
    const group = groups.get(key) ?? { personIds, ids: [] };
    group.ids.push(visit.id);
    groups.set(key, group);
  }
  return [...groups.values()];
}
