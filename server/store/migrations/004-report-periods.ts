import { sql, type Kysely } from 'kysely';

/** The report period that a device has adopted by command, instead of the one from base data. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      'create table device_report_periods (device_key text not null, report_period_seconds bigint not null, primary key (device_key))',
    )
    .execute(db);
}
