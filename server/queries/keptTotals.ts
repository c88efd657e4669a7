import { sql } from 'kysely';
import { auditTypeNames } from '../../src/contract/audit.ts';
import { newestContractStartKey } from '../domain/contract.ts';
import type { EventStore } from '../store/eventStore.ts';

/** `events` as `ev`: of the audit log. Written word for word as the index `events_audited` has it. */
export const isAudited = sql<boolean>`ev.type in (${sql.join(auditTypeNames.map((type) => sql.lit(type)))})`;

interface KeptTotal {
  /** The newest change when it was counted. */
  readonly after: string;
  readonly total: number;
}

const keptOf = new WeakMap<EventStore, Map<string, KeptTotal>>();
/** Questions that are kept; beyond it all are forgotten. */
const mostKept = 1_000;
/** Fewer are counted as quickly as looked up, unless many rows were read to find them. */
const leastKept = 100;
const quickMs = 10;

/** Tells the newest entry of the audit log, and the newest contract that began automatically: its lifts change hands without an entry. */
async function newestChange({ reads }: EventStore): Promise<string> {
  const row = await reads
    .selectFrom('events as ev')
    .select((change) => [
      change.fn.max('ev.position').as('position'),
      change.selectFrom('store_meta').select('value').where('key', '=', newestContractStartKey).as('contract_start'),
    ])
    .where(() => isAudited)
    .executeTakeFirst();
  return JSON.stringify([row?.position ?? 0, row?.contract_start ?? '']);
}

/**
 * How many rows a list has, counted again only after a change. For lists of base data and accounts, whose rows
 * change with an entry of the audit log or the start of a contract in the same commit, and not otherwise. `question` is the whole query with its
 * scope and filters.
 */
export async function keptTotal(store: EventStore, question: string, count: () => Promise<number>): Promise<number> {
  const kept = keptOf.get(store) ?? new Map<string, KeptTotal>();
  keptOf.set(store, kept);
  // Before the count: what is written in between makes the next one count again.
  const after = await newestChange(store);
  const known = kept.get(question);
  if (known?.after === after) return known.total;
  const startedMs = performance.now();
  const total = await count();
  const isCostly = performance.now() - startedMs > quickMs;
  if (kept.size >= mostKept) kept.clear();
  if (total >= leastKept || isCostly) kept.set(question, { after, total });
  else kept.delete(question);
  return total;
}
