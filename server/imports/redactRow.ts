import * as z from 'zod';
import { maskTelephone } from '../domain/base/maskTelephone.ts';
import { columnOfHead, type ImportColumn } from './columns.ts';
import type { StoredRow } from './importStore.ts';

/** In a column that the platform does not know, only texts in the form of a telephone number count as one. */
const numberAnywhere = /(?<![\d-])(?:1[3-9]\d[\s-]?\d{4}[\s-]?\d{4}|0\d{2,3}[\s-]?\d{7,8})(?![\d-])/g;
const numberInItsColumn = /\d[\d\s-]{3,}\d/g;

const maskIn = (text: string, isTelephone: boolean): string =>
  text.replaceAll(isTelephone ? numberInItsColumn : numberAnywhere, maskTelephone);

const maskDeep = (value: unknown, isTelephone: boolean): unknown => {
  if (typeof value === 'string') return isTelephone ? maskIn(value, true) : value;
  if (Array.isArray(value)) return value.map((one) => maskDeep(one, isTelephone));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, maskDeep(one, isTelephone)]));
};

const textsSchema = z.array(z.string());
const changesSchema = z.array(z.object({ header: z.string(), before: z.string(), after: z.string() }));
const recordSchema = z.record(z.string(), z.unknown()).nullable();

/** The columns of a file, and the fields of a record, that hold telephone numbers. */
export interface TelephonePlaces {
  readonly header: readonly string[];
  readonly columns: readonly ImportColumn[];
  /** The import can still be undone: what its rows were before is kept, to be put back. */
  readonly canBeUndone: boolean;
}

/** A row of a settled import as it stays: readable, but without whole telephone numbers, and without records that no undoing needs. */
export function redactRow(
  row: Pick<StoredRow, 'cells' | 'changes' | 'row_values' | 'row_before' | 'is_written'>,
  { header, columns, canBeUndone }: TelephonePlaces,
): Pick<StoredRow, 'cells' | 'changes' | 'row_values' | 'row_before'> {
  const isTelephone = (head: string | undefined): boolean =>
    head !== undefined && columnOfHead(columns, head)?.isTelephone === true;
  const fields = new Set(columns.filter((column) => column.isTelephone).map(({ field }) => field));
  const cells = textsSchema.parse(JSON.parse(row.cells)).map((text, at) => maskIn(text, isTelephone(header[at])));
  const changes = changesSchema.parse(JSON.parse(row.changes)).map(({ header: head, before, after }) => ({
    header: head,
    before: maskIn(before, isTelephone(head)),
    after: maskIn(after, isTelephone(head)),
  }));
  const isKept = canBeUndone && row.is_written === 1;
  const values = isKept ? recordSchema.parse(JSON.parse(row.row_values ?? 'null')) : null;
  return {
    cells: JSON.stringify(cells),
    changes: JSON.stringify(changes),
    row_values:
      values === null
        ? null
        : JSON.stringify(
            Object.fromEntries(
              Object.entries(values).map(([field, value]) => [field, maskDeep(value, fields.has(field))]),
            ),
          ),
    row_before: isKept ? row.row_before : null,
  };
}
