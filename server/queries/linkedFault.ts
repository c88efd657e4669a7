import { sql, type RawBuilder } from 'kysely';
import { rescueCauseGroups } from '../../src/contract/entities/faultCause.ts';

/** `rescueCauseGroups` in SQL, of the order's cause. */
const groupOfCause = sql`case o.cause ${sql.join(
  Object.entries(rescueCauseGroups).flatMap(([cause, group]) =>
    group === null ? [] : [sql`when ${sql.lit(cause)} then ${sql.lit(group)}`],
  ),
  sql` `,
)} end`;

/**
 * A column of the fault that led to the rescue order `o`: the last one that was repaired with a cause of level 2 below the order's own cause.
 * Null for none, and where the order has a detail of its own (docs/decisions/0109).
 */
export const ofLinkedFault = <Value>(column: 'id' | 'cause' | 'cause_label'): RawBuilder<Value | null> =>
  sql`case when o.cause_detail = '' then (
    select ${sql.ref(`lf.${column}`)} from exceptions lf join fault_causes lc on lc.code = lf.cause
    where lf.rescue_order_id = o.id and lf.is_hidden = 0 and lf.is_false = 0 and lc.parent_code = ${groupOfCause}
    order by lf.id desc limit 1) end`;

/** The code of the detail of the order's cause: its own, or that of the fault that led to it; empty for none. */
export const causeDetailCode = sql<string>`case when o.cause_detail <> '' then o.cause_detail
  else coalesce(${ofLinkedFault<string>('cause')}, '') end`;

/** The same in words; those of a fault name the cause above it, too: `detailOfLabel`. */
export const causeDetailLabel = sql<string>`case when o.cause_detail <> '' then o.cause_detail_label
  else coalesce(${ofLinkedFault<string>('cause_label')}, '') end`;
