import { Client } from 'pg';
import { lastPositionBefore, todaysData } from '../../domain/rules/ruleLog.ts';
import { LibsqlConnection } from '../../store/sqlite/libsqlConnection.ts';
import { pgTypes } from '../../store/postgres/pgSession.ts';
import { importCorrelation } from '../../store/importedEvent.ts';
import type { RuleSource } from './ruleEvent.ts';
import type { LogPlace } from './testRunTask.ts';

/** A stored event of the log. An alarm of a kind that no rule of the test asks for says nothing: its `data` is null. */
export type LoggedEvent = RuleSource;

/** The events of the log that a test reads. */
export interface LogFilter {
  readonly types: readonly string[];
  /** Only alarms of these kinds are raised; undefined for all. Names of our own, never input. */
  readonly kinds: readonly string[] | undefined;
}

/** A reading connection of its own: what takes a call and rings waits for nothing here. */
export interface TestLog {
  query<Row>(sql: string, parameters: readonly unknown[]): Promise<readonly Row[]>;
  close(): Promise<void>;
  readonly kind: LogPlace['kind'];
}

export async function openTestLog(place: LogPlace): Promise<TestLog> {
  if (place.kind === 'sqlite') {
    const connection = new LibsqlConnection(place.path, { use: 'read' });
    // Another thread may hold the file for a moment.
    connection.exec('pragma busy_timeout = 5000');
    connection.exec('pragma mmap_size = 268435456');
    return {
      kind: 'sqlite',
      query: async <Row>(sql: string, parameters: readonly unknown[]) => connection.execute<Row>(sql, parameters),
      close: async () => connection.close(),
    };
  }
  const client = new Client({ connectionString: place.databaseUrl, types: pgTypes });
  // It reports to the query that is under way.
  client.on('error', () => {});
  await client.connect();
  await client.query('set default_transaction_read_only = on');
  return {
    kind: 'postgres',
    async query<Row>(sql: string, parameters: readonly unknown[]) {
      const { rows } = await client.query(sql, [...parameters]);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the database returns the rows that the SQL names
      return rows as readonly Row[];
    },
    close: () => client.end(),
  };
}

const positionsAtOnce = 5_000;

export interface LogPage {
  readonly events: readonly LoggedEvent[];
  /** The events before this position may open what these are about. */
  readonly before: number;
  /** The position up to which the log has been read. */
  readonly upTo: number;
}

/**
 * The events of the log after a position in the order in which they were received, by spans of positions: each query is short and holds
 * no transaction open. A history that the store was filled with is appended story by story, between live events: it is put in order first.
 */
export async function* readLog(
  log: TestLog,
  filter: LogFilter,
  { after, upTo }: { readonly after: number; readonly upTo: number },
): AsyncGenerator<LogPage> {
  if (!(await wasFilled(log))) {
    for await (const page of spansOf(log, filter, { after, upTo })) yield page;
    return;
  }
  const history: LoggedEvent[] = [];
  for await (const { events } of spansOf(log, filter, { after, upTo }, true))
    for (const one of events) history.push(one);
  history.sort((a, b) => a.receivedAtMs - b.receivedAtMs || a.position - b.position);
  let told = 0;
  for await (const { events, upTo: until } of spansOf(log, filter, { after, upTo }, false)) {
    const merged: LoggedEvent[] = [];
    const tell = (untilMs: number) => {
      for (let one = history[told]; one !== undefined && one.receivedAtMs <= untilMs; one = history[told]) {
        merged.push(one);
        told += 1;
      }
    };
    for (const event of events) {
      tell(event.receivedAtMs);
      merged.push(event);
    }
    if (until === upTo) tell(Number.POSITIVE_INFINITY);
    yield { events: merged, before: until + 1, upTo: until };
  }
}

/** The events of both kinds or, if `imported` says so, only those that were imported or only those that were not. */
async function* spansOf(
  log: TestLog,
  filter: LogFilter,
  { after, upTo }: { readonly after: number; readonly upTo: number },
  imported?: boolean,
): AsyncGenerator<LogPage> {
  const sql = spanSql(log, filter, imported);
  const endOf = (position: number) => Math.min(position + positionsAtOnce, upTo);
  const read = (position: number) => {
    const span = log.query<{ readonly span: string | null }>(sql, [position, endOf(position)]);
    // Awaiting it throws; the fold may fail before.
    span.catch(() => {});
    return span;
  };
  let reading = after < upTo ? read(after) : undefined;
  for (let position = after; reading !== undefined; position = endOf(position)) {
    const [found] = await reading;
    const until = endOf(position);
    // PostgreSQL reads the next span while this one is folded.
    reading = until < upTo ? read(until) : undefined;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `spanSql` writes exactly this
    const rows = JSON.parse(`[${found?.span ?? ''}]`) as readonly SpanRow[];
    const events = rows.map(toLoggedEvent);
    yield { events, before: events[0]?.position ?? 0, upTo: until };
  }
}

type SpanRow = readonly [
  position: number,
  stream: string,
  type: string,
  schemaVersion: number,
  atMs: number,
  receivedAtMs: number,
  data: unknown,
];

const toLoggedEvent = ([position, stream, type, schemaVersion, atMs, receivedAtMs, data]: SpanRow): LoggedEvent => ({
  position,
  stream,
  type,
  data: data === null ? null : todaysData(type, schemaVersion, data),
  atMs,
  receivedAtMs,
});

/** A whole span as one JSON text: a driver takes several times as long to hand over its rows one by one. */
function spanSql(log: TestLog, { types, kinds }: LogFilter, imported: boolean | undefined): string {
  const isSqlite = log.kind === 'sqlite';
  const ofKinds = kinds?.map((kind) => has(log, 'data', `"kind":"${kind}"`)).join(' or ');
  const isAsked = ofKinds === undefined ? 'true' : `(type <> 'alarm.raised' or ${ofKinds})`;
  // With what follows in its stream, an alarm of another kind is read by its name alone: it says what to pass over.
  const hasFollowers = types.some((type) => type.startsWith('alarm.') && type !== 'alarm.raised');
  const columns = [
    'position',
    isSqlite ? 'json_quote(stream)' : 'to_json(stream)',
    `'"' || type || '"'`,
    'schema_version',
    'at_ms',
    'received_at_ms',
    hasFollowers ? `case when ${isAsked} then data else 'null' end` : 'data',
  ];
  const conditions = [
    `position > ${isSqlite ? '?' : '$1'} and position <= ${isSqlite ? '?' : '$2'}`,
    `type in (${types.map((type) => `'${type}'`).join(', ')})`,
    ...(hasFollowers ? [] : [isAsked]),
    ...(imported === undefined ? [] : [`${imported ? '' : 'not '}${isImportedIn(log)}`]),
  ];
  const line = columns.join(` || ',' || `);
  const rows = `select '[' || ${line} || ']' as line from events where ${conditions.join(' and ')} order by position`;
  return `select string_agg(line, ',') as span from (${rows}) as lines`;
}

const has = ({ kind }: TestLog, column: string, text: string): string =>
  `(${kind === 'sqlite' ? 'instr' : 'strpos'}(${column}, '${text}') > 0)`;
const isImportedIn = (log: TestLog): string => has(log, 'meta', `"correlation":"${importCorrelation}"`);

/** A store that is filled with a history begins with it. */
async function wasFilled(log: TestLog): Promise<boolean> {
  const sql = `select position from events where position = 1 and ${isImportedIn(log)}`;
  return (await log.query(sql, [])).length > 0;
}

/**
 * The last position that was received before that moment. What was imported says nothing of the time at which it was appended, and is
 * older than the store: it comes before the first live event.
 */
export async function positionBefore(log: TestLog, atMs: number, upTo: number): Promise<number> {
  const [from, to] = log.kind === 'sqlite' ? ['?', '?'] : ['$1', '$2'];
  const sql = `select position, received_at_ms from events
    where position >= ${from} and position <= ${to} and not ${isImportedIn(log)} order by position limit 1`;
  return lastPositionBefore(atMs, upTo, async (first, last) => {
    const [event] = await log.query<{ readonly position: number; readonly received_at_ms: number }>(sql, [first, last]);
    return event;
  });
}
