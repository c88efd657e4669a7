import { Migrator, type Kysely } from 'kysely';
import { StoreNewerError } from '../errors.ts';
import { keepAuditIndex } from '../auditIndex.ts';
import type { Database } from '../schema.ts';
import { migrations as allMigrations } from './index.ts';
import type { StoreMigration } from './migration.ts';

/**
 * Brings the schema up to date, and with all steps the index of the audit log too. Throws StoreNewerError, or what a step
 * throws (that step is rolled back).
 */
export async function migrate(
  db: Kysely<Database>,
  kind: 'sqlite' | 'postgres',
  migrations: readonly StoreMigration[] = allMigrations,
): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: {
      getMigrations: () =>
        Promise.resolve(
          Object.fromEntries(
            migrations.map(({ name, up }) => [name, { up: (steps: Kysely<unknown>) => up(steps, kind) }]),
          ),
        ),
    },
  });
  const { error } = await migrator.migrateToLatest();
  if (error instanceof Error && error.message.includes('previously executed migration'))
    throw new StoreNewerError(error);
  if (error !== undefined) throw error;
  if (migrations === allMigrations) await keepAuditIndex(db, kind);
}
