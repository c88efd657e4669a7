import type { OutputOf, ParsedInputOf } from '../../src/contract/endpoint.ts';
import type { visitWorkers } from '../../src/contract/endpoints/visit.ts';
import { companyScopeCondition } from '../access/companyScope.ts';
import type { Principal } from '../access/principal.ts';
import { NotFound } from '../domain/refusal.ts';
import { visitCandidates } from '../domain/visits/visitWorkers.ts';
import type { EventStore } from '../store/eventStore.ts';
import { readsOf } from '../store/readsOf.ts';

/** The people of a maintenance company in the caller's scope, whether each may be given a visit of this day, and what they already have. */
export async function visitWorkerChoices(
  store: EventStore,
  by: Principal,
  { maintenance_id: companyId, on }: ParsedInputOf<typeof visitWorkers>,
): Promise<OutputOf<typeof visitWorkers>> {
  const queries = readsOf(store, by);
  const company = await queries
    .selectFrom('organizations as o')
    .select('o.id')
    .where('o.id', '=', companyId)
    .where('o.org_type', '=', 5)
    .where(() => companyScopeCondition(by.scope, 'maintenance_id'))
    .executeTakeFirst();
  if (company === undefined) throw new NotFound();
  const [candidates, visits] = await Promise.all([
    visitCandidates(queries, on, { companyId }),
    queries
      .selectFrom('visits')
      .select(['worker1_id', 'worker2_id'])
      .where('is_open', '=', 1)
      .where('maintenance_id', '=', companyId)
      .where((eb) => eb.or([eb('planned_on', '=', on), eb.and([eb('planned_on', 'is', null), eb('due_on', '=', on)])]))
      .execute(),
  ]);
  const taken = new Map<number, number>();
  for (const id of visits.flatMap(({ worker1_id: first, worker2_id: second }) => [first, second]))
    if (id !== null) taken.set(id, (taken.get(id) ?? 0) + 1);
  return {
    list: candidates.map(({ worker, certificateExpiry, problem }) => ({
      id: worker.personId,
      name: worker.name,
      has_account: worker.userId !== null,
      certificate_expiry: certificateExpiry,
      problem,
      visits_that_day: taken.get(worker.personId) ?? 0,
    })),
  };
}
