import { hash } from 'node:crypto';
import * as z from 'zod';
import { actorSchema, type StoredEvent } from '../../src/contract/events/storedEvent.ts';
import type { AppendRequest, NewEvent } from './eventStore.ts';
import { toJsonText } from './keepable.ts';
import type { EventsTable } from './schema.ts';
import type { Upcasters } from './upcasters.ts';

const metaSchema = z.object({
  actor: actorSchema,
  causation: z.number().int().optional(),
  correlation: z.string().optional(),
});

/** The end of the log, to which the next event is chained. */
export interface LogHead {
  readonly position: number;
  readonly hash: string;
}

/** SHA-256 over the previous hash and everything stored for the event, exactly as stored. */
export function hashOf(row: Omit<EventsTable, 'hash'>): string {
  const content = JSON.stringify([
    row.prev_hash,
    row.position,
    row.stream,
    row.version,
    row.type,
    row.schema_version,
    row.data,
    row.meta,
    row.at_ms,
    row.received_at_ms,
    row.message_id,
  ]);
  return hash('sha256', content, 'hex');
}

/** The actor and links of a request as stored; the same text for each of its events. */
export function metaText(request: AppendRequest): string {
  return JSON.stringify({
    actor: request.actor,
    causation: request.causationPosition,
    correlation: request.correlationId,
  });
}

export interface RowPlace {
  readonly head: LogHead;
  readonly stream: string;
  readonly version: number;
  readonly receivedAtMs: number;
  readonly messageId: string | undefined;
  readonly meta: string;
  readonly upcasters: Upcasters;
}

/** The row of a new event at its place in the log. Throws UnkeepableDataError when `data` is no JSON. */
export function toRow(event: NewEvent, place: RowPlace): EventsTable {
  const row = {
    position: place.head.position + 1,
    stream: place.stream,
    version: place.version,
    type: event.type,
    schema_version: place.upcasters.currentVersion(event.type),
    data: toJsonText(event.data),
    meta:
      event.actor === undefined
        ? place.meta
        : JSON.stringify({ ...metaSchema.parse(JSON.parse(place.meta)), actor: event.actor }),
    at_ms: event.atMs,
    received_at_ms: event.receivedAtMs ?? place.receivedAtMs,
    message_id: place.messageId ?? null,
    prev_hash: place.head.hash,
  };
  return { ...row, hash: hashOf(row) };
}

/** The columns of a new row in the order of `insertedColumns`. */
export const insertedValues = (row: EventsTable) => [
  row.position,
  row.stream,
  row.version,
  row.type,
  row.schema_version,
  row.data,
  row.meta,
  row.at_ms,
  row.received_at_ms,
  row.message_id,
  row.prev_hash,
  row.hash,
];
export const insertedColumns =
  'position, stream, version, type, schema_version, data, meta, at_ms, received_at_ms, message_id, prev_hash, hash';

/** The event as everyone sees it, live or read back: parsed from the stored text, so that a rebuild cannot differ. */
export function toStoredEvent(row: EventsTable, upcasters: Upcasters): StoredEvent {
  const meta = metaSchema.parse(JSON.parse(row.meta));
  return {
    position: row.position,
    stream: row.stream,
    version: row.version,
    type: row.type,
    data: upcasters.upcast(row.type, row.schema_version, JSON.parse(row.data)),
    actor: meta.actor,
    atMs: row.at_ms,
    receivedAtMs: row.received_at_ms,
    ...(row.message_id === null ? {} : { messageId: row.message_id }),
    ...(meta.causation === undefined ? {} : { causationPosition: meta.causation }),
    ...(meta.correlation === undefined ? {} : { correlationId: meta.correlation }),
    prevHash: row.prev_hash,
    hash: row.hash,
  };
}
