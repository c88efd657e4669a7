import { sql, type Kysely } from 'kysely';

/** What stands for a permission row in the catalogue: an action by its code, a page or section by its path. */
const nodeKey = `case when type = 2 then code else path end`;

const statements = [
  'alter table roles add column default_key text',
  `create table catalogue_items (
    item text not null,
    primary key (item)
  )`,
  // Version 1.5.0 knew these seven roles by their ids; no one could edit them then.
  ...['superAdministrator', 'administrator', 'dispatcher', 'installer', 'property', 'maintenance', 'regulator'].map(
    (key, index) => `update roles set default_key = '${key}' where id = ${index + 1}`,
  ),
  // Such a store has already been given everything it contains.
  `insert into catalogue_items (item) select distinct 'node:' || ${nodeKey} from permissions`,
  `insert into catalogue_items (item) select 'role:' || default_key from roles where default_key is not null`,
  `insert into catalogue_items (item)
   select distinct 'grant:' || r.default_key || ':' || ${nodeKey} from roles r, permissions where r.default_key is not null`,
];

/** Records which pages, permissions and grants a store has been given, so that each is given once and an administrator's choice is kept. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
