import type { ReactNode } from 'react';
import { Spoken } from '../Spoken/Spoken.tsx';
import { StatusTag, type StatusTagProps } from '../StatusTag/StatusTag.tsx';
import { formatDateTime, toMs } from '../time/formatTime.ts';
import type { Column, CsvCell, DrawnCell, ExportForm } from './listTypes.ts';

/** A row that has at least this field. Optional, so that a schema's optional members fit. */
type With<Field extends string, Value> = { readonly [Key in Field]?: Value | null | undefined };

interface ColumnOptions {
  width?: number;
  isSortable?: boolean;
  isHiddenByDefault?: boolean;
}

/** A cell that the server can export as well. */
const formed = <Row,>(csv: (row: Row) => string | number | null, form: ExportForm): CsvCell<Row> =>
  Object.assign(csv, { form });

/** A cell that is text alone. */
const worded = <Row,>(cell: (row: Row) => ReactNode, text: (row: Row) => string): DrawnCell<Row> =>
  Object.assign(cell, { text });

/** Nothing is drawn as a dash, so that an empty cell is never taken for one that did not load. */
const dash = <span className="ti-none">—</span>;

const valueOf = <Field extends string, Value>(row: With<Field, Value>, field: Field): Value | null =>
  row[field] ?? null;

/** A cell that is a tag with this label. */
export const tagged = <Row,>(cell: (row: Row) => ReactNode, tag: (row: Row) => string): DrawnCell<Row> =>
  Object.assign(cell, { tag });

/** Plain text; long text is cut with an ellipsis and is complete in its tooltip. */
export function textColumn<Field extends string>(
  field: Field,
  header: string,
  options: ColumnOptions = {},
): Column<With<Field, string | number>> {
  return {
    ...options,
    id: field,
    header,
    cell: worded(
      (row) => {
        const value = valueOf(row, field);
        return value === null || value === '' ? dash : <span title={String(value)}>{value}</span>;
      },
      (row) => String(valueOf(row, field) ?? ''),
    ),
    csv: formed(
      (row) => {
        const value = valueOf(row, field);
        return value === null ? null : String(value);
      },
      { as: 'text' },
    ),
  };
}

/**
 * A number that is read out by telephone: a record's, a lift's. It is never cut: where there is no room for it, it takes a second line.
 */
export function spokenColumn<Field extends string>(
  field: Field,
  header: string,
  options: ColumnOptions = {},
): Column<With<Field, string | number>> {
  return {
    ...textColumn(field, header, options),
    isWhole: true,
    cell: worded(
      (row) => {
        const value = valueOf(row, field);
        return value === null || value === '' ? dash : <Spoken>{value}</Spoken>;
      },
      (row) => String(valueOf(row, field) ?? ''),
    ),
  };
}

/** One of a closed set, by its word. */
export function labelColumn<Field extends string>(
  field: Field,
  header: string,
  labels: Readonly<Record<string | number, string>>,
  options: ColumnOptions = {},
): Column<With<Field, string | number | boolean>> {
  const text = (row: With<Field, string | number | boolean>): string => {
    const value = valueOf(row, field);
    return value === null ? '' : (labels[String(value)] ?? String(value));
  };
  return {
    ...options,
    id: field,
    header,
    cell: worded((row) => text(row) || dash, text),
    csv: formed(text, { as: 'text', words: labels }),
  };
}

/** A figure, aligned right, with its unit. */
export function numberColumn<Field extends string>(
  field: Field,
  header: string,
  options: ColumnOptions & { unit?: string; fractionDigits?: number } = {},
): Column<With<Field, number>> {
  const { unit, fractionDigits, ...rest } = options;
  return {
    width: 96,
    ...rest,
    id: field,
    header,
    align: 'right',
    cell: (row) => {
      const value = valueOf(row, field);
      if (value === null) return dash;
      const digits =
        fractionDigits === undefined
          ? {}
          : { minimumFractionDigits: fractionDigits, maximumFractionDigits: fractionDigits };
      return (
        <>
          {value.toLocaleString('en-US', digits)}
          {unit !== undefined && <span className="ti-unit">{unit}</span>}
        </>
      );
    },
    csv: formed((row) => valueOf(row, field), { as: 'number' }),
  };
}

/** Several values of a closed set, by their words. */
export function listColumn<Field extends string, Value>(
  field: Field,
  header: string,
  labelOf: (value: Value) => string,
  { words, ...options }: ColumnOptions & { words?: Readonly<Record<string, string>> } = {},
): Column<With<Field, readonly Value[]>> {
  const text = (row: With<Field, readonly Value[]>): string => (valueOf(row, field) ?? []).map(labelOf).join('、');
  return {
    ...options,
    id: field,
    header,
    cell: worded((row) => (text(row) === '' ? dash : <span title={text(row)}>{text(row)}</span>), text),
    // Without the words only this page knows what the values are called.
    csv: words === undefined ? text : formed(text, { as: 'list', words }),
  };
}

/** A time on the wire (or epoch ms), drawn in UTC+8. Sortable unless told otherwise. */
export function timeColumn<Field extends string>(
  field: Field,
  header: string,
  options: ColumnOptions = {},
): Column<With<Field, string | number>> {
  const text = (row: With<Field, string | number>): string | null => {
    const ms = toMs(valueOf(row, field));
    return ms === null ? null : formatDateTime(ms);
  };
  return {
    width: 164,
    isSortable: true,
    ...options,
    id: field,
    header,
    cell: (row) => text(row) ?? dash,
    csv: formed(text, { as: 'time' }),
  };
}

/** A state as icon and word; `toTag` returns them. The export contains the word. */
export function statusColumn<Field extends string, Value>(
  field: Field,
  header: string,
  toTag: (value: Value) => StatusTagProps,
  options: ColumnOptions = {},
): Column<With<Field, Value>> {
  return {
    width: 120,
    ...options,
    id: field,
    header,
    cell: tagged(
      (row: With<Field, Value>) => {
        const value = valueOf(row, field);
        return value === null ? dash : <StatusTag {...toTag(value)} />;
      },
      (row) => {
        const value = valueOf(row, field);
        return value === null ? '' : toTag(value).label;
      },
    ),
    csv: (row) => {
      const value = valueOf(row, field);
      return value === null ? null : toTag(value).label;
    },
  };
}
