import { expect, test } from 'vitest';
import { statusColumn, textColumn, timeColumn } from './columns.tsx';
import { defineListScreen } from './defineListScreen.ts';
import { multiSelectFilter, textFilter } from './filters.tsx';
import type { LoadList } from './listTypes.ts';
import { toListQuery } from './toListQuery.ts';
import { readPosition } from './urlState.ts';

interface Row {
  id: number;
  code: string;
  status: number;
  sent_at?: string | null;
}
interface Query {
  page?: number;
  page_size?: number;
  sort?: string;
  order?: 'asc' | 'desc';
  keyword?: string;
  status?: number[];
}
const load: LoadList<Row, Query> = () => Promise.reject(new Error('not asked here'));
const base = { name: 'Things', title: '记录', load, rowId: (row: Row) => row.id };
const statuses = multiSelectFilter('status', '状态', [
  { value: 0, label: '待处理' },
  { value: 1, label: '已处理' },
]);

test('a screen that fits its rows and its query is handed back as it is', () => {
  const screen = {
    ...base,
    columns: [
      textColumn('code', '编号'),
      timeColumn('sent_at', '时间'),
      statusColumn('status', '状态', (status: number) => ({ label: String(status) })),
    ],
    filters: [textFilter('keyword', '关键字'), statuses],
  };
  expect(defineListScreen(screen)).toBe(screen);
});

test('a misspelt field, a field of another type and a filter that the query lacks do not compile', () => {
  // @ts-expect-error: the row has `code`
  defineListScreen({ ...base, columns: [textColumn('cod', '编号')] });
  defineListScreen({
    ...base,
    // @ts-expect-error: the row's status is a number
    columns: [statusColumn('status', '状态', (status: boolean) => ({ label: String(status) }))],
  });
  // @ts-expect-error: the query has `keyword`
  defineListScreen({ ...base, columns: [], filters: [textFilter('keywords', '关键字')] });
  // @ts-expect-error: the query's status is a list of numbers
  defineListScreen({ ...base, columns: [], filters: [textFilter('status', '状态')] });
});

test('two columns with one id, and a filter that uses the list’s own key, are refused', () => {
  expect(() =>
    defineListScreen({ ...base, columns: [textColumn('code', '编号'), textColumn('code', '编号')] }),
  ).toThrow("'code' is used twice");
  const ownKey: LoadList<Row, Query & { id?: string }> = load;
  expect(() => defineListScreen({ ...base, load: ownKey, columns: [], filters: [textFilter('id', '编号')] })).toThrow(
    "'id' is used twice",
  );
});

test('the address becomes the query: filters in their own types, the list’s own members last', () => {
  const params = new URLSearchParams('keyword= 滨江 &status=1,7,0&page=3&sort=code&order=asc');
  const query: Query = toListQuery<Query>(
    [textFilter('keyword', '关键字'), statuses],
    params,
    readPosition(params, ['code']),
  );
  expect(query).toEqual({ keyword: '滨江', status: [0, 1], page: 3, page_size: 20, sort: 'code', order: 'asc' });
});

test('an empty address requests the first 20 rows, newest first, and nothing else', () => {
  const params = new URLSearchParams();
  expect(toListQuery<Query>([textFilter('keyword', '关键字'), statuses], params, readPosition(params, []))).toEqual({
    page: 1,
    page_size: 20,
    order: 'desc',
  });
});
