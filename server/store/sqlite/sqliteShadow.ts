import { CompiledQuery } from 'kysely';
import type { TransactionSteps } from '../eventStore.ts';
import { nextName, oldName, type ShadowTables } from '../shadowTables.ts';

interface SchemaRow {
  readonly type: 'table' | 'index';
  readonly name: string;
  readonly sql: string;
}

/** Rows of an old table that are removed at a time: a few milliseconds. */
const sweptRows = 500;

/** With qualified names, for an index as well as its table. */
const tableNamed = /^(create table )(?:"[^"]+"|\w+)/i;
const indexNamed = /^(create (?:unique )?index )(?:"[^"]+"|\w+)( on )("[^"]+"|\w+)/i;

/**
 * SQLite renames a table, but no index. An index's name stands in the schema alone and not in its pages, so it is
 * changed there, in the way that SQLite documents for such changes (`writable_schema`); the rename of the table in the
 * same transaction tells every other connection.
 */
export const sqliteShadow: ShadowTables = {
  *shapeOf(tables) {
    const texts: string[] = [];
    for (const table of tables)
      for (const { sql } of yield* partsOf(table)) texts.push(sql.replaceAll('"', '').toLowerCase());
    return texts.join(';\n');
  },

  *create(tables) {
    for (const table of tables) {
      for (const { type, name, sql } of yield* partsOf(table)) {
        const beside =
          type === 'table'
            ? sql.replace(tableNamed, `$1"${nextName(table)}"`)
            : sql.replace(indexNamed, `$1"${nextName(name)}"$2"${nextName(table)}"`);
        yield CompiledQuery.raw(beside);
      }
    }
  },

  *switchOver(tables) {
    const renames: { readonly from: string; readonly to: string }[] = [];
    for (const table of tables) {
      for (const { type, name } of yield* partsOf(table))
        if (type === 'index') renames.push({ from: name, to: oldName(name) }, { from: nextName(name), to: name });
      yield CompiledQuery.raw(`alter table "${table}" rename to "${oldName(table)}"`);
      yield CompiledQuery.raw(`alter table "${nextName(table)}" rename to "${table}"`);
    }
    yield CompiledQuery.raw('pragma writable_schema = on');
    for (const { from, to } of renames) {
      const [index] = yield* rowsOf<SchemaRow>(`select sql from sqlite_master where type = 'index' and name = ?`, [
        from,
      ]);
      if (index === undefined) throw new Error(`the index ${from} has gone while its table was rebuilt`);
      yield CompiledQuery.raw(`update sqlite_master set name = ?, sql = ? where type = 'index' and name = ?`, [
        to,
        index.sql.replace(indexNamed, `$1"${to}"$2$3`),
        from,
      ]);
    }
    // Reloads the schema, and forbids such changes from here on.
    yield CompiledQuery.raw('pragma writable_schema = reset');
  },

  *sweep(withNext) {
    const leftOver = yield* rowsOf<{ readonly name: string; readonly sql: string }>(
      `select name, sql from sqlite_master where type = 'table'
        and (name like '%\\_\\_old' escape '\\' or (? = 1 and name like '%\\_\\_next' escape '\\')) limit 1`,
      [withNext ? 1 : 0],
    );
    const [table] = leftOver;
    if (table === undefined) return false;
    const [index] = (yield* partsOf(table.name)).filter(({ type }) => type === 'index');
    if (index !== undefined) {
      yield CompiledQuery.raw(`drop index "${index.name}"`);
      return true;
    }
    if (!/without rowid$/i.test(table.sql)) {
      const [row] = yield* rowsOf(`select rowid from "${table.name}" limit 1`);
      if (row !== undefined) {
        yield CompiledQuery.raw(
          `delete from "${table.name}" where rowid in (select rowid from "${table.name}" limit ${sweptRows})`,
        );
        return true;
      }
    }
    yield CompiledQuery.raw(`drop table "${table.name}"`);
    return true;
  },

  // A reader of SQLite never holds up a writer.
  isInUse: () => false,
};

/** The table, then its indexes; those that SQLite creates for a key are part of the table. */
function partsOf(table: string): TransactionSteps<readonly SchemaRow[]> {
  return rowsOf<SchemaRow>(
    `select type, name, sql from sqlite_master where tbl_name = ? and sql is not null order by type = 'index', name`,
    [table],
  );
}

function* rowsOf<Row>(sql: string, parameters: readonly unknown[] = []): TransactionSteps<readonly Row[]> {
  const rows = yield CompiledQuery.raw(sql, [...parameters]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the database returns the rows that the SQL names
  return rows as readonly Row[];
}
