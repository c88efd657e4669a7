import { sql, type Kysely } from 'kysely';

/** An import comes from a file, or from the register itself: `fill` completes what lifts lack. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`alter table imports add column origin text not null default 'file'`).execute(db);
}
