import { addDays } from '../../../src/contract/time.ts';
import { cycleDays, cycleKinds, isCycleKind, type CycleKind } from '../../../src/contract/visits/visitKinds.ts';
import type { Queries } from '../../store/eventStore.ts';
import type { VisitHistory } from './nextVisit.ts';

/** The visit of a lift's cycle that is still to be made. */
export interface OpenVisit {
  readonly id: number;
  readonly kind: CycleKind;
  /** `planned`, `due` or `working`. */
  readonly stage: string;
  readonly dueOn: string;
  readonly maintenanceId: number | null;
  readonly category: string;
  readonly listVersion: string;
  /** As the row keeps them; empty where they are the standard's. */
  readonly items: string;
}

/** The facts about a lift's visits that decide its next one. */
export interface LiftClocks extends Pick<VisitHistory, 'lastDone' | 'maintainedByOn'> {
  readonly open: OpenVisit | undefined;
  /** The newest visit that was planned, where it was given up and no other took its place. */
  readonly givenUp: Pick<OpenVisit, 'id' | 'kind' | 'dueOn'> | undefined;
  /** The workers of the newest visit that had any. */
  readonly workerIds: readonly number[];
}

const kindOf = (name: string): CycleKind => cycleKinds.find((kind) => kind === name) ?? 'halfMonth';

/** The first due day tells when the clock behind it began. */
function firstKnownDay(row: { readonly done_on: string | null; readonly due_on: string | null }): string | null {
  const days = [row.done_on, row.due_on === null ? null : addDays(row.due_on, -cycleDays.halfMonth)];
  return days.filter((day) => day !== null).toSorted()[0] ?? null;
}

/** The clocks of these lifts, by their ids; none for a lift without a visit. */
export async function readLiftClocks(
  queries: Queries,
  ids: readonly number[],
): Promise<ReadonlyMap<number, LiftClocks>> {
  if (ids.length === 0) return new Map();
  const ofCycle = queries.selectFrom('visits').where('elevator_id', 'in', ids).where('depth', '>', 0);
  const [done, first, open, newest, worked] = await Promise.all([
    ofCycle
      .where('done_on', 'is not', null)
      .select(['elevator_id', 'kind', ({ fn }) => fn.max('done_on').as('done_on')])
      .groupBy(['elevator_id', 'kind'])
      .execute(),
    ofCycle
      .select(['elevator_id', ({ fn }) => fn.min('done_on').as('done_on'), ({ fn }) => fn.min('due_on').as('due_on')])
      .groupBy('elevator_id')
      .execute(),
    queries
      .selectFrom('open_visits as o')
      .innerJoin('visits as v', 'v.id', 'o.visit_id')
      .where('o.elevator_id', 'in', ids)
      .where('o.is_extra', '=', 0)
      .select(['v.elevator_id', 'v.id', 'v.kind', 'v.stage', 'v.due_on', 'v.maintenance_id', 'v.category'])
      .select(['v.list_version', 'v.items'])
      .execute(),
    queries
      .selectFrom('visits')
      .where('id', 'in', (builder) =>
        builder
          .selectFrom('visits')
          .where('elevator_id', 'in', ids)
          .where('depth', '>', 0)
          .where('due_on', 'is not', null)
          .groupBy('elevator_id')
          .select(({ fn }) => fn.max('id').as('id')),
      )
      .select(['elevator_id', 'id', 'kind', 'stage', 'due_on'])
      .execute(),
    queries
      .selectFrom('visits')
      .where('id', 'in', (builder) =>
        builder
          .selectFrom('visits')
          .where('elevator_id', 'in', ids)
          .where('depth', '>', 0)
          .where('worker1_id', 'is not', null)
          .groupBy('elevator_id')
          .select(({ fn }) => fn.max('id').as('id')),
      )
      .select(['elevator_id', 'worker1_id', 'worker2_id'])
      .execute(),
  ]);
  const lastDone = new Map<number, Partial<Record<CycleKind, string>>>();
  for (const row of done)
    if (isCycleKind(row.kind) && row.done_on !== null) {
      const ofLift = lastDone.get(row.elevator_id) ?? {};
      ofLift[row.kind] = row.done_on;
      lastDone.set(row.elevator_id, ofLift);
    }
  const firsts = new Map(first.map((row) => [row.elevator_id, firstKnownDay(row)]));
  const opens = new Map(open.map((row) => [row.elevator_id, row]));
  const newests = new Map(newest.map((row) => [row.elevator_id, row]));
  const workers = new Map(
    worked.map((row) => [row.elevator_id, [row.worker1_id, row.worker2_id].filter((id): id is number => id !== null)]),
  );
  return new Map(
    ids.map((id) => {
      const openRow = opens.get(id);
      const newestRow = newests.get(id);
      const isGivenUp = openRow === undefined && newestRow?.stage === 'replanned';
      return [
        id,
        {
          lastDone: lastDone.get(id) ?? {},
          maintainedByOn: firsts.get(id) ?? null,
          open:
            openRow === undefined
              ? undefined
              : {
                  id: openRow.id,
                  kind: kindOf(openRow.kind),
                  stage: openRow.stage,
                  dueOn: openRow.due_on ?? '',
                  maintenanceId: openRow.maintenance_id,
                  category: openRow.category,
                  listVersion: openRow.list_version,
                  items: openRow.items,
                },
          givenUp: isGivenUp
            ? { id: newestRow.id, kind: kindOf(newestRow.kind), dueOn: newestRow.due_on ?? '' }
            : undefined,
          workerIds: workers.get(id) ?? [],
        },
      ];
    }),
  );
}
