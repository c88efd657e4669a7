import { sql, type Kysely } from 'kysely';

const companyColumns = [
  'duty_phone',
  'licence_class',
  'licence_number',
  'licence_expiry',
  'insurer',
  'insurance_number',
  'insurance_expiry',
];

const statements = [
  ...companyColumns.map((column) => `alter table organizations add column ${column} text not null default ''`),
  `alter table organizations add column contacts text not null default '[]'`,
  `create table contracts (
    id bigint not null,
    org_type bigint not null,
    org_id bigint not null,
    number text not null,
    starts_on text not null,
    ends_on text not null,
    primary key (id)
  )`,
  'create index contracts_by_company on contracts (org_id)',
  `create table contract_elevators (
    contract_id bigint not null,
    elevator_id bigint not null,
    primary key (contract_id, elevator_id)
  )`,
  'create index contract_elevators_by_lift on contract_elevators (elevator_id)',
];

/** What is known of a company that looks after lifts, and the contracts that say which lifts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
