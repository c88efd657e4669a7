import type { VisitDetail, VisitItem, VisitRow } from '../../src/contract/entities/visit.ts';
import { liftParametersSchema, type Deviation } from '../../src/contract/visits/recordParts.ts';
import { type VisitEvent } from '../../src/contract/events/visit.ts';
import { streamName } from '../../src/contract/streamName.ts';
import { dayOf, toWireTime } from '../../src/contract/time.ts';
import { type CheckItem } from '../../src/contract/visits/checkItem.ts';
import { limitText, mayBeNotDue } from '../../src/contract/visits/checkItems.ts';
import { visitLifecycle } from '../../src/machines/visitLifecycle.ts';
import type { Principal } from '../access/principal.ts';
import type { SealedIds } from '../access/sealedIds.ts';
import type { EventStore, Queries } from '../store/eventStore.ts';
import { proofPathOf } from './proofPath.ts';
import { timelineOf } from './timeline.ts';
import { itemsOfVisit } from '../domain/visits/itemsOfVisit.ts';
import { readVisits } from './visits.ts';

/** The log's events of a visit, parsed, with the hash of each. */
async function readVisitEvents(store: EventStore, id: number) {
  const events = await store.readStream(streamName('visit', id));
  return events.map(({ type, data, actor, atMs, receivedAtMs, position, hash }) => ({
    event: visitLifecycle.parseEvent({ type, data, actor, atMs, receivedAtMs }),
    position,
    hash,
  }));
}
type ReadEvent = Awaited<ReturnType<typeof readVisitEvents>>[number];

type EventOf<Type extends VisitEvent['type']> = Extract<VisitEvent, { readonly type: Type }>;
const isOf =
  <Type extends VisitEvent['type']>(type: Type) =>
  (event: VisitEvent): event is EventOf<Type> =>
    event.type === type;

/** Everything since the visit was last rejected or broken off: what its record is made of. */
function currentPart(events: readonly ReadEvent[]): readonly ReadEvent[] {
  const cut = events.findLastIndex(({ event: { type } }) => type === 'visit.brokenOff');
  return events.slice(cut + 1);
}

function itemRow(
  item: CheckItem,
  deviation: Deviation | undefined,
  isAnswered: boolean,
  faultId: number | null,
): VisitItem {
  return {
    code: item.code,
    name: item.name,
    requirement: item.requirement,
    is_test: item.isTest === true,
    limit: limitText(item),
    ...(item.limit === undefined ? {} : { bounds: item.limit }),
    may_be_not_due: mayBeNotDue(item),
    answer: isAnswered ? (deviation?.answer ?? 'normal') : null,
    note: deviation?.note ?? '',
    value: deviation?.value ?? null,
    photos: deviation?.photos ?? [],
    fault_id: faultId,
  };
}

/** Faults that the abnormal items of a visit opened or joined, by item. */
async function faultsOf(queries: Queries, id: number): Promise<ReadonlyMap<string, number>> {
  const rows = await queries
    .selectFrom('visit_faults')
    .select(['item_code', 'exception_id'])
    .where('visit_id', '=', id)
    .execute();
  return new Map(rows.map((row) => [row.item_code, row.exception_id]));
}

export interface VisitDetailParts {
  readonly store: EventStore;
  readonly ids: SealedIds;
}

/** All about one visit; undefined where it does not exist or is out of the caller's scope. */
export async function findVisit(
  { store, ids }: VisitDetailParts,
  by: Principal,
  id: number,
  nowMs: number,
): Promise<VisitDetail | undefined> {
  // Reads where the server writes, so that the answer to a step shows the step.
  const { rows } = store;
  const [[row], kept] = await Promise.all([
    readVisits(rows, by, [id], dayOf(nowMs)),
    rows
      .selectFrom('visits')
      .select(['category', 'kind', 'items', 'list_version', 'parameters', 'maintenance_id'])
      .where('id', '=', id)
      .executeTakeFirst(),
  ]);
  if (row === undefined || kept === undefined) return undefined;
  const [events, timeline, faults, company] = await Promise.all([
    readVisitEvents(store, id),
    timelineOf(store, visitLifecycle, id),
    faultsOf(rows, id),
    kept.maintenance_id === null
      ? undefined
      : rows
          .selectFrom('organizations')
          .select(['id', 'name', 'contact_mobile', 'duty_phone', 'address'])
          .where('id', '=', kept.maintenance_id)
          .executeTakeFirst(),
  ]);
  return {
    ...row,
    category: kept.category,
    list_version: kept.list_version,
    parameters: liftParametersSchema.partial().parse(JSON.parse(kept.parameters)),
    ...recordOf(ids, row, itemsOfVisit(kept), events, faults),
    maintain_info: company ?? null,
    timeline,
  };
}

function recordOf(
  ids: SealedIds,
  row: VisitRow,
  items: readonly CheckItem[],
  all: readonly ReadEvent[],
  faults: ReadonlyMap<string, number>,
): Pick<
  VisitDetail,
  'items' | 'deviations' | 'parts' | 'photos' | 'note' | 'check_ins' | 'signatures' | 'device' | 'proof'
> {
  const current = currentPart(all);
  const rejectedAt = current.findLastIndex(({ event: { type } }) => type === 'visit.rejected');
  const sinceRejection = current.slice(rejectedAt + 1);
  const events = sinceRejection.map(({ event }) => event);
  const submitted = events.findLast(isOf('visit.submitted'));
  const paper = events.findLast(isOf('visit.enteredFromPaper'));
  const judged = events.findLast(isOf('visit.judged'));
  const stands = row.submitted_at !== null;
  const deviations = submitted?.data.deviations ?? [];
  const proven = sinceRejection.findLast(
    ({ event: { type } }) => type === 'visit.submitted' || type === 'visit.enteredFromPaper',
  );
  return {
    items: items.map((item) =>
      itemRow(
        item,
        deviations.find(({ code }) => code === item.code),
        stands && submitted !== undefined,
        faults.get(item.code) ?? null,
      ),
    ),
    deviations: [...deviations],
    parts: [...(submitted?.data.parts ?? [])],
    photos: [...(submitted?.data.photos ?? paper?.data.photos ?? [])],
    note: submitted?.data.note ?? paper?.data.note ?? '',
    check_ins: current
      .map(({ event }) => event)
      .filter(isOf('visit.checkedIn'))
      .map(({ data, atMs, receivedAtMs }) => ({
        name: data.worker.name,
        at: toWireTime(atMs),
        received_at: toWireTime(receivedAtMs),
        distance_m: data.distanceM,
        place: data.place,
        presence: data.presence,
        flags: [...data.flags],
      })),
    signatures: events.flatMap((event): VisitDetail['signatures'] => {
      if (event.type === 'visit.submitted' || event.type === 'visit.cosigned')
        return [
          {
            role: 'worker',
            name: event.data.worker.name,
            at: toWireTime(event.atMs),
            strokes: event.data.signature,
          },
        ];
      if (event.type === 'visit.countersigned')
        return [
          {
            role: 'officer',
            name: event.actor.name,
            at: toWireTime(event.atMs),
            strokes: event.data.signature,
          },
        ];
      return [];
    }),
    device:
      judged === undefined
        ? null
        : {
            stay_seconds: judged.data.staySeconds,
            reported_seconds: judged.data.reportedSeconds,
            inspection_seconds: judged.data.inspectionSeconds,
            door_cycles: judged.data.doorCycles,
          },
    proof: proven === undefined ? null : { hash: proven.hash, path: proofPathOf(ids, proven) },
  };
}
