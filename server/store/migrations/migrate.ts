import { Migrator, type Kysely } from 'kysely';
import { StoreNewerError, StoreOlderError } from '../errors.ts';
import { keepAuditIndex } from '../auditIndex.ts';
import type { Database } from '../schema.ts';
import { stepsOf1_5 } from './007-baseline.ts';
import { migrations as allMigrations } from './index.ts';
import type { StoreMigration } from './migration.ts';

/** The names that a store of any supported version may have executed. */
export const knownSteps: ReadonlySet<string> = new Set([...stepsOf1_5, ...allMigrations.map(({ name }) => name)]);

/**
 * Brings the schema up to date, and with all steps the index of the audit log too. Throws StoreNewerError, StoreOlderError, or what a
 * step throws (that step is rolled back).
 */
export async function migrate(
  db: Kysely<Database>,
  kind: 'sqlite' | 'postgres',
  migrations: readonly StoreMigration[] = allMigrations,
): Promise<void> {
  const steps = (await isMadeBy1_5(db)) ? [...stepsOf1_5.map(executed), ...migrations.slice(1)] : migrations;
  const { error } = await migratorOf(db, kind, steps).migrateToLatest();
  if (error instanceof Error && error.message.includes('previously executed migration'))
    throw new StoreNewerError(error);
  if (error !== undefined) throw error;
  if (migrations === allMigrations) await keepAuditIndex(db, kind);
}

const executed = (name: string): StoreMigration => ({ name, up: () => Promise.resolve() });

/** True if the seven steps of version 1.5.0 made the store, false if the baseline did or it is empty. Throws StoreOlderError. */
async function isMadeBy1_5(db: Kysely<Database>): Promise<boolean> {
  const found = await migratorOf(db, 'sqlite', stepsOf1_5.map(executed)).getMigrations();
  const missing = found.filter(({ executedAt }) => executedAt === undefined);
  if (missing.length > 0 && missing.length < found.length)
    throw new StoreOlderError(new Error(`step ${missing[0]?.name ?? ''} was never executed`));
  return missing.length === 0;
}

const migratorOf = (db: Kysely<Database>, kind: 'sqlite' | 'postgres', steps: readonly StoreMigration[]): Migrator =>
  new Migrator({
    db,
    provider: {
      getMigrations: () =>
        Promise.resolve(
          Object.fromEntries(steps.map(({ name, up }) => [name, { up: (to: Kysely<unknown>) => up(to, kind) }])),
        ),
    },
  });
