import { sql, type Compilable, type CompiledQuery } from 'kysely';
import { auditTypeNames, type AuditType } from '../../src/contract/audit.ts';
import type { BaseDataEventType } from '../../src/contract/events/baseData.ts';
import { newestContractStartKey } from '../domain/base/contract.ts';
import { keepNewest } from '../runtime/keepNewest.ts';
import type { EventStore } from '../store/eventStore.ts';

const typesIn = (types: readonly AuditType[]) =>
  sql<boolean>`ev.type in (${sql.join(types.map((type) => sql.lit(type)))})`;

/** `events` as `ev`: of the audit log. The index `events_audited` is made of the same types in the same order (`store/auditIndex.ts`). */
export const isAudited = typesIn(auditTypeNames);

/**
 * Audited events after which every cached list still holds: users who sign in, or tune a rule, make nobody's list be read again. It names
 * the exceptions, so that a new type drops what is cached until somebody says otherwise; the event of a kind of row always does.
 */
const changesNoRow = typesIn([
  'user.loggedIn',
  'user.loginRefused',
  'user.loggedOut',
  'user.sessionsEnded',
  'user.passwordReset',
  'user.passwordChanged',
  'user.joinCodeIssued',
  'user.joinCodeRevoked',
  'config.changed',
  'deviceSecret.renewed',
  'alarmRule.versioned',
  'alarmRule.activated',
  'alarmRule.paused',
  'alarmRule.retired',
  'alarmRule.cutOff',
  'chain.breakAcknowledged',
  'chain.rewindAccepted',
  'chain.failedOver',
  'chain.failedOverConfirmed',
  'user.workStopped',
  'bulletin.frozen',
] satisfies readonly Exclude<AuditType, BaseDataEventType>[]);

/**
 * The data on which the answers depend. `baseData`: rows of base data and accounts, which change with an entry of the audit log or the start
 * of a contract in the same commit, and not otherwise. `auditLog`: also on the entries themselves.
 */
export type CacheSource = 'baseData' | 'auditLog';

interface NewEntries {
  /** The newest of all, and the newest that changed a row. */
  readonly seen: number | null;
  readonly changed: number | null;
  readonly contract_start: string | null;
}

/** The query of the entries after this position: those before were looked at. */
const newEntriesQuery = (after: number) =>
  sql<NewEntries>`select
    (select max(ev.position) from events ev where ${isAudited} and ev.position > ${after}) as "seen",
    (select max(ev.position) from events ev where ${isAudited} and ev.position > ${after} and not (${changesNoRow})) as "changed",
    (select value from store_meta where key = ${newestContractStartKey}) as "contract_start"`;

/** The head of a store's log when it was last looked at. Positions become visible in their order, so they only rise. */
interface LogSeen {
  /** Compiled once: only its parameters change, of which the first two are the position. */
  readonly compiled: CompiledQuery<NewEntries>;
  seen: number;
  changed: number;
}

const seenOf = new WeakMap<EventStore, LogSeen>();

/** Names the newest entry, and the newest contract that began automatically: its lifts change hands without an entry. */
async function newestChange(store: EventStore, source: CacheSource): Promise<string> {
  const log = seenOf.get(store) ?? { compiled: newEntriesQuery(0).compile(store.rows), seen: 0, changed: 0 };
  seenOf.set(store, log);
  const query: CompiledQuery<NewEntries> = {
    ...log.compiled,
    parameters: [log.seen, log.seen, newestContractStartKey],
  };
  // One look at the end of an index: shorter than the way to a thread that reads.
  const { rows } = await store.rows.executeQuery(query);
  log.seen = Math.max(log.seen, rows[0]?.seen ?? 0);
  log.changed = Math.max(log.changed, rows[0]?.changed ?? 0);
  return JSON.stringify([source === 'auditLog' ? log.seen : log.changed, rows[0]?.contract_start ?? '']);
}

interface CachedAnswer {
  /** The newest change when it was read. */
  readonly after: string;
  readonly answer: Promise<unknown>;
}

const cacheOf = new WeakMap<EventStore, Map<string, CachedAnswer>>();
/** Cached answers, pages of at most `mostCachedRows` rows among them; the one that was read longest ago goes first. */
const mostCached = 500;
export const mostCachedRows = 50;

/**
 * Answers a question from memory if it has been answered since the newest change, and otherwise by `read`; callers who ask meanwhile
 * share that answer. `question` is the whole query with its scope and filters, and stands for one type of answer. Answers are never
 * modified.
 */
export type CachedRead = <Answer>(question: string, read: () => Promise<Answer>) => Promise<Answer>;

/** The answers that still hold for the store now. Ask for them again with each call: they are not informed of changes. */
export async function cachedReads(store: EventStore, source: CacheSource = 'baseData'): Promise<CachedRead> {
  const cache = cacheOf.get(store) ?? new Map<string, CachedAnswer>();
  cacheOf.set(store, cache);
  // Before the reading: what is written in between makes the next one read again.
  const after = await newestChange(store, source);
  return async <Answer>(question: string, read: () => Promise<Answer>) => {
    const known = cache.get(question);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a question has answers of one type
    if (known?.after === after) return known.answer as Promise<Answer>;
    const answer = read();
    keepNewest(cache, question, { after, answer }, mostCached);
    answer.catch(() => {
      if (cache.get(question)?.answer === answer) cache.delete(question);
    });
    return answer;
  };
}

/** The whole query, with the values that it asks with. */
export function questionOf(query: Compilable): string {
  const { sql: text, parameters } = query.compile();
  return JSON.stringify([text, parameters]);
}
