import { NameIndex } from './nameIndex.ts';

/** The content of a cell: a value for its field, or why there is none, with a value that may have been meant. */
export type Parsed =
  { readonly value: unknown } | { readonly problem: string; readonly suggestion?: string | undefined };

/** The names that cells may hold, by what they name: `area`, `property`. */
export type Names = ReadonlyMap<string, NameIndex>;

/** One column of a kind of import: how its cells become a field of the record, and back. */
export interface ImportColumn {
  /** The field by its name on the wire. */
  readonly field: string;
  readonly header: string;
  /** The unit of its figures; empty for none. A template shows it behind the head. */
  readonly unit: string;
  /** Other heads under which people have it. */
  readonly aliases: readonly string[];
  /** A new row needs it. */
  readonly isRequired: boolean;
  /** No two rows of a file may have the same. */
  readonly isUnique: boolean;
  readonly isNumber: boolean;
  /** Its cells name other records. */
  readonly isLookup: boolean;
  /** Its cells hold telephone numbers, alone or with other words. */
  readonly isTelephone: boolean;
  readonly width: number;
  readonly parse: (text: string, names: Names) => Parsed;
  /** The value as its cell would hold it: what `parse` makes the same value of. */
  readonly format: (value: unknown, names: Names) => string;
  /** The values to choose from, for a template. */
  readonly choices: (names: Names) => readonly string[];
}

interface ColumnOptions {
  readonly unit?: string;
  readonly aliases?: readonly string[];
  readonly isRequired?: boolean;
  readonly isUnique?: boolean;
  readonly isTelephone?: boolean;
  readonly width?: number;
}

const noChoices = () => [];
const problem = (words: string, suggestion?: string): Parsed => ({ problem: words, suggestion });
const roundedMark = '≈';
const roundedWords = '数字超过 15 位，已被 Excel 改写末尾；请把单元格设为“文本”格式后重新填写';

const column = (
  field: string,
  header: string,
  { unit = '', aliases = [], isRequired = false, isUnique = false, isTelephone = false, width = 18 }: ColumnOptions,
  rest: Pick<ImportColumn, 'parse' | 'format'> & Partial<Pick<ImportColumn, 'choices' | 'isNumber' | 'isLookup'>>,
): ImportColumn => ({
  field,
  header,
  unit,
  aliases,
  isRequired,
  isUnique,
  isTelephone,
  width,
  isNumber: false,
  isLookup: false,
  choices: noChoices,
  ...rest,
});

const plain = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

/** Words, as they stand. */
export const textColumn = (field: string, header: string, options: ColumnOptions = {}): ImportColumn =>
  column(field, header, options, {
    parse: (text) => (text.startsWith(roundedMark) ? problem(roundedWords) : { value: text }),
    format: plain,
  });

/** Full-width digits and letters as the half-width ones that were meant: `１３８` is `138`. */
export const halfWidth = (text: string): string => text.normalize('NFKC').trim();

/** Digits and letters that are a name and no quantity: a telephone number, a code. */
export const codeColumn = (field: string, header: string, options: ColumnOptions = {}): ImportColumn =>
  column(field, header, options, {
    parse: (text) => (text.startsWith(roundedMark) ? problem(roundedWords) : { value: halfWidth(text) }),
    format: plain,
  });

export const numberColumn = (field: string, header: string, options: ColumnOptions = {}): ImportColumn =>
  column(field, header, options, {
    isNumber: true,
    parse(text) {
      const digits = halfWidth(text).replaceAll(/[,\s]/g, '');
      return /^[+-]?(\d+\.?\d*|\.\d+)$/.test(digits) ? { value: Number(digits) } : problem(`${header}须为数字`);
    },
    format: plain,
  });

/** Day 0 of a spreadsheet's calendar, which counts a day in 1900 that there never was. */
const dayZeroMs = Date.UTC(1899, 11, 30);
const [firstSerial, lastSerial] = [10_000, 80_000];

/**
 * `2026-01-05` from 2026/1/5, 2026-01-05, 2026.1.5, 2026年1月5日, 20260105 or a spreadsheet's serial number; undefined for anything
 * else.
 */
export function toDay(text: string): string | undefined {
  const typed = halfWidth(text);
  const serial = /^\d{5}(\.\d+)?$/.test(typed) ? Math.floor(Number(typed)) : 0;
  if (serial >= firstSerial && serial <= lastSerial)
    return new Date(dayZeroMs + serial * 86_400_000).toISOString().slice(0, 10);
  const parts =
    /^(\d{4})(\d{2})(\d{2})$/.exec(typed) ??
    /^(\d{4})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})日?( 0{1,2}:00(:00)?)?$/.exec(typed);
  if (parts === null) return undefined;
  const [year = 0, month = 0, day = 0] = parts.slice(1, 4).map(Number);
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day && year >= 1900
    ? date.toISOString().slice(0, 10)
    : undefined;
}

export const dayColumn = (field: string, header: string, options: ColumnOptions = {}): ImportColumn =>
  column(field, header, options, {
    parse(text) {
      const day = toDay(text);
      return day === undefined ? problem(`${header}须为日期，如 2026-01-05`) : { value: day };
    },
    format: plain,
  });

/** One of a few words. */
export function choiceColumn(
  field: string,
  header: string,
  labels: Readonly<Record<string | number, string>>,
  options: ColumnOptions & { readonly isNumeric?: boolean } = {},
): ImportColumn {
  const index = indexOfLabels(labels, options.isNumeric === true);
  return column(field, header, options, {
    parse: (text) => choose(index, header, text),
    format: (value) => (typeof value === 'string' || typeof value === 'number' ? index.nameOf(value) : ''),
    choices: () => Object.values(labels),
  });
}

const indexOfLabels = (labels: Readonly<Record<string | number, string>>, isNumeric: boolean): NameIndex =>
  new NameIndex(
    Object.entries(labels).map(([value, name]) => ({ value: isNumeric ? Number(value) : value, name, fullName: name })),
  );

function choose(index: NameIndex, header: string, text: string): Parsed {
  const [found, second] = index.find(text);
  if (found === undefined) {
    const suggestion = index.suggest(text);
    return problem(suggestion === '' ? `${header}没有“${text}”，请核对` : `${header}没有“${text}”`, suggestion);
  }
  if (second !== undefined)
    return problem(
      `有多个“${text}”，请写全称`,
      index
        .find(text)
        .map(({ fullName }) => fullName)
        .slice(0, 3)
        .join(' 或 '),
    );
  return { value: found.value };
}

const listBreak = /[、，,;；\n]/;
const partsOf = (text: string): readonly string[] =>
  text
    .split(listBreak)
    .map((part) => part.trim())
    .filter((part) => part !== '');
const itemsOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function parseEach(text: string, parse: (part: string) => Parsed): Parsed {
  const values: unknown[] = [];
  for (const part of partsOf(text)) {
    const parsed = parse(part);
    // Names the first wrong one; looking for the nearest name of each would take long.
    if ('problem' in parsed) return parsed;
    values.push(parsed.value);
  }
  return { value: values };
}

/** Several of a few words: 安全员、作业人员. */
export function choicesColumn(
  field: string,
  header: string,
  labels: Readonly<Record<string, string>>,
  options: ColumnOptions = {},
): ImportColumn {
  const index = indexOfLabels(labels, false);
  return column(field, header, options, {
    parse: (text) => parseEach(text, (part) => choose(index, header, part)),
    format: (value) =>
      itemsOf(value)
        .map((one) => index.nameOf(plain(one)))
        .join('、'),
  });
}

const noNames = new NameIndex([]);

/** The name of another record. */
export const lookupColumn = (field: string, header: string, names: string, options: ColumnOptions = {}): ImportColumn =>
  column(field, header, options, {
    isLookup: true,
    parse: (text, all) => choose(all.get(names) ?? noNames, header, text),
    format: (value, all) =>
      typeof value === 'string' || typeof value === 'number' ? (all.get(names) ?? noNames).nameOf(value) : '',
    choices: (all) => (all.get(names) ?? noNames).names(),
  });

/** The names of several records. */
export const lookupsColumn = (
  field: string,
  header: string,
  names: string,
  options: ColumnOptions = {},
): ImportColumn =>
  column(field, header, options, {
    isLookup: true,
    parse: (text, all) => parseEach(text, (part) => choose(all.get(names) ?? noNames, header, part)),
    format: (value, all) =>
      itemsOf(value)
        .map((one) => (all.get(names) ?? noNames).nameOf(typeof one === 'number' ? one : plain(one)))
        .join('、'),
  });

/** Several records in one cell, their members between slashes: `张三/经理/13800001234；李四/…`. */
export function membersColumn(
  field: string,
  header: string,
  members: readonly { readonly name: string; readonly parse: (text: string) => string | undefined }[],
  pattern: string,
  options: ColumnOptions = {},
): ImportColumn {
  return column(
    field,
    header,
    { width: 36, ...options },
    {
      parse(text) {
        const records = text
          .split(/[；;\n]/)
          .map((part) => part.trim())
          .filter((part) => part !== '');
        const values: Record<string, string>[] = [];
        for (const record of records) {
          const texts = record.split(/[/／]/).map((part) => part.trim());
          const read = members.map(({ parse }, index) => parse(texts[index] ?? ''));
          if (texts.length > members.length || read.includes(undefined)) return problem(`${header}请写成 ${pattern}`);
          values.push(Object.fromEntries(members.map(({ name }, index) => [name, read[index] ?? ''])));
        }
        return { value: values };
      },
      format: (value) =>
        itemsOf(value)
          .map((one) => {
            const texts = new Map<string, unknown>(typeof one === 'object' && one !== null ? Object.entries(one) : []);
            return members.map(({ name }) => plain(texts.get(name))).join('/');
          })
          .join('；'),
    },
  );
}

const headKey = (text: string): string =>
  halfWidth(text)
    .replaceAll(/[\s*()[\]（）【】:：]/g, '')
    .toLowerCase();

/** The column under this head, by its own name or another that people use. */
export function columnOfHead(columns: readonly ImportColumn[], head: string): ImportColumn | undefined {
  const key = headKey(head);
  return columns.find(({ header, unit, aliases }) =>
    [header, `${header}${unit}`, ...aliases].some((name) => headKey(name) === key),
  );
}
