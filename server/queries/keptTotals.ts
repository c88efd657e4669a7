import { sql } from 'kysely';
import { auditTypeNames } from '../../src/contract/audit.ts';
import type { EventStore } from '../store/eventStore.ts';

/** `events` as `ev`: of the audit log. Written word for word as the index `events_audited` has it. */
export const isAudited = sql<boolean>`ev.type in (${sql.join(auditTypeNames.map((type) => sql.lit(type)))})`;

interface KeptTotal {
  /** Position of the newest entry of the audit log when it was counted. */
  readonly atPosition: number;
  readonly total: number;
}

const keptOf = new WeakMap<EventStore, Map<string, KeptTotal>>();
/** Questions that are kept; beyond it all are forgotten. */
const mostKept = 1_000;
/** Fewer are counted as quickly as looked up. */
const leastKept = 100;

async function newestAudited({ reads }: EventStore): Promise<number> {
  const row = await reads
    .selectFrom('events as ev')
    .select(({ fn }) => fn.max('ev.position').as('position'))
    .where(() => isAudited)
    .executeTakeFirst();
  return row?.position ?? 0;
}

/**
 * How many rows a list has, counted again only after an audited change. For lists of base data and accounts, whose rows
 * change with an entry of the audit log in the same commit and not otherwise. `question` is the whole query with its
 * scope and filters.
 */
export async function keptTotal(store: EventStore, question: string, count: () => Promise<number>): Promise<number> {
  const kept = keptOf.get(store) ?? new Map<string, KeptTotal>();
  keptOf.set(store, kept);
  // Before the count: what is written in between makes the next one count again.
  const atPosition = await newestAudited(store);
  const known = kept.get(question);
  if (known?.atPosition === atPosition) return known.total;
  const total = await count();
  if (kept.size >= mostKept) kept.clear();
  if (total >= leastKept) kept.set(question, { atPosition, total });
  else kept.delete(question);
  return total;
}
