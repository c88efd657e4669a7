import type { VisitDetail } from '../../../src/contract/entities/visit.ts';
import { dayOf } from '../../../src/contract/time.ts';
import type { Principal } from '../../access/principal.ts';
import type { SealedIds } from '../../access/sealedIds.ts';
import type { Domain } from '../../domain/createDomain.ts';
import { NotFound } from '../../domain/refusal.ts';
import { myVisits } from '../../queries/myVisits.ts';
import { listUnplannedLifts } from '../../queries/unplannedLifts.ts';
import { findVisit } from '../../queries/visitDetail.ts';
import { readVisitsOfAbsent } from '../../queries/visitAway.ts';
import { readVisitCalendar, readVisitSummary } from '../../queries/visitOverview.ts';
import { listVisits, readVisits } from '../../queries/visits.ts';
import { checkLists, findCheckList, listCheckLists } from '../../queries/checkLists.ts';
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
  | 'visitCalendar'
  | 'visitSummary'
  | 'visitAway'
  | 'checkListChoices'
  | 'checkListList'
  | 'checkListDetail'
  | 'visitUnplanned'
>;

export function visitHandlers({
  store,
  clock,
  domain,
  ids,
}: {
  readonly store: EventStore;
  readonly ids: SealedIds;
  readonly clock: Clock;
  readonly domain: Domain;
}): VisitHandlers {
  async function detailOf(by: Principal, id: number): Promise<VisitDetail> {
    const detail = await findVisit({ store, ids }, by, id, clock.nowMs());
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
    visitMine: (_input, { principal }) => myVisits({ store, ids }, principal, clock.nowMs(), domain.settings.current()),
    visitCalendar: (input, { principal }) => readVisitCalendar(store, principal, input, clock.nowMs()),
    visitSummary: (input, { principal }) => readVisitSummary(store, principal, input, clock.nowMs()),
    visitAway: (input, { principal }) => readVisitsOfAbsent(store, principal, input, clock.nowMs()),
    checkListChoices: async (_input, { principal }) => ({ list: await checkLists(store, principal) }),
    checkListList: (input, { principal }) => listCheckLists(store, principal, input),
    checkListDetail: ({ id }, { principal }) => findCheckList(store, principal, id),
  };
}
