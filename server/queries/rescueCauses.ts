import { sql } from 'kysely';
import type { OutputOf, ParsedInputOf } from '../../src/contract/endpoint.ts';
import type { statsRescueCauses } from '../../src/contract/endpoints/stats.ts';
import { detailOfLabel } from '../../src/contract/entities/faultCause.ts';
import { rescueCauseLabels, rescueCauses } from '../../src/contract/labels.ts';
import type { Principal } from '../access/principal.ts';
import { recordScopeCondition } from '../access/scope.ts';
import type { EventStore } from '../store/eventStore.ts';
import { readsOf } from '../store/readsOf.ts';
import { causeDetailCode, causeDetailLabel } from './linkedFault.ts';

/**
 * Rescues in the caller's scope by cause and its detail, the most frequent first: those of the history, without false calls. The detail is
 * the record's own, or that of the fault that led to it. One that was renamed is one row.
 */
export async function countRescueCauses(
  store: EventStore,
  by: Principal,
  { from, to }: ParsedInputOf<typeof statsRescueCauses>,
): Promise<OutputOf<typeof statsRescueCauses>> {
  const reads = readsOf(store, by);
  let orders = reads
    .selectFrom('rescue_orders as o')
    .where('o.is_hidden', '=', 0)
    .where('o.stage', '<>', 'falseCall')
    .where(() => recordScopeCondition(by.scope, 'o'));
  if (from !== undefined) orders = orders.where('o.raised_at_ms', '>=', Date.parse(from));
  if (to !== undefined) orders = orders.where('o.raised_at_ms', '<=', Date.parse(to));
  const rows = await reads
    .selectFrom(
      orders
        .select(['o.cause', 'o.was_trapped', 'o.people_num'])
        .select([causeDetailCode.as('cause_detail'), causeDetailLabel.as('cause_detail_label')])
        .as('o'),
    )
    .select(({ fn }) => [
      'o.cause',
      'o.cause_detail',
      fn.max('o.cause_detail_label').as('cause_detail_label'),
      fn.countAll<number>().as('num'),
      sql<number>`sum(case when o.was_trapped = 1 then 1 else 0 end)`.as('trapped_num'),
      sql<number>`cast(sum(case when o.was_trapped = 1 then coalesce(o.people_num, 0) else 0 end) as bigint)`.as(
        'people_num',
      ),
    ])
    .groupBy(['o.cause', 'o.cause_detail'])
    .orderBy('num', 'desc')
    // The databases disagree where null comes: here always last.
    .orderBy(sql`coalesce(o.cause, 'zz')`)
    .orderBy('o.cause_detail')
    .execute();
  const list = rows.map((row) => {
    const cause = rescueCauses.find((name) => name === row.cause) ?? null;
    return {
      cause,
      cause_label: cause === null ? '' : rescueCauseLabels[cause],
      cause_detail: row.cause_detail,
      cause_detail_label: detailOfLabel(row.cause_detail_label),
      num: row.num,
      trapped_num: row.trapped_num,
      people_num: row.people_num,
    };
  });
  return { total: list.reduce((sum, { num }) => sum + num, 0), causes: list };
}
