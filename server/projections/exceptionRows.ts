import { sql } from 'kysely';
import * as z from 'zod';
import {
  exceptionPrefixOf,
  exceptionTypeOf,
  faultPhenomenonLabels,
  keysOf,
  type ExceptionPrefix,
} from '../../src/contract/exceptions.ts';
import { streamName } from '../../src/contract/streamName.ts';
import { openKeyOf, type ExceptionSubject, type ResponsibleCompanies } from '../../src/machines/openExceptionKey.ts';
import { stopsCar } from '../../src/contract/stopsCar.ts';
import { run, type Queries, type TransactionSteps } from '../store/eventStore.ts';
import { columnsOf, runPrepared } from '../store/runPrepared.ts';
import type { ExceptionTable } from '../store/rowTables.ts';
import type { Database } from '../store/schema.ts';
import type { CalendarShift } from './calendarShift.ts';
import type { EventPlace } from './eventPlace.ts';
import { exceptionChildRows } from './exceptionChildRows.ts';
import type { ExceptionFigures } from './exceptionFigures.ts';
import { responsibleColumns } from './responsibleColumns.ts';
import type { ExceptionEvent } from './exceptionEvent.ts';

type OpeningEvent = Extract<ExceptionEvent, { type: 'fault.occurred' | 'scooter.detected' | 'incident.opened' }>;

/** The projections of the three lifecycles share these tables, so a rebuild of one is a rebuild of all. */
export const exceptionTables = [
  'exceptions',
  'exception_children',
  'exception_comments',
  'open_exceptions',
] as const satisfies readonly (keyof Database)[];

const faultPhenomena = keysOf(faultPhenomenonLabels);
const namesSchema = z.array(z.string());

type Flag = 0 | 1;
const flag = (value: boolean): Flag => (value ? 1 : 0);

function rowOfFigures(figures: ExceptionFigures) {
  const { context, holder } = figures;
  return {
    status: figures.status,
    stage: figures.stage,
    is_open: flag(!figures.isClosed),
    is_hidden: flag(context.hidden),
    is_active: flag(figures.isActive),
    is_false: flag(figures.isFalse),
    overdue: flag(context.overdue),
    door_held: flag(figures.isDoorHeld),
    repeat_num: context.repeatCount,
    comment_num: context.commentCount,
    child_num: figures.childCount,
    swept_num: figures.sweptCount,
    accepted_by_id: typeof holder?.id === 'number' ? holder.id : null,
    accepted_by_name: holder?.name ?? '',
    due_at_ms: context.limitFromMs + context.handleLimitMs,
    cleared_at_ms: context.clearedAtMs,
    finished_at_ms: context.closedAtMs,
    stood_until_ms: figures.stoodUntilMs,
  };
}

/** Null, where nobody knows. */
const flagOrNull = (value: boolean | null): Flag | null => (value === null ? null : flag(value));

const noRepair = { cause: '', cause_label: '', parts: '[]', repair_photos: '[]' };

/** Returns the columns that this event changes beside the state. */
function rowOfEvent(event: ExceptionEvent): Partial<ExceptionTable> {
  switch (event.type) {
    case 'fault.repaired':
      return {
        cause: event.data.cause,
        cause_label: event.data.causeLabel ?? '',
        parts: JSON.stringify(event.data.parts ?? []),
        repair_photos: JSON.stringify(event.data.photos ?? []),
        ...(event.data.stopsCar === undefined ? {} : { stops_car: flag(event.data.stopsCar) }),
        ...(event.data.rescueOrderId === undefined ? {} : { rescue_order_id: event.data.rescueOrderId }),
      };
    case 'fault.reopened':
      return noRepair;
    case 'scooter.removed':
      return { repair_photos: JSON.stringify(event.data.photos ?? []) };
    case 'fault.repeated':
    case 'scooter.repeated':
    case 'incident.repeated':
      return {
        ...(event.data.callerName === undefined ? {} : { caller_name: event.data.callerName }),
        ...(event.data.callerPhone === undefined ? {} : { caller_phone: event.data.callerPhone }),
      };
    default:
      return {};
  }
}

function subjectOf(event: OpeningEvent): ExceptionSubject {
  switch (event.type) {
    case 'fault.occurred':
      return { type: 3, code: event.data.code, phenomenon: event.data.phenomenon };
    case 'scooter.detected':
      return { type: 2 };
    case 'incident.opened':
      return { type: 4, kind: event.data.kind };
  }
}

const isOpening = (event: ExceptionEvent): event is OpeningEvent =>
  event.type === 'fault.occurred' || event.type === 'scooter.detected' || event.type === 'incident.opened';

/**
 * `exceptions`, with the lifts of an incident and the comments, and `open_exceptions`, whose primary key lets a place have one open
 * exception of a cause only.
 */
export function* exceptionRows(
  event: ExceptionEvent,
  { position, streamId }: EventPlace,
  figures: ExceptionFigures,
  queries: Queries,
): TransactionSteps {
  const id = Number(streamId);
  const common = { ...rowOfFigures(figures), updated_at_ms: event.receivedAtMs, position };
  if (isOpening(event)) {
    yield* openRow(event, common, queries);
    yield* exceptionChildRows(event, id, queries);
    return;
  }
  if (event.type === 'fault.repeated' || event.type === 'fault.reopened')
    yield* standsAgain(id, event.receivedAtMs, figures, queries);
  const changed = { ...common, ...rowOfEvent(event) };
  yield* runPrepared(queries, `exceptions.update ${columnsOf(changed)}`, [...Object.values(changed), id], () =>
    queries.updateTable('exceptions').set(changed).where('id', '=', id),
  );
  yield* exceptionChildRows(event, id, queries);
  if ('photos' in event.data && event.type.endsWith('.repeated'))
    yield* addPhotos(id, event.data.photos ?? [], queries);
  if (event.type === 'fault.commented' || event.type === 'scooter.commented' || event.type === 'incident.commented')
    yield* run(
      queries.insertInto('exception_comments').values({
        id: position,
        exception_id: id,
        author_id: typeof event.actor.id === 'number' ? event.actor.id : 0,
        author_name: event.actor.name,
        text: event.data.text,
        photos: JSON.stringify(event.data.photos ?? []),
        created_at_ms: event.receivedAtMs,
      }),
    );
  if (event.type === 'fault.reopened') yield* openAgain(id, queries);
  if (figures.isClosed)
    yield* runPrepared(queries, 'open_exceptions.delete', [id], () =>
      queries.deleteFrom('open_exceptions').where('exception_id', '=', id),
    );
}

type CommonColumns = ReturnType<typeof rowOfFigures> & Pick<ExceptionTable, 'updated_at_ms' | 'position'>;

function* openRow(event: OpeningEvent, common: CommonColumns, queries: Queries): TransactionSteps {
  const { data, receivedAtMs } = event;
  const { responsible } = data;
  const subject = subjectOf(event);
  const cut = event.type === 'incident.opened' ? event.data.cut : undefined;
  const { exceptionId, elevatorId } = data;
  const place = { elevatorId, communityId: responsible.communityId };
  yield* insertOpen(subject, exceptionId, cut === undefined ? place : { ...place, companies: responsible }, queries);
  const row = {
    id: data.exceptionId,
    type: subject.type,
    elevator_id: data.elevatorId,
    tag: data.tag,
    addr: data.addr,
    ...responsibleColumns(responsible),
    property_name: responsible.propertyName,
    maintenance_name: responsible.maintenanceName,
    level: data.level,
    late: flag(data.late),
    source: data.source,
    device_key: data.deviceKey,
    code: data.code,
    phenomenon: subject.type === 3 ? subject.phenomenon : null,
    incident_kind: subject.type === 4 ? subject.kind : null,
    cut_id: cut ?? null,
    alarm_id: data.alarmId,
    rescue_order_id: event.type === 'fault.occurred' ? event.data.rescueOrderId : null,
    caller_name: data.callerName ?? '',
    caller_phone: data.callerPhone ?? '',
    detail: data.note ?? '',
    photos: JSON.stringify(data.photos ?? []),
    raised_at_ms: receivedAtMs,
    ...noRepair,
    stops_car: event.type === 'fault.occurred' ? flagOrNull(stopsCar(event.data)) : null,
    stood_from_ms: event.type === 'fault.occurred' ? receivedAtMs : null,
    stood_before_ms: 0,
    ...common,
  };
  yield* runPrepared(queries, 'exceptions.insert', Object.values(row), () =>
    queries.insertInto('exceptions').values(row),
  );
}

function* insertOpen(
  subject: ExceptionSubject,
  exceptionId: number,
  where: { readonly elevatorId: number; readonly communityId: number; readonly companies?: ResponsibleCompanies },
  queries: Queries,
): TransactionSteps {
  const { place, causeKey } = openKeyOf(subject, where);
  const open = {
    place,
    cause_key: causeKey,
    exception_id: exceptionId,
    stream: streamName(exceptionPrefixOf[subject.type], exceptionId),
  };
  yield* runPrepared(queries, 'open_exceptions.insert', Object.values(open), () =>
    queries.insertInto('open_exceptions').values(open),
  );
}

/** A fault that stood no more and does so again begins a stretch of its own; what lies between is none. */
function* standsAgain(
  id: number,
  atMs: number,
  { stoodUntilMs }: ExceptionFigures,
  queries: Queries,
): TransactionSteps {
  if (stoodUntilMs !== null) return;
  yield* runPrepared(queries, 'exceptions.standsAgain', [atMs, id], () =>
    queries
      .updateTable('exceptions')
      // No begin is known of rows from before it was kept, until they are rebuilt.
      .set({
        stood_before_ms: sql<number>`stood_before_ms + coalesce(stood_until_ms - stood_from_ms, 0)`,
        stood_from_ms: atMs,
      })
      .where('id', '=', id)
      .where('stood_until_ms', 'is not', null),
  );
}

/** A fault that is open again. The primary key refuses it if the same fault was reported again meanwhile. */
function* openAgain(id: number, queries: Queries): TransactionSteps {
  const [row] = yield* run(
    queries.selectFrom('exceptions').select(['elevator_id', 'community_id', 'code', 'phenomenon']).where('id', '=', id),
  );
  if (row === undefined) return;
  const phenomenon = faultPhenomena.find((name) => name === row.phenomenon) ?? 'other';
  // A fault that comes back from 'repaired' was never closed.
  yield* run(queries.deleteFrom('open_exceptions').where('exception_id', '=', id));
  // The word of the person who repaired it then goes with that repair.
  const stopped = flagOrNull(stopsCar({ code: row.code, phenomenon }));
  yield* run(queries.updateTable('exceptions').set({ stops_car: stopped }).where('id', '=', id));
  const place = { elevatorId: row.elevator_id, communityId: row.community_id };
  yield* insertOpen({ type: 3, code: row.code, phenomenon }, id, place, queries);
}

function* addPhotos(id: number, names: readonly string[], queries: Queries): TransactionSteps {
  if (names.length === 0) return;
  const [row] = yield* run(queries.selectFrom('exceptions').select('photos').where('id', '=', id));
  const photos = JSON.stringify([...namesSchema.parse(JSON.parse(row?.photos ?? '[]')), ...names]);
  yield* run(queries.updateTable('exceptions').set({ photos }).where('id', '=', id));
}

/** Moves the open rows of one lifecycle along with the server's calendar. */
export const exceptionShift = (prefix: ExceptionPrefix): CalendarShift => ({
  /** An exception that has passed its deadline has no further one, and is still open. */
  *openStreams(queries) {
    const open = yield* run(
      queries.selectFrom('open_exceptions').select('stream').where('stream', 'like', `${prefix}-%`),
    );
    return open.map(({ stream }) => stream);
  },
  /** SQL leaves a null moment null. */
  *shiftRows(byMs, queries) {
    yield* run(
      queries
        .updateTable('exceptions')
        .where('is_open', '=', 1)
        .where('type', '=', exceptionTypeOf[prefix])
        .set((row) => ({
          raised_at_ms: row('raised_at_ms', '+', byMs),
          due_at_ms: row('due_at_ms', '+', byMs),
          cleared_at_ms: row('cleared_at_ms', '+', byMs),
          stood_from_ms: row('stood_from_ms', '+', byMs),
          stood_until_ms: row('stood_until_ms', '+', byMs),
        })),
    );
  },
});
