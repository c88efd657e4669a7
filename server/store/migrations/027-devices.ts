import { sql, type Kysely } from 'kysely';
import { indexedAuditTypes as earlierAuditTypes } from './026-lift-register.ts';

/** As they were when this step was written; the query repeats them word for word, so that the index serves it. */
export const indexedAuditTypes = [
  ...earlierAuditTypes,
  'device.installed',
  'device.unbound',
  'device.disabled',
  'device.enabled',
  'device.terminalChosen',
  'device.modelSynced',
  'camera.changed',
];

const statements = [
  `alter table devices add column model text not null default ''`,
  `alter table devices add column firmware text not null default ''`,
  'alter table devices add column is_disabled smallint not null default 0',
  'alter table devices add column is_rescue_terminal smallint not null default 0',
  // A lift has one collector: of several, which no screen could bind, the first stays one.
  `update devices set device_type = 'OTHER' where device_type = 'COL' and exists (
    select 1 from devices o where o.elevator_id = devices.elevator_id and o.device_type = 'COL' and o.device_key < devices.device_key
  )`,
  // Until now the collector was told when a rescue was over.
  `update devices set is_rescue_terminal = 1 where device_type = 'COL'`,
  `create unique index devices_one_collector on devices (elevator_id) where device_type = 'COL'`,
  'create unique index devices_one_terminal on devices (elevator_id) where is_rescue_terminal = 1',
  'create index devices_by_lift on devices (elevator_id)',
  `create table unbound_devices (
    device_key text not null,
    elevator_id bigint not null,
    secret_version bigint not null,
    unbound_at_ms bigint not null,
    primary key (device_key)
  )`,
  `create table device_descriptions (
    device_key text not null,
    model text not null,
    firmware text not null,
    described_at_ms bigint not null,
    primary key (device_key)
  )`,
  `create table cameras (
    id bigint not null,
    elevator_id bigint not null,
    name text not null,
    place text not null,
    vendor text not null,
    main_url text not null,
    sub_url text not null,
    channel text not null,
    user_name text not null,
    sealed_secret text not null,
    device_key text not null,
    primary key (id)
  )`,
  'create index cameras_by_lift on cameras (elevator_id)',
  'drop index events_audited',
  `create index events_audited on events ("position") where type in (${indexedAuditTypes.map((type) => `'${type}'`).join(', ')})`,
];

/** What is known of a device, devices that were unbound, what devices say of themselves, and cameras. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
