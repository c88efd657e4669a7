import { sql, type Kysely } from 'kysely';
import { indexedAuditTypes as earlierAuditTypes } from './024-audit.ts';

const textColumns = [
  'code',
  'category',
  'drive',
  'factory_number',
  'internal_tag',
  'state_reason',
  'put_into_use_on',
  'inspected_on',
  'next_inspection_on',
  'self_tested_on',
  'next_self_test_on',
];
const numberColumns = [
  ['rated_load_kg', 'double precision'],
  ['rated_speed_mps', 'double precision'],
  ['floors_num', 'bigint'],
  ['stops_num', 'bigint'],
  ['doors_num', 'bigint'],
];

/** As they were when this step was written; the query repeats them word for word, so that the index serves it. */
export const indexedAuditTypes = [...earlierAuditTypes, 'elevator.changed'];

/**
 * Before this step nothing kept two lifts from having one registration code. The lift that was entered first keeps it; the
 * code of any other says whose it is as well (`… 重复 17`). So nothing is lost, a search for 重复 lists these lifts, and
 * their form asks for the right code.
 */
const tellDuplicatesApart = `update elevators set registration_code = registration_code || ' 重复 ' || id
  where registration_code <> ''
    and id not in (select min(id) from elevators where registration_code <> '' group by registration_code)`;

const statements = [
  tellDuplicatesApart,
  ...textColumns.map((column) => `alter table elevators add column ${column} text not null default ''`),
  ...numberColumns.map(([column, type]) => `alter table elevators add column ${column} ${type}`),
  'alter table elevators add column state smallint not null default 0',
  // What is not known is not a second lift's too. A query names the condition, so that the index serves it.
  ...['code', 'registration_code', 'internal_tag'].map(
    (column) => `create unique index elevators_${column} on elevators (${column}) where ${column} <> ''`,
  ),
  // Whether a lift is scrapped is counted with its age, from the index alone.
  'drop index elevators_install',
  'create index elevators_install on elevators (install_at_ms, state, community_id, brand_id, property_id, maintenance_id)',
  'create index elevators_next_inspection on elevators (next_inspection_on, id)',
  'create index elevators_next_self_test on elevators (next_self_test_on, id)',
  'drop index events_audited',
  `create index events_audited on events ("position") where type in (${indexedAuditTypes.map((type) => `'${type}'`).join(', ')})`,
];

/** What the register knows of a lift: its numbers, its data plate, whether it is in use, its inspections, and the code in its car. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
