import * as z from 'zod';
import type { OutputOf, ParsedInputOf } from '../../src/contract/endpoint.ts';
import type { exceptionComments } from '../../src/contract/endpoints/exception.ts';
import type {
  CutPart,
  ExceptionChild,
  ExceptionComment,
  ExceptionDetail,
  ExceptionRow,
} from '../../src/contract/entities/exception.ts';
import { exceptionPrefixOf, exceptionTypeOf, keysOf, sweepWayLabels } from '../../src/contract/exceptions.ts';
import { toWireTime } from '../../src/contract/time.ts';
import { lifecycles, type AnyLifecycle } from '../../src/machines/lifecycles.ts';
import type { Principal } from '../access/principal.ts';
import { exceptionScopeCondition, recordScopeCondition } from '../access/scope.ts';
import { rescueScope } from '../domain/city/recordScope.ts';
import type { EventStore, Queries } from '../store/eventStore.ts';
import { readsOf } from '../store/readsOf.ts';
import type { ExceptionCommentTable } from '../store/rowTables.ts';
import { recordForMs } from '../telemetry/recorder.ts';
import { keptTypeOf, readExceptionRows } from './exceptionRow.ts';
import { listRows } from './listRows.ts';
import { rescuesOfFault } from './rescuesOfFault.ts';
import { timelineOf } from './timeline.ts';

const partsSchema = z.array(z.object({ name: z.string(), num: z.number() }));
const namesSchema = z.array(z.string());
const ways = keysOf(sweepWayLabels);

const nothing = { rescues: [], parts: [], photos: [], children: [], cut_parts: [] };

/** All about one exception; undefined where it does not exist, is hidden or is out of the caller's scope. */
export async function findException(
  store: EventStore,
  by: Principal,
  id: number,
  { peopleIn = () => null }: { readonly peopleIn?: (elevatorId: number) => number | null } = {},
): Promise<ExceptionDetail | undefined> {
  // Reads where the server writes, so that the answer to a step shows the step.
  const { rows } = store;
  const found = await rows
    .selectFrom('exceptions as x')
    .select([
      'x.id',
      'x.type',
      'x.cut_id',
      'x.elevator_id',
      'x.alarm_id',
      'x.raised_at_ms',
      'x.finished_at_ms',
      'x.parts',
      'x.photos',
      'x.repair_photos',
    ])
    .where('x.id', '=', id)
    .where('x.is_hidden', '=', 0)
    .where(() => exceptionScopeCondition(by.scope, 'x'))
    .executeTakeFirst();
  if (found === undefined) return findOrder(store, by, id);
  const lifecycle: AnyLifecycle = lifecycles[exceptionPrefixOf[keptTypeOf(found.type)]];
  const [[row], timeline, children, cutParts, rescues, recordingId] = await Promise.all([
    readExceptionRows(rows, by, [{ id, isOrder: false }]),
    timelineOf(store, lifecycle, id),
    readChildren(rows, by, id),
    found.cut_id === null ? [] : readCutParts(rows, by, found.cut_id, id),
    found.type === exceptionTypeOf.fault
      ? rescuesOfFault(rows, by, {
          elevatorId: found.elevator_id,
          raisedAtMs: found.raised_at_ms,
          finishedAtMs: found.finished_at_ms,
        })
      : [],
    recordingAround(rows, {
      elevatorId: found.elevator_id,
      alarmId: found.alarm_id,
      orderId: null,
      exceptionId: id,
      atMs: found.raised_at_ms,
    }),
  ]);
  if (row === undefined) return undefined;
  return {
    ...row,
    rescues,
    parts: partsSchema.parse(JSON.parse(found.parts)),
    photos: [found.photos, found.repair_photos].flatMap((names) => namesSchema.parse(JSON.parse(names))),
    timeline,
    children: children.map((child) => ({
      ...child,
      people_num: peopleIn(child.elevator_id),
      is_voided: voidedIn(row).has(child.elevator_id),
    })),
    cut_parts: cutParts,
    recording_id: recordingId,
  };
}

/** The other incidents of the same power cut in the caller's scope. */
async function readCutParts(queries: Queries, by: Principal, cutId: string, id: number): Promise<CutPart[]> {
  const found = await queries
    .selectFrom('exceptions as x')
    .select(['x.id', 'x.property_name', 'x.maintenance_name', 'x.child_num', 'x.swept_num', 'x.is_open'])
    .where('x.cut_id', '=', cutId)
    .where('x.id', '!=', id)
    .where('x.is_hidden', '=', 0)
    .where(() => exceptionScopeCondition(by.scope, 'x'))
    .orderBy('x.id')
    .execute();
  return found.map(({ is_open, ...part }) => ({ ...part, is_finished: is_open === 0 }));
}

/** Resolves to true if the caller may see it at all. */
export async function seesException({ rows }: EventStore, by: Principal, id: number): Promise<boolean> {
  const found = await rows
    .selectFrom('exceptions as x')
    .select('x.id')
    .where('x.id', '=', id)
    .where('x.is_hidden', '=', 0)
    .where(() => exceptionScopeCondition(by.scope, 'x'))
    .executeTakeFirst();
  return found !== undefined;
}

/** A call for help, as the list of exceptions shows it. */
async function findOrder(store: EventStore, by: Principal, id: number): Promise<ExceptionDetail | undefined> {
  if (!by.permissions.has(rescueScope.viewedBy)) return undefined;
  const found = await store.rows
    .selectFrom('rescue_orders as o')
    .select(['o.elevator_id', 'o.alarm_id', 'o.raised_at_ms'])
    .where('o.id', '=', id)
    .where('o.is_hidden', '=', 0)
    .where(() => recordScopeCondition(by.scope, 'o'))
    .executeTakeFirst();
  if (found === undefined) return undefined;
  const [[row], timeline, recordingId] = await Promise.all([
    readExceptionRows(store.rows, by, [{ id, isOrder: true }]),
    timelineOf(store, lifecycles.rescue, id),
    recordingAround(store.rows, {
      elevatorId: found.elevator_id,
      alarmId: found.alarm_id,
      orderId: id,
      exceptionId: null,
      atMs: found.raised_at_ms,
    }),
  ]);
  return row === undefined ? undefined : { ...row, ...nothing, timeline, recording_id: recordingId };
}

/** The lifts of an incident of several. Their open calls for help are shown to users who may see rescues. */
async function readChildren(
  queries: Queries,
  by: Principal,
  id: number,
): Promise<Omit<ExceptionChild, 'people_num' | 'is_voided'>[]> {
  const rows = await queries
    .selectFrom('exception_children as c')
    .leftJoin('open_rescues as o', 'o.elevator_id', 'c.elevator_id')
    .leftJoin('elevators as e', 'e.id', 'c.elevator_id')
    .selectAll('c')
    .select(['o.order_id', 'e.sos_tel'])
    .where('c.exception_id', '=', id)
    .orderBy('c.tag')
    .orderBy('c.elevator_id')
    .execute();
  const seesOrders = by.permissions.has(rescueScope.viewedBy);
  return rows.map((row) => ({
    elevator_id: row.elevator_id,
    tag: row.tag,
    addr: row.addr,
    swept_by: row.swept_by_name === '' ? null : { id: row.swept_by_id ?? 0, name: row.swept_by_name },
    swept_at: row.swept_at_ms === null ? null : toWireTime(row.swept_at_ms),
    way: ways.find((way) => way === row.way) ?? null,
    note: row.note,
    restored_at: row.restored_at_ms === null ? null : toWireTime(row.restored_at_ms),
    rescue_order_id: seesOrders ? row.order_id : null,
    sos_tel: row.sos_tel ?? '',
  }));
}

const voidedSchema = z.object({ voided: z.array(z.number()).default([]) });

/** The cars that were confirmed empty before their lift lost its power again. */
const voidedIn = ({ state }: ExceptionRow): ReadonlySet<number> =>
  new Set(voidedSchema.safeParse(state?.context).data?.voided);

/** The time before its incident at which a recording begins. */
const recordedBeforeMs = 5 * 60_000;

/** Its own recording, that of its alarm or its order, or else one of the lift that covers the moment. */
async function recordingAround(
  queries: Queries,
  of: {
    readonly elevatorId: number;
    readonly alarmId: number | null;
    readonly orderId: number | null;
    readonly exceptionId: number | null;
    readonly atMs: number;
  },
): Promise<number | null> {
  const found = await queries
    .selectFrom('recordings')
    .select(['id', 'alarm_id', 'rescue_order_id', 'exception_id'])
    .where('elevator_id', '=', of.elevatorId)
    .where('incident_at_ms', '>=', of.atMs - recordForMs)
    .where('incident_at_ms', '<=', of.atMs + recordedBeforeMs)
    .orderBy('incident_at_ms')
    .orderBy('id')
    .execute();
  const own = found.find(
    (row) =>
      (of.exceptionId !== null && row.exception_id === of.exceptionId) ||
      (of.alarmId !== null && row.alarm_id === of.alarmId) ||
      (of.orderId !== null && row.rescue_order_id === of.orderId),
  );
  return (own ?? found[0])?.id ?? null;
}

const commentOf = (row: ExceptionCommentTable): ExceptionComment => ({
  id: row.id,
  exception_id: row.exception_id,
  author: { id: row.author_id, name: row.author_name },
  text: row.text,
  photos: namesSchema.parse(JSON.parse(row.photos)),
  created_at: toWireTime(row.created_at_ms),
});

export async function findComment({ rows }: EventStore, id: number): Promise<ExceptionComment | undefined> {
  const row = await rows.selectFrom('exception_comments').selectAll().where('id', '=', id).executeTakeFirst();
  return row === undefined ? undefined : commentOf(row);
}

/** Newest first, unless told otherwise: a later comment has a higher id. The caller has checked that the exception is in scope. */
export function listComments(
  store: EventStore,
  by: Principal,
  query: ParsedInputOf<typeof exceptionComments>,
): Promise<OutputOf<typeof exceptionComments>> {
  const { id, ...page } = query;
  return listRows(page, {
    from: readsOf(store, by).selectFrom('exception_comments as c').where('c.exception_id', '=', id),
    select: (comments) => comments.selectAll('c'),
    toRow: commentOf,
    id: 'c.id',
    sorts: { created_at: 'c.id' },
  });
}
