import { sql, type Kysely } from 'kysely';
import { baseDataTables } from './baseline/baseData.ts';
import { createLog } from './baseline/log.ts';
import { rowTables } from './baseline/rows.ts';

/** The steps by which version 1.5.0, the first release, made its schema. A store that has executed all of them stands at the baseline. */
export const stepsOf1_5: readonly string[] = [
  '001-core',
  '002-rows',
  '003-live',
  '004-report-periods',
  '005-statistics',
  '006-maintained-since',
  '007-quarantine-resolutions',
];

/** The schema of version 1.5.0, from which every later step goes on. */
export async function up(db: Kysely<unknown>, kind: 'sqlite' | 'postgres'): Promise<void> {
  await createLog(db, kind);
  for (const statement of [...baseDataTables, ...rowTables]) await sql.raw(statement).execute(db);
}
