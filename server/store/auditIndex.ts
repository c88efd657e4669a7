import { sql, type Kysely } from 'kysely';
import { auditTypeNames } from '../../src/contract/audit.ts';
import type { Database } from './schema.ts';

const indexName = 'events_audited';
/** Beside the keys of the writers and the rebuild. */
const auditIndexLock = 7_351_083;

/** The types of which the index is made, in their order; none where the store has no such index. */
export async function indexedAuditTypes(db: Kysely<Database>, kind: 'sqlite' | 'postgres'): Promise<readonly string[]> {
  const { rows } = await (
    kind === 'sqlite'
      ? sql<{ definition: string }>`select sql as definition from sqlite_master where name = ${indexName}`
      : sql<{
          definition: string;
        }>`select indexdef as definition from pg_indexes where schemaname = current_schema() and indexname = ${indexName}`
  ).execute(db);
  return [...(rows[0]?.definition ?? '').matchAll(/'([^']+)'/g)].map(([, type = '']) => type);
}

/**
 * Makes the index of the audit log again if it serves other types than those that the log shows: the database uses it only for the same
 * types in the same order. It takes as long as one reading of the log.
 */
export async function keepAuditIndex(db: Kysely<Database>, kind: 'sqlite' | 'postgres'): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    // Processes that start together take turns: the definition of an index that another one drops cannot be read.
    if (kind === 'postgres') await sql`select pg_advisory_xact_lock(${sql.lit(auditIndexLock)})`.execute(transaction);
    const indexed = await indexedAuditTypes(transaction, kind);
    if (indexed.join() === auditTypeNames.join()) return;
    await sql`drop index if exists ${sql.id(indexName)}`.execute(transaction);
    const types = sql.join(auditTypeNames.map((type) => sql.lit(type)));
    await sql`create index ${sql.id(indexName)} on events ("position") where type in (${types})`.execute(transaction);
  });
}
