import { Link } from 'react-router-dom';
import type { ImportRow } from '../../contract/endpoints/imports.ts';
import { importKinds, type ImportKind } from '../../contract/entities/imports.ts';
import { DescriptionList } from '../../ui/DescriptionList/DescriptionList.tsx';
import { statusColumn } from '../../ui/list/columns.tsx';
import type { Column } from '../../ui/list/listTypes.ts';
import { StatusTag } from '../../ui/StatusTag/StatusTag.tsx';
import { rowTag } from './importTags.tsx';
import { recordAddress } from './recordAddress.ts';

type Tone = 'wrong' | 'warned' | undefined;

/** Each thing that is wrong with a row, or is doubtful and changes. */
function remarksOf({ problems, changes }: ImportRow): readonly { readonly words: string; readonly tone: Tone }[] {
  const told = problems.map(({ header, message, suggestion, is_warning: isWarning = false }) => {
    // A doubt is told in a whole sentence.
    const head = header === '' || message.includes(header) || isWarning ? '' : `${header}：`;
    return {
      words: `${head}${message}${suggestion === '' ? '' : `，是否为“${suggestion}”`}`,
      tone: isWarning ? ('warned' as const) : ('wrong' as const),
    };
  });
  if (told.some(({ tone }) => tone === 'wrong')) return told;
  return [
    ...told,
    ...changes.map(({ header, before, after }) => ({
      words: `${header}：${before === '' ? '空' : before} → ${after}`,
      tone: undefined,
    })),
  ];
}

/** Returns true for a row that cannot be written. */
export const isWrong = ({ state, problems }: ImportRow): boolean =>
  state === 'wrong' || problems.some(({ is_warning: isWarning = false }) => !isWarning);

/** One line for each, none of them cut. */
const remarkCell = (row: ImportRow) => (
  <span className="import-view__remark">
    {remarksOf(row).map(({ words, tone }) => (
      <span key={words} data-tone={tone}>
        {words}
      </span>
    ))}
  </span>
);

/** The text of the file; the wrong ones stand out. */
const cellOf = (head: string, index: number) => (row: ImportRow) => {
  const text = row.cells[index] ?? '';
  const problem = row.problems.find(({ header }) => header !== '' && head.includes(header));
  const tone: Tone = problem && (problem.is_warning === true ? 'warned' : 'wrong');
  return (
    <span className="import-view__cell" data-tone={tone} title={text}>
      {text}
    </span>
  );
};

/** Returns the columns for the effect of each row, then those of the file under their own heads. */
export const columnsOf = (header: readonly string[]): readonly Column<ImportRow>[] => [
  {
    id: 'row_number',
    header: '行',
    width: 64,
    align: 'right',
    cell: (row) => row.row_number,
    csv: (row) => row.row_number,
  },
  { ...statusColumn('state', '结果', rowTag), width: 96 },
  {
    id: 'remark',
    header: '说明',
    width: 320,
    cell: remarkCell,
    csv: (row) =>
      remarksOf(row)
        .map(({ words }) => words)
        .join('；'),
  },
  ...header.flatMap((head, index): Column<ImportRow>[] =>
    head === ''
      ? []
      : [
          {
            id: `cell-${index}`,
            header: head,
            width: 140,
            cell: cellOf(head, index),
            csv: (row) => row.cells[index] ?? '',
          },
        ],
  ),
];

/** One row of the file whole, with all that is wrong with it or changes. */
export function RowDetail({ row, header, kind }: { row: ImportRow; header: readonly string[]; kind: ImportKind }) {
  const remarks = remarksOf(row);
  return (
    <DescriptionList
      items={[
        { label: '结果', value: <StatusTag {...rowTag(row.state)} /> },
        ...(remarks.length === 0 ? [] : [{ label: '说明', value: remarkCell(row) }]),
        ...(row.record_id === null
          ? []
          : [{ label: importKinds[kind].noun, value: <Link to={recordAddress(kind, row)}>{row.record_name}</Link> }]),
        ...header.flatMap((label, index) => (label === '' ? [] : [{ label, value: row.cells[index] || '—' }])),
      ]}
    />
  );
}
