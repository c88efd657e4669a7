import { Link } from 'react-router-dom';
import { screenNamed, type BuiltScreen } from '../../contract/screens.ts';
import { numberColumn, textColumn } from '../../ui/list/columns.tsx';
import { defineListScreen } from '../../ui/list/defineListScreen.ts';
import type { Column, LoadList } from '../../ui/list/listTypes.ts';
import { percentText } from '../../ui/percent/percentText.ts';
import { onlineShare, trappedPerHundred, type ShareQuery, type ShareRow, type ShareSort } from './shares.ts';

/** The groups of the lifts. */
export interface ShareKind {
  /** The screen's name in the specification. */
  readonly name: string;
  readonly title: string;
  /** 品牌, 小区. */
  readonly what: string;
  readonly hasArea: boolean;
  /** Returns the address of the lifts of one group; undefined where no page shows them. */
  readonly pathOf: (row: ShareRow) => string | undefined;
}

const titleOf = (name: BuiltScreen['name']): Pick<ShareKind, 'name' | 'title'> => ({
  name,
  title: screenNamed(name).title,
});

export const brandKind: ShareKind = {
  ...titleOf('ReportStatisticsBrand'),
  what: '品牌',
  hasArea: false,
  pathOf: ({ id }) => (id === 0 ? undefined : `/report-statistics?brand=${id}`),
};
export const parkKind: ShareKind = {
  ...titleOf('ReportStatisticsPark'),
  what: '小区',
  hasArea: true,
  pathOf: ({ id }) => `/elevator-screening?community=${id}`,
};

const dash = <span className="ti-none">—</span>;

/** A figure that is computed from the row; nothing stays nothing. */
function figureColumn(
  id: ShareSort,
  header: string,
  valueOf: (row: ShareRow) => number | null,
  toText: (value: number) => string,
  options: { width: number; csvHeader?: string; fractionDigits: number },
): Column<ShareRow> {
  const { width, csvHeader = header, fractionDigits } = options;
  return {
    id,
    header,
    csvHeader,
    width,
    isSortable: true,
    align: 'right',
    cell: (row) => {
      const value = valueOf(row);
      return value === null ? dash : toText(value);
    },
    csv: (row) => {
      const value = valueOf(row);
      return value === null ? null : Number(value.toFixed(fractionDigits));
    },
  };
}

const percentOf =
  (valueOf: (row: ShareRow) => number | null) =>
  (row: ShareRow): number | null => {
    const value = valueOf(row);
    return value === null ? null : value * 100;
  };

interface ShareScreenDeps {
  readonly load: LoadList<ShareRow, ShareQuery>;
  readonly open: (path: string) => void;
  /** Entrapments are shown only to users who may see rescue orders. */
  readonly hasTrapped: boolean;
}

/** Brands or communities with their lifts, the largest first. */
export function shareScreen(
  { name, title, what, hasArea, pathOf }: ShareKind,
  { load, open, hasTrapped }: ShareScreenDeps,
) {
  return defineListScreen({
    name,
    title,
    load,
    rowId: (row) => row.id,
    goToRow: (row) => {
      const path = pathOf(row);
      if (path !== undefined) open(path);
    },
    columns: [
      {
        id: 'name',
        header: what,
        width: 138,
        csv: (row) => row.name,
        cell: (row) => {
          const path = pathOf(row);
          return path === undefined ? row.name : <Link to={path}>{row.name}</Link>;
        },
      },
      ...(hasArea ? [textColumn('area', '区域', { width: 82 })] : []),
      { ...numberColumn('num', '电梯', { unit: '台', width: 84, isSortable: true }), csvHeader: '电梯（台）' },
      {
        ...figureColumn(
          'share',
          '占比',
          percentOf((row) => row.share),
          (value) => percentText(value, 100),
          { width: 78, csvHeader: '占比（%）', fractionDigits: 2 },
        ),
      },
      figureColumn(
        'averageYears',
        '平均梯龄',
        (row) => row.averageYears,
        (value) => `${value.toFixed(1)} 年`,
        { width: 96, csvHeader: '平均梯龄（年）', fractionDigits: 2 },
      ),
      figureColumn('online', '在线率', percentOf(onlineShare), (value) => percentText(value, 100), {
        width: 82,
        csvHeader: '在线率（%）',
        fractionDigits: 2,
      }),
      ...(hasTrapped
        ? [
            {
              ...numberColumn('trappedNum', '近一年困人', { unit: '起', width: 106, isSortable: true }),
              csvHeader: '近一年困人（起）',
            },
            figureColumn('trappedRate', '每百台困人', trappedPerHundred, (value) => value.toFixed(1), {
              width: 104,
              csvHeader: '每百台困人（起）',
              fractionDigits: 2,
            }),
          ]
        : []),
    ],
    empty: { title: `暂无${what}`, hint: '您的管辖范围内还没有电梯。' },
    exportName: title,
  });
}
