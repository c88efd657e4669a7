import { importKindNames } from '../../src/contract/entities/imports.ts';
import { refusalCodes } from '../../src/contract/envelope.ts';
import type { Principal } from '../access/principal.ts';
import type { Leaving } from '../domain/rows/undoneImports.ts';
import { stillAllowed } from '../domain/longWork.ts';
import { Refusal } from '../domain/refusal.ts';
import { noteProblems, rowPages, toKeptRow, type StoredImport } from './importStore.ts';
import { deskOf, type ImportsParts } from './importParts.ts';
import { whole } from './importWork.ts';
import { nameOfRecord } from './nameOfRecord.ts';
import type { RowProblem } from './importRow.ts';

/** Rows that a refusal names; the list shows all of them. */
const mostNamed = 5;

/** Written rows of imports that cannot be taken back. */
export interface Hindered {
  readonly rowNum: number;
  /** Written rows that nothing hinders. */
  readonly restNum: number;
  /** The first of them, each with its reason in Chinese. */
  readonly named: readonly string[];
}

/** Imports in the order in which they are taken back: what was written later may use what was written before. */
export const lastWrittenFirst = <Row extends { readonly id: number; readonly written_at_ms: number | null }>(
  files: readonly Row[],
): Row[] => files.toSorted((one, other) => (other.written_at_ms ?? 0) - (one.written_at_ms ?? 0) || other.id - one.id);

/**
 * Looks at every written row of these imports, in the order in which they are to be taken back, and notes beside each row what is in its
 * way. Throws NoLongerAllowed.
 */
export async function findHindrances(
  parts: Pick<ImportsParts, 'store' | 'desks'>,
  by: Principal,
  files: readonly StoredImport[],
): Promise<Hindered> {
  const leaving: Leaving = new Map(
    files.flatMap(({ id, kind }) => importKindNames.filter((name) => name === kind).map((name) => [id, name] as const)),
  );
  const { store } = parts;
  let rowNum = 0;
  let restNum = 0;
  const named: string[] = [];
  for (const file of files) {
    const desk = deskOf(parts, file);
    const place = files.length > 1 ? `“${file.file_name}”` : '';
    for await (const rows of rowPages(store, by, file.id, { isWritten: true, order: 'asc' })) {
      const now = await stillAllowed(store, by);
      const problems = new Map<number, RowProblem[]>();
      for (const row of rows) {
        const hindrance = await desk.hindrance(now, toKeptRow(row), leaving);
        if (hindrance === undefined) {
          restNum += 1;
          // What was in the way of an earlier attempt no longer is.
          if (row.problems !== '[]') problems.set(row.row_number, []);
          continue;
        }
        rowNum += 1;
        problems.set(row.row_number, whole(hindrance));
        if (named.length < mostNamed)
          named.push(`${place}第 ${row.row_number} 行“${nameOfRecord(row.row_values)}”${hindrance}`);
      }
      // Before the files that are taken back later: what stays of this one may use their records.
      await noteProblems(store, file.id, problems);
    }
  }
  return { rowNum, restNum, named };
}

/** Returns the refusal that names the rows in the way, and says whether the others can be undone. */
export function refusalOf({ rowNum, restNum, named }: Hindered): Refusal {
  const more = rowNum > named.length ? `等 ${rowNum} 行` : '';
  return new Refusal(
    `有 ${rowNum} 行在导入后被修改或使用：${named.join('；')}${more}`,
    refusalCodes.notAllowedNow,
    restNum > 0 ? [{ field: 'leave_changed', message: `可以只撤销其余 ${restNum} 行` }] : [],
  );
}
