import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import { refusalCodes } from '../../../src/contract/envelope.ts';
import { checkListFields, type CheckListValues } from '../../../src/contract/entities/checkList.ts';
import { liftCategoryLabels } from '../../../src/contract/entities/elevatorFields.ts';
import type { CheckItem } from '../../../src/contract/visits/checkItem.ts';
import type { Principal } from '../../access/principal.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { CurrentRow, ImportNote, RowBatch } from '../../domain/rows/rowDesk.ts';
import type { Leaving } from '../../domain/rows/undoneImports.ts';
import { run, type EventStore, type Queries } from '../../store/eventStore.ts';
import type { ImportDesk } from '../importDesk.ts';
import { wrongRow, type CheckedRow, type KeptRow } from '../importRow.ts';
import { readRows, toKeptRow } from '../importStore.ts';
import { checkListColumns, readLists, type FileList, type ListLine } from './checkListLines.ts';

/** The first line of a list keeps the whole of it; `lines` are the numbers of the others that are written with it. */
const headSchema = checkListFields.extend({ lines: z.array(z.number().int()) });
/** Another line keeps the list's name, under which it is shown, and the number of the first. */
const lineSchema = z.object({ name: z.string(), head: z.number().int() });

interface Head {
  readonly record: {
    readonly id: number | null;
    readonly before: CheckListValues | null;
    readonly version: number;
    readonly values: CheckListValues;
  };
  readonly lines: readonly number[];
}

/** The list that this row writes; undefined for a row that another one writes. */
function headOf({ values, before, recordId, version }: KeptRow): Head | undefined {
  const parsed = headSchema.safeParse(values);
  if (!parsed.success) return undefined;
  const { lines, ...list } = parsed.data;
  const old = before === null ? null : checkListFields.parse(before);
  return { record: { id: recordId, before: old, version, values: list }, lines };
}

function writtenOf({ record: { id, ...record } }: Head) {
  if (id === null) throw new Error('the list is not written');
  return { ...record, id };
}

/** Marks the other lines in the transaction that writes the list or takes it back. */
const noteOfLines = (note: ImportNote, lines: readonly number[], isWritten: boolean): ImportNote => ({
  ...note,
  *effects(queries, written) {
    yield* note.effects(queries, { ...written, values: written.values === null ? null : { ...written.values, lines } });
    if (lines.length === 0) return;
    yield* run(
      queries
        .updateTable('import_rows')
        .set(isWritten ? { is_written: 1, record_id: written.id, problems: '[]' } : { is_written: 0 })
        .where('import_id', '=', note.importId)
        .where('row_number', 'in', lines),
    );
  },
});

/** Returns the effect of a line on the list as it stands. */
function lineRow(
  { rowNumber, problems, item }: ListLine,
  list: FileList,
  current: CheckListValues | undefined,
): CheckedRow {
  if (problems.length > 0 || item === undefined) return wrongRow(rowNumber, problems);
  const old = current?.items.find(({ code }) => code === item.code);
  const changes = [
    { header: '项目', before: old?.name ?? '', after: item.name },
    { header: '要求', before: old?.requirement ?? '', after: item.requirement },
    { header: '试验项目', before: testWord(old), after: testWord(item) },
  ].filter(({ before, after }) => before !== after);
  const state = old === undefined ? 'new' : isDeepStrictEqual(old, item) ? 'same' : 'change';
  const values = { name: list.name, head: list.lines[0]?.rowNumber ?? rowNumber };
  return { ...wrongRow(rowNumber, []), state, changes: state === 'change' ? changes : [], values };
}

const testWord = (item: CheckItem | undefined): string => (item?.isTest === true ? '是' : '否');

/** The changes of the list as a whole, which stand beside its first line. */
function changesOf({ values, version }: CurrentRow<CheckListValues>, after: CheckListValues): CheckedRow['changes'] {
  const codes = new Set(after.items.map(({ code }) => code));
  const gone = values.items.filter(({ code }) => !codes.has(code));
  return [
    {
      header: '清单',
      before: `第 ${version} 版，${values.items.length} 项`,
      after: `第 ${version + 1} 版，${after.items.length} 项`,
    },
    ...(gone.length === 0
      ? []
      : [{ header: '不再列入', before: gone.map(({ name }) => name).join('、'), after: '删去' }]),
    ...(values.category === after.category
      ? []
      : [
          {
            header: '电梯类别',
            before: liftCategoryLabels[values.category],
            after: liftCategoryLabels[after.category],
          },
        ]),
  ];
}

const fieldHeaders: Readonly<Record<string, string>> = { name: '清单名称', category: '电梯类别' };
const inOrder = (items: readonly CheckItem[]): CheckItem[] => items.toSorted((a, b) => compareCodes(a.code, b.code));
const compareCodes = (a: string, b: string): number => {
  const [one, other] = [a, b].map((code) => code.split('-').slice(1).map(Number));
  return (one?.[0] ?? 0) - (other?.[0] ?? 0) || (one?.[1] ?? 0) - (other?.[1] ?? 0);
};

/**
 * Makers' lists: each line of the file is an item, and each list is written whole by its first line, so that no visit is planned from a part
 * of it (docs/decisions/0105). A list whose name is known becomes the next version of that list; items that the file leaves out go.
 */
export function checkListImport(batch: RowBatch<CheckListValues>, store: Pick<EventStore, 'rows'>): ImportDesk {
  async function judge(by: Principal, reads: Queries, list: FileList): Promise<readonly CheckedRow[]> {
    const known = await reads.selectFrom('check_lists').select('id').where('name', '=', list.name).executeTakeFirst();
    const current = known === undefined ? undefined : await batch.current(by, known.id, reads);
    const rows = list.lines.map((line) => lineRow(line, list, current?.values));
    const items = list.lines.flatMap(({ item }) => (item === undefined ? [] : [item]));
    const [head, ...others] = rows;
    if (head === undefined || list.category === undefined || items.length < rows.length) return rows;
    const values = { name: list.name, category: list.category, items: inOrder(items) };
    if (current !== undefined && isDeepStrictEqual(current.values, values)) return rows;
    const id = known?.id ?? null;
    const refused = await batch.review(by, id, values, reads);
    if (refused.length > 0)
      return [
        wrongRow(
          head.rowNumber,
          refused.map(({ field, message }) => ({ header: fieldHeaders[field] ?? '', message, suggestion: '' })),
        ),
        ...others,
      ];
    const lines = others.filter(({ state }) => state !== 'same').map(({ rowNumber }) => rowNumber);
    return [
      {
        ...head,
        state: current === undefined ? 'new' : 'change',
        changes: current === undefined ? [] : [...changesOf(current, values), ...head.changes],
        values: { ...values, lines },
        before: current?.values ?? null,
        recordId: id,
        version: current?.version ?? 0,
      },
      ...others,
    ];
  }

  /** The first line of the list of this written row. */
  async function headRowOf(row: KeptRow): Promise<Head> {
    const own = headOf(row);
    if (own !== undefined) return own;
    const { head } = lineSchema.parse(row.values);
    const choice = { importId: row.importId, after: head - 1, order: 'asc', limit: 1 } as const;
    const [found] = await readRows(store.rows, choice);
    const read = found === undefined ? undefined : headOf(toKeptRow(found));
    if (read === undefined) throw new Error(`row ${head} of import ${row.importId} is no list`);
    return read;
  }

  const hindrance = async (by: Principal, row: KeptRow, leaving?: Leaving): Promise<string | undefined> =>
    batch.hindrance(by, writtenOf(await headRowOf(row)), leaving);

  return {
    kind: 'checkList',
    columns: checkListColumns,
    loadNames: async () => new Map(),
    async startCheck(reads, by, readFile) {
      const checked = new Map<number, CheckedRow>();
      for (const list of await readLists(await readFile()))
        for (const row of await judge(by, reads, list)) checked.set(row.rowNumber, row);
      return {
        check: async (_by, _reads, rows) =>
          rows.map(({ rowNumber }) => checked.get(rowNumber) ?? wrongRow(rowNumber, [])),
      };
    },
    // The whole file is read at the start of a check.
    remember: async () => undefined,
    async write(by, row, note) {
      const head = headOf(row);
      if (head === undefined) return undefined;
      const { id } = await batch.write(by, head.record, noteOfLines(note, head.lines, true));
      return { id, before: head.record.before, after: head.record.values };
    },
    hindrance,
    async revert(by, row, note) {
      const head = headOf(row);
      if (head !== undefined) {
        const written = writtenOf(head);
        await batch.revert(by, written, noteOfLines(note, head.lines, false));
        return { id: written.id, before: written.values, after: written.before };
      }
      // It goes back with its list, or stays with it.
      const why = await hindrance(by, row);
      if (why !== undefined) throw new Refusal(why, refusalCodes.notAllowedNow);
      return undefined;
    },
    // Planning follows the log.
    afterRows: async () => undefined,
  };
}
