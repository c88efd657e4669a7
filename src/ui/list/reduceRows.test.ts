import { expect, test } from 'vitest';
import type { ListPage } from './listTypes.ts';
import { reduceRows, type RowsEvent, type RowsState } from './reduceRows.ts';
import { toLoadFailure } from '../failure/toLoadFailure.ts';

interface Row {
  id: number;
  name: string;
}
const rowId = (row: Row): number => row.id;
const page = (...ids: number[]): ListPage<Row> => ({
  list: ids.map((id) => ({ id, name: `第 ${id} 条` })),
  current_page: 1,
  page_size: 20,
  total: 40,
  max_page: 2,
});
const failure = { kind: 'failed' as const, message: '请求未响应' };
const run = (...events: RowsEvent<Row>[]): RowsState<Row> =>
  events.reduce<RowsState<Row>>(reduceRows, { kind: 'loading', round: 0 });
const loaded: RowsEvent<Row> = { kind: 'loaded', key: 'a', page: page(1, 2), atMs: 5 };

test('the last rows stay in sight while the next ones are on their way', () => {
  expect(run(loaded, { kind: 'asked', round: 0 })).toMatchObject({
    kind: 'ready',
    isLoading: true,
    page: { total: 40 },
  });
});

test('a failed reload keeps the rows and says so', () => {
  expect(run(loaded, { kind: 'asked', round: 0 }, { kind: 'failed', key: 'a', failure })).toMatchObject({
    kind: 'ready',
    isLoading: false,
    problem: failure,
  });
});

test('a failed new filter never shows the rows of the old one', () => {
  expect(run(loaded, { kind: 'asked', round: 0 }, { kind: 'failed', key: 'b', failure })).toMatchObject({
    kind: 'failed',
    failure,
  });
});

test('rows are taken away when the permission is', () => {
  expect(run(loaded, { kind: 'failed', key: 'a', failure: { kind: 'denied', message: '没有权限' } }).kind).toBe(
    'failed',
  );
});

test('a patched row changes in place; a row of another page changes nothing', () => {
  const state = run(
    loaded,
    { kind: 'patch', row: { id: 2, name: '新' }, rowId },
    { kind: 'patch', row: { id: 9, name: '别页' }, rowId },
  );
  expect(state).toMatchObject({ page: { list: [{ id: 1 }, { id: 2, name: '新' }], total: 40 } });
});

test('a removed row counts one less, once', () => {
  const remove: RowsEvent<Row> = { kind: 'remove', id: 1, rowId };
  expect(run(loaded, remove, remove)).toMatchObject({ page: { list: [{ id: 2 }], total: 39 } });
});

test('stale data is reloaded when the source is back', () => {
  const stale = run(loaded, { kind: 'stale' });
  expect(stale).toMatchObject({ isStale: true, round: 0 });
  expect(reduceRows(stale, { kind: 'fresh' })).toMatchObject({ round: 1 });
  expect(run(loaded, { kind: 'fresh' })).toMatchObject({ round: 0 });
});

test('whatever is thrown becomes something to show', () => {
  expect(toLoadFailure(Object.assign(new Error('没有权限'), { kind: 'denied' }))).toEqual({
    kind: 'denied',
    message: '没有权限',
  });
  expect(toLoadFailure({ kind: 'expired', message: '登录已过期' })).toEqual({ kind: 'failed', message: '登录已过期' });
  expect(toLoadFailure('x')).toMatchObject({ kind: 'failed' });
});
