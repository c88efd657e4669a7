import { sql, type Compilable, type CompiledQuery } from 'kysely';
import { auditTypeNames, type AuditType } from '../../src/contract/audit.ts';
import { newestContractStartKey } from '../domain/contract.ts';
import type { EventStore } from '../store/eventStore.ts';

const typesIn = (types: readonly AuditType[]) =>
  sql<boolean>`ev.type in (${sql.join(types.map((type) => sql.lit(type)))})`;

/** `events` as `ev`: of the audit log. Written word for word as the index `events_audited` has it. */
export const isAudited = typesIn(auditTypeNames);

/**
 * Entries that change no row of the lists that are kept: people who sign in, or tune a rule, make nobody's list be read again. A type
 * that changes a row of a kept list does not belong here.
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
  'camera.changed',
  'communityNotice.changed',
  'faultCause.changed',
  'alarmRule.versioned',
  'alarmRule.activated',
  'alarmRule.paused',
  'alarmRule.retired',
  'alarmRule.cutOff',
  'ladder.changed',
  'rota.changed',
  'chain.breakAcknowledged',
  'chain.rewindAccepted',
  'chain.failedOver',
  'chain.failedOverConfirmed',
  'user.workStopped',
  'liftFile.changed',
]);

/**
 * What the answers depend on. `baseData`: rows of base data and accounts, which change with an entry of the audit log or the start of a
 * contract in the same commit, and not otherwise. `auditLog`: also on the entries themselves.
 */
export type KeptSource = 'baseData' | 'auditLog';

interface NewEntries {
  /** The newest of all, and the newest that changed a row. */
  readonly seen: number | null;
  readonly changed: number | null;
  readonly contract_start: string | null;
}

/** Of the entries after this position: those before were looked at. */
const newEntriesQuery = (after: number) =>
  sql<NewEntries>`select
    (select max(ev.position) from events ev where ${isAudited} and ev.position > ${after}) as "seen",
    (select max(ev.position) from events ev where ${isAudited} and ev.position > ${after} and not (${changesNoRow})) as "changed",
    (select value from store_meta where key = ${newestContractStartKey}) as "contract_start"`;

/** What a store's log said when it was last looked at. Positions become visible in their order, so they only rise. */
interface LogSeen {
  /** Compiled once: only its parameters change, of which the first two are the position. */
  readonly compiled: CompiledQuery<NewEntries>;
  seen: number;
  changed: number;
}

const seenOf = new WeakMap<EventStore, LogSeen>();

/** Names the newest entry, and the newest contract that began automatically: its lifts change hands without an entry. */
async function newestChange(store: EventStore, source: KeptSource): Promise<string> {
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

interface KeptAnswer {
  /** The newest change when it was read. */
  readonly after: string;
  readonly answer: Promise<unknown>;
}

const keptOf = new WeakMap<EventStore, Map<string, KeptAnswer>>();
/** Answers that are kept, pages of at most `mostKeptRows` rows among them; the one that was read longest ago goes first. */
const mostKept = 500;
export const mostKeptRows = 50;

/**
 * Answers a question from memory if it has been answered since the newest change, and otherwise by `read`; callers who ask meanwhile
 * share that answer. `question` is the whole query with its scope and filters, and stands for one type of answer. Answers are never
 * modified.
 */
export type Kept = <Answer>(question: string, read: () => Promise<Answer>) => Promise<Answer>;

/** What is kept of the store now. Ask for it again with each call: it is not informed of changes. */
export async function keptReads(store: EventStore, source: KeptSource = 'baseData'): Promise<Kept> {
  const kept = keptOf.get(store) ?? new Map<string, KeptAnswer>();
  keptOf.set(store, kept);
  // Before the reading: what is written in between makes the next one read again.
  const after = await newestChange(store, source);
  return async <Answer>(question: string, read: () => Promise<Answer>) => {
    const known = kept.get(question);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a question has answers of one type
    if (known?.after === after) return known.answer as Promise<Answer>;
    const answer = read();
    kept.delete(question);
    const [oldest] = kept.keys();
    if (kept.size >= mostKept && oldest !== undefined) kept.delete(oldest);
    kept.set(question, { after, answer });
    answer.catch(() => {
      if (kept.get(question)?.answer === answer) kept.delete(question);
    });
    return answer;
  };
}

/** The whole query, with the values that it asks with. */
export function questionOf(query: Compilable): string {
  const { sql: text, parameters } = query.compile();
  return JSON.stringify([text, parameters]);
}
