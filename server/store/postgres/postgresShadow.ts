import { CompiledQuery } from 'kysely';
import { DatabaseError } from 'pg';
import type { TransactionSteps } from '../eventStore.ts';
import { lockNotAvailableCode } from './pgConnections.ts';
import { nextName, type ShadowTables } from '../shadowTables.ts';

interface IndexRow {
  readonly name: string;
  /** Its definition without the names: equal for the index of a table and of its copy. */
  readonly signature: string;
}

/** A long read of one of the tables (such as a backup) makes the switch wait for its next turn, but no append. */
const lockWithinMs = 300;

export const postgresShadow: ShadowTables = {
  *shapeOf(tables) {
    const texts: string[] = [];
    for (const table of tables) {
      const columns = yield* rowsOf<{ readonly line: string }>(
        `select concat_ws(' ', column_name, data_type, is_nullable, column_default) as line from information_schema.columns
         where table_schema = current_schema() and table_name = $1 order by column_name`,
        [table],
      );
      texts.push(
        table,
        ...columns.map(({ line }) => line),
        ...(yield* indexesOf(table)).map(({ signature }) => signature),
      );
    }
    return texts.join('\n');
  },

  *create(tables) {
    for (const table of tables)
      yield CompiledQuery.raw(`create table "${nextName(table)}" (like "${table}" including all)`);
  },

  *switchOver(tables) {
    yield CompiledQuery.raw(`set local lock_timeout = '${lockWithinMs}ms'`);
    yield CompiledQuery.raw(`lock table ${tables.map((table) => `"${table}"`).join(', ')} in access exclusive mode`);
    for (const table of tables) {
      const kept = yield* indexesOf(table);
      const next = yield* indexesOf(nextName(table));
      yield CompiledQuery.raw(`drop table "${table}"`);
      yield CompiledQuery.raw(`alter table "${nextName(table)}" rename to "${table}"`);
      for (const [place, { name, signature }] of next.entries()) {
        const before = kept[place];
        if (before?.signature !== signature)
          throw new Error(`the indexes of ${table} have changed while it was rebuilt`);
        yield CompiledQuery.raw(`alter index "${name}" rename to "${before.name}"`);
      }
    }
  },

  *sweep(withNext) {
    if (!withNext) return false;
    const [table] = yield* rowsOf<{ readonly name: string }>(
      `select tablename as name from pg_tables where schemaname = current_schema() and tablename like '%\\_\\_next' limit 1`,
    );
    if (table === undefined) return false;
    yield CompiledQuery.raw(`drop table "${table.name}"`);
    return true;
  },

  isInUse: (error) => error instanceof DatabaseError && error.code === lockNotAvailableCode,
};

function* indexesOf(table: string): TransactionSteps<readonly IndexRow[]> {
  return yield* rowsOf<IndexRow>(
    `select c.relname as name,
        concat_ws(' ', i.indisprimary, i.indisunique, substring(pg_get_indexdef(i.indexrelid) from ' USING .*')) as signature
     from pg_index i join pg_class c on c.oid = i.indexrelid where i.indrelid = $1::regclass order by signature, name`,
    [`"${table}"`],
  );
}

function* rowsOf<Row>(sql: string, parameters: readonly unknown[] = []): TransactionSteps<readonly Row[]> {
  const rows = yield CompiledQuery.raw(sql, [...parameters]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the database returns the rows that the SQL names
  return rows as readonly Row[];
}
