import { expect, test } from 'vitest';
import { elevatorDetailFixture, rescueRowFixture } from '../../contract/fixtures/rescueFixtures.ts';
import { ready } from '../../streams/loading/loadState.ts';
import { noSearch } from '../../streams/fleet/searchElevators.ts';
import { inCallersOrder } from './inCallersOrder.ts';

const lift = (id: number, addr: string, openRescueId: number | null = null) =>
  elevatorDetailFixture(rescueRowFixture({ id, stage: 'pending', agoMs: 1, row: { addr } }), {
    open_rescue_id: openRescueId,
  });

test('lifts with an open call come first, then building by building', () => {
  const list = [lift(1, '10 栋'), lift(2, '2 栋 2 单元'), lift(3, '9 栋', 318), lift(4, '2 栋 1 单元')];
  const page = { list, current_page: 1, page_size: 100, total: list.length, max_page: 1 };
  const { result } = inCallersOrder({ keyword: '翠湖', result: ready(page) });
  expect(result.kind === 'ready' ? result.value.list.map(({ addr }) => addr) : []).toEqual([
    '9 栋',
    '2 栋 1 单元',
    '2 栋 2 单元',
    '10 栋',
  ]);
});

test('what is still being looked for stays as it is', () => {
  expect(inCallersOrder(noSearch)).toBe(noSearch);
});
