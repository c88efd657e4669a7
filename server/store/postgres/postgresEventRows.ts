import { toBindable } from '../bindable.ts';
import type { PgSession } from './pgSession.ts';
import type { EventsTable, MessageIdsTable } from '../schema.ts';

const insertEvents = `insert into events
  (position, stream, version, type, schema_version, data, meta, at_ms, received_at_ms, message_id, prev_hash, hash)
  select position, stream, version, type, schema_version, data, meta, at_ms, received_at_ms, message_id, prev_hash, hash
  from json_to_recordset($1::json) as r(
    position bigint, stream text, version bigint, type text, schema_version bigint, data text, meta text,
    at_ms bigint, received_at_ms bigint, message_id text, prev_hash text, hash text)`;
const insertMessageIds = `insert into message_ids (message_id, stream, version, first_position, last_position)
  select message_id, stream, version, first_position, last_position
  from json_to_recordset($1::json) as r(
    message_id text, stream text, version bigint, first_position bigint, last_position bigint)`;

/**
 * New rows of the log, held back until a query in the transaction may need them: the rows of many requests then take two statements
 * instead of two for each request.
 */
export class PostgresEventRows {
  #events: EventsTable[] = [];
  #messageIds: MessageIdsTable[] = [];

  /** Throws, having added nothing, when a value cannot be kept. */
  add(events: readonly EventsTable[], messageId: MessageIdsTable | undefined): void {
    const messageIds = messageId === undefined ? [] : [messageId];
    for (const row of [...events, ...messageIds]) Object.values(row).forEach(toBindable);
    this.#events.push(...events);
    this.#messageIds.push(...messageIds);
  }

  /** Returns a function that removes what has been added since, unless it has been sent. */
  mark(): () => void {
    const events = this.#events.length;
    const messageIds = this.#messageIds.length;
    return () => {
      this.#events.length = events;
      this.#messageIds.length = messageIds;
    };
  }

  /** Sends, without waiting, what was added since the last time. */
  send(session: Pick<PgSession, 'send'>): void {
    const events = this.#events;
    const messageIds = this.#messageIds;
    this.#events = [];
    this.#messageIds = [];
    if (events.length > 0) session.send(insertEvents, [JSON.stringify(events)]);
    if (messageIds.length > 0) session.send(insertMessageIds, [JSON.stringify(messageIds)]);
  }
}
