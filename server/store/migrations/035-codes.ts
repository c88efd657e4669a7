import { sql, type Kysely } from 'kysely';

/** Message codes that stand, by device, and when a device last tested its emergency call. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [
    `create table device_codes (
      device_key text not null,
      vendor_code text not null,
      elevator_id bigint not null,
      code text not null,
      raised_at_ms bigint not null,
      primary key (device_key, vendor_code)
    )`,
    'create index device_codes_by_lift on device_codes (elevator_id)',
    `create table device_self_tests (
      device_key text not null,
      elevator_id bigint not null,
      tested_at_ms bigint not null,
      received_at_ms bigint not null,
      is_missed smallint not null,
      primary key (device_key)
    )`,
    'create index device_self_tests_due on device_self_tests (received_at_ms) where is_missed = 0',
  ])
    await sql.raw(statement).execute(db);
}
