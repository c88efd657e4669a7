import type { VisitDetail } from '../../../src/contract/entities/visit.ts';
import { dayOf } from '../../../src/contract/time.ts';
import type { Principal } from '../../access/principal.ts';
import type { Domain } from '../../domain/createDomain.ts';
import { NotFound } from '../../domain/refusal.ts';
import { myVisits } from '../../queries/myVisits.ts';
import { listUnplannedLifts } from '../../queries/unplannedLifts.ts';
import { findVisit } from '../../queries/visitDetail.ts';
import { listVisits, readVisits } from '../../queries/visits.ts';
import { visitWorkerChoices } from '../../queries/visitWorkers.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { EventStore } from '../../store/eventStore.ts';
import type { Handlers } from '../handlers.ts';

type VisitHandlers = Pick<
  Handlers,
  | 'visitList'
  | 'visitDetail'
  | 'visitPlan'
  | 'visitAckState'
  | 'visitAssign'
  | 'visitWorkers'
  | 'visitMine'
  | 'visitUnplanned'
>;

export function visitHandlers({
  store,
  clock,
  domain,
}: {
  readonly store: EventStore;
  readonly clock: Clock;
  readonly domain: Domain;
}): VisitHandlers {
  async function detailOf(by: Principal, id: number): Promise<VisitDetail> {
    const detail = await findVisit(store, by, id, clock.nowMs());
    if (detail === undefined) throw new NotFound();
    return detail;
  }

  return {
    visitList: (input, { principal }) => listVisits(store, principal, input, clock.nowMs()),
    visitUnplanned: (input, { principal }) => listUnplannedLifts(store, principal, input),
    visitDetail: ({ id }, { principal }) => detailOf(principal, id),
    async visitPlan(input, { principal }) {
      const id = await domain.visits.plan(principal, input);
      const [row] = await readVisits(store.rows, principal, [id], dayOf(clock.nowMs()));
      if (row === undefined) throw new NotFound();
      return row;
    },
    async visitAckState(input, { principal }) {
      await domain.visits.step(principal, input);
      return detailOf(principal, input.id);
    },
    async visitAssign(input, { principal }) {
      const { assigned, refused } = await domain.visits.assign(principal, input);
      return { assigned, refused: [...refused] };
    },
    visitWorkers: (input, { principal }) => visitWorkerChoices(store, principal, input),
    visitMine: (_input, { principal }) => myVisits(store, principal, clock.nowMs(), domain.settings.current()),
  };
}
