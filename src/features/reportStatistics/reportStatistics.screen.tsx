import type { Observable } from 'rxjs';
import { Link } from 'react-router-dom';
import { loading, type LoadState } from '../../streams/loading/loadState.ts';
import { numberColumn, spokenColumn, textColumn } from '../../ui/list/columns.tsx';
import { defineListScreen } from '../../ui/list/defineListScreen.ts';
import type { Filter, FilterControl, LoadList } from '../../ui/list/listTypes.ts';
import { useObservable } from '../../ui/live/useObservable.ts';
import { Select } from '../../ui/Select/Select.tsx';
import { StatusTag, type Tone } from '../../ui/StatusTag/StatusTag.tsx';
import { formatDate, toMs } from '../../ui/time/formatTime.ts';
import { AgeChoices } from './AgeChoices.tsx';
import { ageKeys, brandKey, readAgeAddress, readBrandId } from './ageAddress.ts';
import type { BrandOptions, LiftQuery, LiftRow } from './statisticsSources.ts';
import { Spoken } from '../../ui/Spoken/Spoken.tsx';

export interface AgeScreenDeps {
  readonly load: LoadList<LiftRow, LiftQuery>;
  readonly brands$: Observable<LoadState<BrandOptions>>;
  readonly openLift: (elevatorId: number) => void;
}

export const liftPath = (elevatorId: number): string => `/elevator-screening?id=${elevatorId}`;

const tones: readonly Tone[] = ['neutral', 'ok', 'offline', 'neutral'];
const dash = <span className="ti-none">—</span>;

const ageFilter: Filter<Pick<LiftQuery, 'yearsStart' | 'yearsEnd' | 'install_unknown'>> = {
  label: '梯龄',
  keys: ageKeys,
  width: 600,
  toQuery: (params) => {
    const address = readAgeAddress(params);
    return address.kind === 'ok' ? address.filter : {};
  },
  Control: AgeChoices,
};

function BrandSelect({ brands$, params, setParams }: FilterControl & { brands$: AgeScreenDeps['brands$'] }) {
  const brands = useObservable(brands$, loading);
  const options =
    brands.kind === 'ready'
      ? brands.value.map(({ id, name, value }) => ({ value: id, label: `${name}（${value} 台）` }))
      : [];
  return (
    <Select
      label="品牌"
      placeholder="全部品牌"
      isClearable
      value={readBrandId(params)}
      options={options}
      onChange={(id) => setParams({ [brandKey]: id === null ? null : String(id) })}
    />
  );
}

const brandFilter = (brands$: AgeScreenDeps['brands$']): Filter<Pick<LiftQuery, 'brand_id'>> => ({
  label: '品牌',
  keys: [brandKey],
  width: 170,
  toQuery: (params) => {
    const id = readBrandId(params);
    return id === null ? {} : { brand_id: id };
  },
  Control: (control) => <BrandSelect brands$={brands$} {...control} />,
});

const installed = ({ install_at: at }: LiftRow): string | null => {
  const ms = toMs(at);
  return ms === null ? null : formatDate(ms);
};

/** The lifts of an age, each a click from its picture. */
export function ageScreen({ load, brands$, openLift }: AgeScreenDeps) {
  return defineListScreen({
    name: 'ReportStatistics',
    title: '梯龄统计',
    load,
    rowId: (row) => row.id,
    goToRow: (row) => openLift(row.id),
    columns: [
      {
        id: 'tag',
        header: '电梯',
        width: 96,
        isSortable: true,
        isWhole: true,
        cell: (row) => (
          <Link to={liftPath(row.id)}>
            <Spoken>{row.tag}</Spoken>
          </Link>
        ),
        csv: (row) => row.tag,
      },
      textColumn('addr', '地址', { width: 180 }),
      textColumn('community_name', '小区', { width: 120 }),
      textColumn('brand_name', '品牌', { width: 90 }),
      {
        id: 'install_at',
        header: '安装日期',
        width: 112,
        isSortable: true,
        cell: (row) => installed(row) ?? <span className="ti-none">未登记</span>,
        csv: installed,
      },
      { ...numberColumn('age_years', '梯龄', { unit: '年', fractionDigits: 1, width: 84 }), csvHeader: '梯龄（年）' },
      {
        id: 'maintenance',
        header: '维保单位',
        width: 170,
        cell: (row) =>
          row.maintain_info == null ? dash : <span title={row.maintain_info.name}>{row.maintain_info.name}</span>,
        csv: (row) => row.maintain_info?.name ?? null,
      },
      {
        id: 'status',
        header: '状态',
        width: 98,
        cell: (row) => <StatusTag label={row.statusResult} tone={tones[row.status] ?? 'neutral'} />,
        csv: (row) => row.statusResult,
      },
      textColumn('full_area', '区域', { isHiddenByDefault: true }),
      spokenColumn('registration_code', '注册代码', { width: 180, isHiddenByDefault: true }),
    ],
    filters: [ageFilter, brandFilter(brands$)],
    empty: { title: '暂无电梯', hint: '您的管辖范围内还没有电梯。' },
    exportName: '梯龄统计',
  });
}
