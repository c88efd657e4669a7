import { expect, test } from 'vitest';
import { changesOfView, isBareAddress, isShown, viewParams, type SavedView } from './savedViews.ts';

const filterKeys = ['keyword', 'status'];
const view = (params: Record<string, string>, hidden: readonly string[] = []): SavedView => ({
  id: 1,
  list: 'Parcels',
  name: '我的',
  params,
  hidden,
  isDefault: false,
});

test('a view keeps filters and sort order, not the page or the open row', () => {
  const address = new URLSearchParams('status=2&page=3&page_size=50&id=7&sort=sent_at&order=asc&tab=members');
  expect(viewParams(address, filterKeys)).toEqual({ order: 'asc', sort: 'sent_at', status: '2' });
});

test('using a view clears the filters that it does not have, and passes over one that the list no longer has', () => {
  expect(changesOfView(view({ status: '2', gone: 'x' }), filterKeys)).toEqual({
    keyword: null,
    status: '2',
    sort: null,
    order: null,
  });
});

test('only a list that was opened without filters, sort order, page and row takes the default view', () => {
  expect(isBareAddress(new URLSearchParams('tab=members'), filterKeys)).toBe(true);
  for (const address of ['keyword=a', 'sort=name', 'page=2', 'id=3'])
    expect(isBareAddress(new URLSearchParams(address), filterKeys)).toBe(false);
});

test('a view of an earlier version with an unknown column and filter still counts as shown', () => {
  const known = { filterKeys, columnIds: ['a', 'b'] };
  const shown = { params: { status: '2' }, hidden: ['b'] };
  expect(isShown(view({ status: '2', gone: 'x' }, ['gone', 'b']), shown, known)).toBe(true);
  expect(isShown(view({ status: '2' }), shown, known)).toBe(false);
  expect(isShown(view({}, ['b']), shown, known)).toBe(false);
});
