import { sql } from 'kysely';
import { liftStates } from '../../../src/contract/entities/elevatorFields.ts';
import { standardListVersion } from '../../../src/contract/visits/checkItem.ts';
import type { Queries } from '../../store/eventStore.ts';

/**
 * The next lifts after `afterId`, in the order of their ids, whose open visit is missing although they can be planned, or no longer
 * fits them. On most days that is none, however many lifts there are.
 */
export async function liftsToPlan(queries: Queries, afterId: number, limit: number): Promise<readonly number[]> {
  const { rows } = await sql<{ readonly id: number }>`
    select x.id from (
      select e.id from elevators e
      left join open_visits o on o.elevator_id = e.id and o.is_extra = 0
      left join visits v on v.id = o.visit_id
      left join check_lists l on l.id = e.check_list_id
      where e.id > ${afterId} and (
        (o.visit_id is null and e.state = ${sql.lit(liftStates.inUse)} and e.maintenance_id is not null
          and e.category <> '' and (e.special_type = '' or e.check_list_id is not null))
        or (v.stage in ('planned', 'due') and (
          e.state <> ${sql.lit(liftStates.inUse)}
          or e.maintenance_id is null or v.maintenance_id is null or e.maintenance_id <> v.maintenance_id
          or e.category <> v.category or coalesce(l.list_version, ${standardListVersion}) <> v.list_version
          or (e.special_type <> '' and e.check_list_id is null))))
      union all
      select o.elevator_id as id from open_visits o
      where o.is_extra = 0 and o.elevator_id > ${afterId}
        and not exists (select 1 from elevators e where e.id = o.elevator_id)
    ) x order by x.id limit ${limit}`.execute(queries);
  return rows.map(({ id }) => id);
}
