import { sql, type Kysely } from 'kysely';

/** Creates the log's own tables: events, head, ids, places of readers, versions of projections, deadlines. */
export async function createLog(db: Kysely<unknown>, kind: 'sqlite' | 'postgres'): Promise<void> {
  await db.schema
    .createTable('events')
    // In SQLite only `integer primary key` is the row's own key, without a second index.
    .addColumn('position', kind === 'sqlite' ? 'integer' : 'bigint', (column) => column.primaryKey())
    .addColumn('stream', 'text', (column) => column.notNull())
    .addColumn('version', 'bigint', (column) => column.notNull())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('schema_version', 'bigint', (column) => column.notNull())
    .addColumn('data', 'text', (column) => column.notNull())
    .addColumn('meta', 'text', (column) => column.notNull())
    .addColumn('at_ms', 'bigint', (column) => column.notNull())
    .addColumn('received_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('message_id', 'text')
    .addColumn('prev_hash', 'text', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull())
    .addUniqueConstraint('events_stream_version', ['stream', 'version'])
    .execute();

  await db.schema
    .createTable('log_head')
    .addColumn('id', 'bigint', (column) => column.primaryKey())
    .addColumn('position', 'bigint', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull())
    .execute();
  await sql`insert into log_head (id, position, hash) values (1, 0, '')`.execute(db);

  await db.schema
    .createTable('message_ids')
    .addColumn('message_id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('stream', 'text', (column) => column.notNull())
    .addColumn('version', 'bigint', (column) => column.notNull())
    .addColumn('first_position', 'bigint', (column) => column.notNull())
    .addColumn('last_position', 'bigint', (column) => column.notNull())
    .$call((table) => (kind === 'sqlite' ? table.modifyEnd(sql`without rowid`) : table))
    .execute();

  await db.schema
    .createTable('ids')
    .addColumn('kind', 'text', (column) => column.primaryKey().notNull())
    .addColumn('next', 'bigint', (column) => column.notNull())
    .execute();

  await db.schema
    .createTable('checkpoints')
    .addColumn('name', 'text', (column) => column.primaryKey().notNull())
    .addColumn('position', 'bigint', (column) => column.notNull())
    .execute();

  await db.schema
    .createTable('projection_versions')
    .addColumn('name', 'text', (column) => column.primaryKey().notNull())
    .addColumn('version', 'bigint', (column) => column.notNull())
    .execute();

  await db.schema
    .createTable('store_meta')
    .addColumn('key', 'text', (column) => column.primaryKey().notNull())
    .addColumn('value', 'text', (column) => column.notNull())
    .execute();

  await db.schema
    .createTable('deadlines')
    .addColumn('stream', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('due_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('data', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('deadlines_pk', ['stream', 'kind'])
    .$call((table) => (kind === 'sqlite' ? table.modifyEnd(sql`without rowid`) : table))
    .execute();
  await db.schema.createIndex('deadlines_due').on('deadlines').column('due_at_ms').execute();
}
