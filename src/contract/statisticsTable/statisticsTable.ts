import type { AlarmAnswer, ExceptionAnswer, RescueAnswer, TrapAnswer } from '../endpoints/statistics.ts';
import { dimensionLabels, type StatisticsDimension, type StatisticsSubject } from '../statistics/subjects.ts';
import type { FileColumn, NamedPart, RowFacts, StatisticsCell, StatisticsColumn } from './columns.ts';
import {
  alarmColumns,
  alarmParts,
  exceptionColumns,
  faultCauses,
  faultParts,
  faultPhenomena,
  faultSources,
  releaseWays,
  rescueColumns,
  trapCauses,
  trapColumns,
  type AlarmRow,
  type ExceptionRow,
  type RescueRow,
  type TrapRow,
} from './subjectColumns.ts';

/** An answer with the subject that it is about. */
export type CountedAnswer =
  | { readonly subject: 'trap'; readonly answer: TrapAnswer }
  | { readonly subject: 'rescue'; readonly answer: RescueAnswer }
  | { readonly subject: 'exception'; readonly answer: ExceptionAnswer }
  | { readonly subject: 'alarm'; readonly answer: AlarmAnswer };

/** A whole and its parts: causes, levels. */
export interface Composition {
  readonly title: string;
  readonly parts: readonly NamedPart[];
}

export interface TableRow {
  readonly facts: RowFacts;
  readonly cellOf: (columnId: string) => StatisticsCell;
  /** The value of a file's column; null for a field that the subject does not have. */
  readonly fileOf: (field: string) => string | number | null;
  readonly compositions: () => readonly Composition[];
}

export type ColumnHead = Pick<StatisticsColumn<RowFacts>, 'id' | 'header' | 'isOptional'> & {
  readonly files: readonly Pick<FileColumn<RowFacts>, 'field' | 'header' | 'as'>[];
};

/** The columns of each subject. */
export const columnHeads: Readonly<Record<StatisticsSubject, readonly ColumnHead[]>> = {
  trap: trapColumns,
  rescue: rescueColumns,
  exception: exceptionColumns,
  alarm: alarmColumns,
};

export interface StatisticsTable {
  readonly columns: readonly ColumnHead[];
  readonly total: TableRow;
  readonly rows: readonly TableRow[];
}

const noCell: StatisticsCell = { kind: 'text', text: null };

function tableOf<Row extends RowFacts>(
  columns: readonly StatisticsColumn<Row>[],
  { total, rows }: { readonly total: Row; readonly rows: readonly Row[] },
  compositionsOf: (row: Row) => readonly Composition[],
): StatisticsTable {
  const byId = new Map(columns.map((column) => [column.id, column]));
  const byField = new Map(columns.flatMap(({ files }) => files.map((file) => [file.field, file] as const)));
  const toRow = (row: Row): TableRow => ({
    facts: row,
    cellOf: (id) => byId.get(id)?.cellOf(row) ?? noCell,
    fileOf: (field) => byField.get(field)?.of(row) ?? null,
    compositions: () => compositionsOf(row),
  });
  return { columns, total: toRow(total), rows: rows.map(toRow) };
}

const trapCompositions = (row: TrapRow): readonly Composition[] => [{ title: '原因', parts: trapCauses(row) }];
const rescueCompositions = (row: RescueRow): readonly Composition[] => {
  const { figures } = row;
  return [
    { title: '救援级别', parts: figures.levels.map((num, level) => ({ label: `${level + 1} 级`, num })) },
    {
      title: '移交',
      parts: [
        { label: '120', num: figures.handed.to_120 },
        { label: '119', num: figures.handed.to_119 },
        { label: '110', num: figures.handed.to_110 },
      ],
    },
    ...(figures.release_ways === undefined ? [] : [{ title: '脱困方式', parts: releaseWays(row) }]),
  ];
};
const exceptionCompositions = (row: ExceptionRow): readonly Composition[] => [
  { title: '原因', parts: faultCauses(row) },
  { title: '现象', parts: faultPhenomena(row) },
  { title: '来源', parts: faultSources(row) },
  { title: '更换部件', parts: faultParts(row) },
];
const alarmCompositions = (row: AlarmRow): readonly Composition[] => [{ title: '报警种类', parts: alarmParts(row) }];

/** Returns the table of an answer: its columns, and its rows as cells. */
export function toStatisticsTable(counted: CountedAnswer): StatisticsTable {
  switch (counted.subject) {
    case 'trap':
      return tableOf(trapColumns, counted.answer, trapCompositions);
    case 'rescue':
      return tableOf(rescueColumns, counted.answer, rescueCompositions);
    case 'exception':
      return tableOf(exceptionColumns, counted.answer, exceptionCompositions);
    case 'alarm':
      return tableOf(alarmColumns, counted.answer, alarmCompositions);
  }
}

/** The name of a row; what has none is what nobody registered. */
export const rowName = ({ name }: Pick<RowFacts, 'name'>, dimension: StatisticsDimension): string =>
  name === '' ? `${dimensionLabels[dimension]}未登记` : name;

/** The field of a file that holds the names of the rows. */
const nameField = 'name';

/** Returns the columns of a file with these columns of the table, the names first. */
export const fileColumns = (
  { columns }: Pick<StatisticsTable, 'columns'>,
  ids: readonly string[],
  dimension: StatisticsDimension,
): readonly Pick<FileColumn<RowFacts>, 'field' | 'header' | 'as'>[] => [
  { field: nameField, header: dimensionLabels[dimension], as: 'text' },
  ...columns.filter(({ id }) => ids.includes(id)).flatMap(({ files }) => files),
];

/** Returns the rows of a file, cell by cell in the order of the fields. */
export const fileCells = (
  { rows }: Pick<StatisticsTable, 'rows'>,
  fields: readonly string[],
  dimension: StatisticsDimension,
): (string | number | null)[][] =>
  rows.map(({ facts, fileOf }) =>
    fields.map((field) => (field === nameField ? rowName(facts, dimension) : fileOf(field))),
  );
