import { sql, type RawBuilder } from 'kysely';
import { liftStates } from '../../../src/contract/entities/elevatorFields.ts';
import { run, type Queries, type TransactionSteps } from '../../store/eventStore.ts';

/** All lifts, or those of these ids or communities. */
export interface ChangedLifts {
  readonly elevatorIds?: readonly number[];
  readonly communityIds?: readonly number[];
}

function liftIdsOf({ elevatorIds, communityIds }: ChangedLifts): RawBuilder<unknown> {
  if (elevatorIds !== undefined) return sql`(${sql.join(elevatorIds)})`;
  if (communityIds !== undefined)
    return sql`(select l.id from elevators l where l.community_id in (${sql.join(communityIds)}))`;
  return sql`(select l.id from elevators l)`;
}

/** 1 for a lift `e` that is in use by its state, else 0. */
const isInUse = sql<0 | 1>`case when e.state = ${sql.lit(liftStates.inUse)} then 1 else 0 end`;

/** The open interval no longer says who is responsible for its lift, or whether it is in use. */
const isOutdated = sql<boolean>`not exists (
  select 1 from elevators e join communities c on c.id = e.community_id
  where e.id = responsibilities.elevator_id and c.area_id = responsibilities.area_id and e.community_id = responsibilities.community_id
    and e.property_id is not distinct from responsibilities.property_id
    and e.brand_id is not distinct from responsibilities.brand_id
    and e.maintenance_id is not distinct from responsibilities.maintenance_id
    and ${isInUse} = responsibilities.is_in_use)`;

/**
 * Ends the intervals of these lifts that no longer hold and begins new ones at `fromMs` (epoch ms), or when each lift
 * was installed. Belongs into the transaction of every change of a lift's region, community, companies or state, after the
 * rows have changed; repeating it changes nothing.
 */
export function* keepResponsibility(
  queries: Queries,
  lifts: ChangedLifts,
  fromMs: number | 'installation',
): TransactionSteps {
  if (lifts.elevatorIds?.length === 0 || lifts.communityIds?.length === 0) return;
  const ids = liftIdsOf(lifts);
  if (fromMs !== 'installation') {
    const outdated = sql<boolean>`to_ms is null and elevator_id in ${ids} and ${isOutdated}`;
    // What lasted no time at all was a slip that was mended.
    yield* run(
      queries
        .deleteFrom('responsibilities')
        .where(() => outdated)
        .where('from_ms', '>=', fromMs),
    );
    yield* run(
      queries
        .updateTable('responsibilities')
        .set({ to_ms: fromMs })
        .where(() => outdated),
    );
  }
  const from = fromMs === 'installation' ? sql<number>`coalesce(e.install_at_ms, 0)` : sql<number>`${sql.lit(fromMs)}`;
  yield* run(
    queries
      .insertInto('responsibilities')
      .columns([
        'elevator_id',
        'from_ms',
        'area_id',
        'community_id',
        'property_id',
        'brand_id',
        'maintenance_id',
        'is_in_use',
      ])
      .expression((builder) =>
        builder
          .selectFrom('elevators as e')
          .innerJoin('communities as c', 'c.id', 'e.community_id')
          .select([
            'e.id',
            from.as('from_ms'),
            'c.area_id',
            'e.community_id',
            'e.property_id',
            'e.brand_id',
            'e.maintenance_id',
            isInUse.as('is_in_use'),
          ])
          .where(() => sql<boolean>`e.id in ${ids}`)
          .where(
            () =>
              sql<boolean>`not exists (select 1 from responsibilities r where r.elevator_id = e.id and r.to_ms is null)`,
          ),
      ),
  );
}
