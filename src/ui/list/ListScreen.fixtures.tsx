import { storyNowMs } from '../stories/nowMs.ts';
import { DescriptionList } from '../DescriptionList/DescriptionList.tsx';
import { numberColumn, spokenColumn, statusColumn, textColumn, timeColumn } from './columns.tsx';
import { defineListScreen } from './defineListScreen.ts';
import { dateRangeFilter, multiSelectFilter, selectFilter, textFilter } from './filters.tsx';
import type { LoadList, RowAction } from './listTypes.ts';

/** A parcel: the stories' own thing, so that no fixture pretends to know the product. */
export interface Parcel {
  id: number;
  code: string;
  receiver: string;
  address: string;
  status: number;
  weight_kg: number | null;
  sent_at: string;
  received_at?: string | null;
}

export interface ParcelQuery {
  page: number;
  page_size: number;
  sort?: string;
  order?: 'asc' | 'desc';
  keyword?: string;
  status?: number[];
  urgent?: boolean;
  from?: string;
  to?: string;
}

export { storyNowMs };
const statuses = [
  { label: '待派送', tone: 'neutral' },
  { label: '派送中', tone: 'info' },
  { label: '已签收', tone: 'ok' },
  { label: '地址有误', tone: 'high' },
] as const;
const unknownStatus = { label: '未知', tone: 'neutral' } as const;
const toTag = (status: number) => statuses[status] ?? unknownStatus;
const streets = [
  '滨江路 128 号',
  '人民中路 66 弄 3 号',
  '学府街 9 号院',
  '高新大道 2001 号科技园 B 座',
  '环湖南路 15 号',
];
const people = ['张伟', '王芳', '李娜', '刘洋', '陈静', '欧阳明月'];

export function parcelsUpTo(count: number): Parcel[] {
  return Array.from({ length: count }, (_, index) => {
    const id = count - index;
    const sentMs = storyNowMs - index * 47 * 60_000;
    return {
      id,
      code: `SF-${String(100_000 + id)}`,
      receiver: people[id % people.length] ?? '',
      address: streets[id % streets.length] ?? '',
      status: id % 17 === 0 ? 3 : id % 3,
      weight_kg: id % 7 === 0 ? null : Math.round((id % 37) * 3.7 * 10) / 10,
      sent_at: new Date(sentMs).toISOString(),
      received_at: id % 3 === 2 ? new Date(sentMs + 3_600_000).toISOString() : null,
    };
  });
}

/** Answers like a server would: filters, sorts, pages. */
export function loadFrom(parcels: readonly Parcel[]): LoadList<Parcel, ParcelQuery> {
  return ({ page, page_size, sort, order, keyword, status, urgent, from, to }) => {
    const found = parcels.filter(
      (parcel) =>
        (keyword === undefined || `${parcel.code}${parcel.receiver}${parcel.address}`.includes(keyword)) &&
        (status === undefined || status.includes(parcel.status)) &&
        (urgent === undefined || (parcel.status === 3) === urgent) &&
        (from === undefined || Date.parse(parcel.sent_at) >= Date.parse(from)) &&
        (to === undefined || Date.parse(parcel.sent_at) <= Date.parse(to)),
    );
    const sign = order === 'asc' ? 1 : -1;
    const sorted =
      sort === 'weight_kg'
        ? found.toSorted((a, b) => sign * ((a.weight_kg ?? 0) - (b.weight_kg ?? 0)))
        : sort === 'sent_at' && sign === 1
          ? found.toReversed()
          : found;
    return Promise.resolve({
      list: sorted.slice((page - 1) * page_size, page * page_size),
      current_page: page,
      page_size,
      total: found.length,
      max_page: Math.max(1, Math.ceil(found.length / page_size)),
    });
  };
}

/** An example of a definition: data, and functions where a screen differs. */
export function parcelScreen(load: LoadList<Parcel, ParcelQuery>, rowActions: readonly RowAction<Parcel>[] = []) {
  return defineListScreen({
    name: 'Parcels',
    title: '包裹记录',
    load,
    rowId: (row) => row.id,
    columns: [
      spokenColumn('code', '单号', { width: 60 }),
      statusColumn('status', '状态', toTag),
      textColumn('receiver', '收件人', { width: 100 }),
      textColumn('address', '地址'),
      numberColumn('weight_kg', '重量', { unit: 'kg', fractionDigits: 1, isSortable: true }),
      timeColumn('sent_at', '寄出时间'),
      timeColumn('received_at', '签收时间', { isSortable: false, isHiddenByDefault: true }),
    ],
    filters: [
      textFilter('keyword', '关键字', { placeholder: '单号、收件人、地址' }),
      multiSelectFilter(
        'status',
        '状态',
        statuses.map(({ label }, value) => ({ value, label })),
      ),
      selectFilter('urgent', '是否异常', [
        { value: true, label: '仅异常' },
        { value: false, label: '仅正常' },
      ]),
      dateRangeFilter({ from: 'from', to: 'to' }, '寄出时间', { readNowMs: () => storyNowMs }),
    ],
    rowActions,
    rowTone: (row) => (row.status === 3 ? 'high' : 'normal'),
    empty: { title: '暂无包裹记录', hint: '新的包裹寄出后会出现在这里。' },
    detail: {
      title: ({ row, id }) => row?.code ?? `包裹 ${id}`,
      render: ({ row }) =>
        row === null ? (
          <p>该包裹不在当前页。</p>
        ) : (
          <DescriptionList
            items={[
              { label: '单号', value: row.code, copy: row.code },
              { label: '收件人', value: row.receiver },
              { label: '地址', value: row.address, copy: row.address },
              { label: '状态', value: toTag(row.status).label },
            ]}
          />
        ),
    },
  });
}
