import * as z from 'zod';
import { chineseIssue } from '../../../src/contract/chineseIssue.ts';
import { checkListFields, codeOfItem, missingKinds, mostListItems } from '../../../src/contract/entities/checkList.ts';
import { liftCategoryLabels } from '../../../src/contract/entities/elevatorFields.ts';
import { liftCategories, type LiftCategory } from '../../../src/contract/liftCategories.ts';
import { requiredLine } from '../../../src/contract/rows.ts';
import { mostItemNameLength, type CheckItem } from '../../../src/contract/visits/checkItem.ts';
import { cycleKinds, visitKindLabels, type CycleKind } from '../../../src/contract/visits/visitKinds.ts';
import { choiceColumn, halfWidth, numberColumn, textColumn, type ImportColumn } from '../columns.ts';
import { parseRows } from '../importDesk.ts';
import type { FileRow, RowProblem } from '../importRow.ts';

const kindColumn = choiceColumn(
  'kind',
  '维保类型',
  Object.fromEntries(cycleKinds.map((kind) => [kind, visitKindLabels[kind].replace('维保', '')])),
  { isRequired: true, aliases: ['类型', '周期', '维保周期'] },
);

export const checkListColumns: readonly ImportColumn[] = [
  textColumn('list', '清单名称', { isRequired: true, width: 28, aliases: ['清单', '专用清单', '维保清单'] }),
  choiceColumn('category', '电梯类别', liftCategoryLabels, { isRequired: true, aliases: ['类别', '设备类别'] }),
  {
    ...kindColumn,
    // 半月, 半月保养 and 半月维保 are the same word to the people who write these lists.
    parse: (text, names) => kindColumn.parse(halfWidth(text).replace(/(维保|保养|维护保养)$/, ''), names),
  },
  numberColumn('number', '序号', { isRequired: true, width: 8, aliases: ['项号', '项目序号', '编号'] }),
  textColumn('name', '项目', { isRequired: true, width: 36, aliases: ['维保项目', '项目名称', '维保项目（内容）'] }),
  textColumn('requirement', '要求', { isRequired: true, width: 48, aliases: ['维保要求', '基本要求', '维保基本要求'] }),
  choiceColumn('isTest', '试验项目', { yes: '是', no: '否' }, { width: 10, aliases: ['是否试验', '须试验'] }),
];
const headerOf = (field: string): string => checkListColumns.find((column) => column.field === field)?.header ?? '';

const numberWords = `序号须为 1 到 ${mostListItems} 的整数`;
const lineFields = z.object({
  list: checkListFields.shape.name,
  category: z.enum(liftCategories, '请填写电梯类别'),
  kind: z.enum(cycleKinds, '请填写维保类型'),
  number: z.number('请填写序号').int(numberWords).min(1, numberWords).max(mostListItems, numberWords),
  name: requiredLine('项目', mostItemNameLength),
  requirement: requiredLine('要求', 200),
  isTest: z.enum(['yes', 'no']).optional(),
});

const soundFields = lineFields.partial();

/** A line of the file: one item of a list. */
export interface ListLine {
  readonly rowNumber: number;
  readonly problems: readonly RowProblem[];
  /** Undefined for a wrong line. */
  readonly item: CheckItem | undefined;
}

/** All lines of one list, in the order of the file. */
export interface FileList {
  readonly name: string;
  readonly category: LiftCategory | undefined;
  readonly lines: readonly ListLine[];
}

interface ReadLine {
  readonly rowNumber: number;
  readonly list: string;
  readonly values: z.output<typeof soundFields>;
  readonly problems: RowProblem[];
}

const problem = (header: string, message: string): RowProblem => ({ header, message, suggestion: '' });

function readLine(row: FileRow, given: ReadonlyMap<string, unknown>, ofCells: readonly RowProblem[]): ReadLine {
  const problems = [...row.problems, ...ofCells];
  const values: Record<string, unknown> = {};
  for (const [field, schema] of Object.entries(lineFields.shape)) {
    const parsed = schema.safeParse(given.get(field), { error: chineseIssue });
    if (parsed.success) values[field] = parsed.data;
    else if (problems.every(({ header }) => header !== headerOf(field)))
      problems.push(problem(headerOf(field), parsed.error.issues[0]?.message ?? ''));
  }
  const sound = soundFields.parse(values);
  return { rowNumber: row.rowNumber, list: sound.list ?? '', values: sound, problems };
}

/** Adds what is wrong with the lines beside each other: a number twice, another category, too many items, a kind without any. */
function judgeTogether(lines: readonly ReadLine[]): void {
  const numbers = new Map<string, number>();
  const [first] = lines;
  if (first === undefined || first.list === '') return;
  const told = lines.find(({ values }) => values.category !== undefined);
  for (const { rowNumber, values, problems } of lines) {
    const { kind, number, category } = values;
    if (kind !== undefined && number !== undefined) {
      const earlier = numbers.get(`${kind} ${number}`);
      if (earlier === undefined) numbers.set(`${kind} ${number}`, rowNumber);
      else problems.push(problem('序号', `与第 ${earlier} 行的序号重复：同一清单、同一维保类型内不能有两个 ${number}`));
    }
    if (category !== undefined && told?.values.category !== undefined && category !== told.values.category)
      problems.push(
        problem(
          '电梯类别',
          `同一清单只能有一种电梯类别，第 ${told.rowNumber} 行为“${liftCategoryLabels[told.values.category]}”`,
        ),
      );
  }
  if (lines.length > mostListItems)
    first.problems.push(
      problem('', `清单“${first.list}”有 ${lines.length} 项，一份清单最多 ${mostListItems} 项，请合并或删减`),
    );
  // A kind that could not be read may be the missing one.
  if (lines.some(({ values }) => values.kind === undefined)) return;
  const missing = missingKinds(
    lines.flatMap(({ values: { kind } }) => (kind === undefined ? [] : [{ code: codeOfItem(kind, 1) }])),
  );
  if (missing.length > 0)
    first.problems.push(
      problem(
        '维保类型',
        `清单“${first.list}”缺少${namesOf(missing)}的项目：四种维保都须有各自的项目（TSG T5002-2017 第六条），否则到期时无从排期`,
      ),
    );
}

const namesOf = (kinds: readonly CycleKind[]): string => kinds.map((kind) => visitKindLabels[kind]).join('、');

function itemOf({ values: { kind, number, name, requirement, isTest }, problems }: ReadLine): CheckItem | undefined {
  if (problems.length > 0) return undefined;
  if (kind === undefined || number === undefined || name === undefined || requirement === undefined) return undefined;
  return { code: codeOfItem(kind, number), name, requirement, ...(isTest === 'yes' ? { isTest: true } : {}) };
}

/** The lists of a file. Lines without a list's name stand together under the empty one; each of them is wrong. */
export async function readLists(rows: readonly FileRow[]): Promise<readonly FileList[]> {
  const lists = new Map<string, ReadLine[]>();
  for (const { row, cells } of await parseRows(rows, new Map())) {
    const line = readLine(row, cells.given, cells.problems);
    const lines = lists.get(line.list);
    if (lines === undefined) lists.set(line.list, [line]);
    else lines.push(line);
  }
  return [...lists].map(([name, lines]) => {
    judgeTogether(lines);
    return {
      name,
      category: lines.find(({ values }) => values.category !== undefined)?.values.category,
      lines: lines.map((line) => ({ rowNumber: line.rowNumber, problems: line.problems, item: itemOf(line) })),
    };
  });
}
