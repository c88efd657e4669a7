import type { VisitEvent } from '../../src/contract/events/visit.ts';
import { depthOf } from '../../src/contract/visits/visitKinds.ts';
import { isVisitOpen, visitLifecycle, visitStageOf } from '../../src/machines/visitLifecycle.ts';
import type { VisitSnapshot } from '../../src/machines/visitMachine.ts';
import { run, type Queries, type TransactionSteps } from '../store/eventStore.ts';
import type { EventPlace } from './eventPlace.ts';
import { flag } from './flag.ts';
import { responsibleColumns } from './responsibleColumns.ts';

const workerColumns = ({ context: { workers } }: VisitSnapshot) => {
  const [first, second] = workers;
  return {
    worker1_id: first?.personId ?? null,
    worker1_user_id: first?.userId ?? null,
    worker1_name: first?.name ?? '',
    worker2_id: second?.personId ?? null,
    worker2_user_id: second?.userId ?? null,
    worker2_name: second?.name ?? '',
  };
};

const nothingDone = {
  done_on: null,
  item_num: 0,
  abnormal_num: 0,
  evidence: '',
  checked_out_at_ms: null,
  submitted_at_ms: null,
} as const;

/** The columns that an event changes beside those that follow from the state. */
function changedBy(event: VisitEvent) {
  switch (event.type) {
    case 'visit.assigned':
      return { planned_on: event.data.plannedOn };
    case 'visit.submitted':
      return {
        done_on: event.data.doneOn,
        item_num: event.data.itemNum,
        abnormal_num: event.data.deviations.filter(({ answer }) => answer === 'abnormal').length,
        checked_in_at_ms: event.data.checkedInAtMs,
        checked_out_at_ms: event.data.checkedOutAtMs,
        submitted_at_ms: event.receivedAtMs,
      };
    case 'visit.enteredFromPaper':
      return { done_on: event.data.doneOn, submitted_at_ms: event.receivedAtMs };
    case 'visit.judged':
      return { evidence: event.data.evidence };
    case 'visit.countersigned':
      return { signed_at_ms: event.receivedAtMs, signed_by_name: event.actor.name };
    case 'visit.rejected':
      return nothingDone;
    case 'visit.brokenOff':
      return { checked_in_at_ms: null };
    default:
      return {};
  }
}

/** The marks of an event join those of the record; the row keeps each once, in the order of their appearance. */
function* flagsAfter(event: VisitEvent, id: number, queries: Queries): TransactionSteps<{ readonly flags?: string }> {
  const flags = 'flags' in event.data ? (event.data.flags ?? []) : [];
  if (flags.length === 0) return {};
  const [row] = yield* run(queries.selectFrom('visits').select('flags').where('id', '=', id));
  const kept: unknown = JSON.parse(row?.flags ?? '[]');
  return { flags: JSON.stringify([...new Set([...(Array.isArray(kept) ? kept : []), ...flags])]) };
}

/** `visits`, and `open_visits`, whose primary key keeps a lift from having two open ones. */
export function* visitRows(
  event: VisitEvent,
  place: EventPlace,
  state: VisitSnapshot,
  queries: Queries,
): TransactionSteps {
  const { context } = state;
  const stage = visitStageOf(state) ?? 'planned';
  const isOpen = isVisitOpen(state);
  const common = {
    stage,
    status: visitLifecycle.statusIndex(state),
    is_open: flag(isOpen),
    overdue: flag(context.overdue),
    is_paper: flag(context.isPaper),
    checked_in_num: context.checkedIn.length,
    signed_num: context.signed.length,
    rejected_num: context.rejectedNum,
    updated_at_ms: event.receivedAtMs,
    position: place.position,
    ...workerColumns(state),
  };
  if (event.type === 'visit.planned' || event.type === 'visit.imported') {
    const { data } = event;
    const planned = event.type === 'visit.planned' ? event.data : undefined;
    yield* run(
      queries.insertInto('visits').values({
        id: data.visitId,
        elevator_id: data.elevatorId,
        tag: data.tag,
        addr: data.addr,
        ...responsibleColumns(data.responsible),
        property_name: data.responsible.propertyName,
        maintenance_name: data.responsible.maintenanceName,
        kind: data.kind,
        depth: depthOf(data.kind),
        category: planned?.category ?? '',
        list_version: planned?.listVersion ?? '',
        items: planned?.items === undefined ? '' : JSON.stringify(planned.items),
        parameters: JSON.stringify(planned?.parameters ?? {}),
        workers_needed: planned?.workersNeeded ?? 0,
        due_on: planned?.dueOn ?? null,
        planned_on: null,
        flags: '[]',
        ...nothingDone,
        done_on: event.type === 'visit.imported' ? event.data.doneOn : null,
        checked_in_at_ms: null,
        signed_at_ms: null,
        signed_by_name: '',
        planned_at_ms: event.receivedAtMs,
        ...common,
      }),
    );
    if (isOpen && !context.isWhole) yield* open(data.visitId, data.elevatorId, data.kind === 'extra', queries);
    return;
  }
  const id = Number(place.streamId);
  const flags = yield* flagsAfter(event, id, queries);
  yield* run(
    queries
      .updateTable('visits')
      .set({ ...common, ...changedBy(event), ...flags })
      .where('id', '=', id),
  );
  // A check-in by another clock is not the beginning of the stay: only the first counts.
  if (event.type === 'visit.checkedIn' && context.checkedIn.length === 1)
    yield* run(queries.updateTable('visits').set({ checked_in_at_ms: event.atMs }).where('id', '=', id));
  if (!isOpen) yield* run(queries.deleteFrom('open_visits').where('visit_id', '=', id));
  else if (event.type === 'visit.rejected' && !context.isWhole) {
    const [row] = yield* run(queries.selectFrom('visits').select(['elevator_id', 'depth']).where('id', '=', id));
    if (row !== undefined) yield* open(id, row.elevator_id, row.depth === 0, queries);
  }
}

function* open(visitId: number, elevatorId: number, isExtra: boolean, queries: Queries): TransactionSteps {
  yield* run(
    queries.insertInto('open_visits').values({ elevator_id: elevatorId, is_extra: flag(isExtra), visit_id: visitId }),
  );
}
