import { sql, type RawBuilder } from 'kysely';
import type { ImportKind } from '../../../src/contract/entities/imports.ts';

/** Imports that one undo takes back together: the kind of each, by its id. */
export type Leaving = ReadonlyMap<number, ImportKind>;

/**
 * Condition for records of this kind that the undo leaves where they are. A row of an import with a problem stays: somebody has changed or
 * uses its record. `idColumn` is the column that holds the record's id, `e.id`.
 */
export function stays(kind: ImportKind, idColumn: string, leaving: Leaving | undefined): RawBuilder<boolean> {
  const imports = [...(leaving ?? [])].filter(([, one]) => one === kind).map(([id]) => id);
  if (imports.length === 0) return sql<boolean>`1 = 1`;
  return sql<boolean>`not exists (select 1 from import_rows l where l.record_id = ${sql.ref(idColumn)} and l.import_id in (${sql.join(imports)}) and l.is_written = 1 and l.problems = '[]')`;
}
