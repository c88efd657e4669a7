import { firstValueFrom, filter, of, Subject } from 'rxjs';
import { expect, test } from 'vitest';
import { endpoints } from '../../contract/endpoints/index.ts';
import type { PushEvent } from '../../contract/push.ts';
import { changeFixture } from '../../contract/fixtures/pushFixtures.ts';
import { historyRows, historyServer } from './history.fixtures.ts';
import { createHistorySources, type HistorySources } from './historySources.ts';
import { printIdOf, withoutPrint } from './printAddress.ts';
import { objectNameOf, rescueHistoryScreen, stageTag } from './rescueCallHistory.screen.tsx';

const signal = new AbortController().signal;

test('the history contains closed orders, unless a status is selected', async () => {
  const { deps, asked } = historyServer(historyRows(3));
  const { load } = createHistorySources(deps);
  await load({ page: 1, page_size: 20 }, signal);
  await load({ page: 1, page_size: 20, status: [0, 3] }, signal);
  expect(asked.map(({ body }) => body)).toMatchObject([{ scope: 'history' }, { scope: 'all', status: [0, 3] }]);
});

test('a record is read with its timeline and its lift', async () => {
  const { deps } = historyServer(historyRows(3));
  const record = await firstValueFrom(
    createHistorySources(deps)
      .record$(899)
      .pipe(filter(({ row, elevator }) => row.kind === 'ready' && elevator.kind !== 'loading')),
  );
  expect(record).toMatchObject({ row: { value: { id: 899 } }, elevator: { value: { id: 2099 } } });
});

test('who may not see lifts still reads the record', async () => {
  const { deps } = historyServer(historyRows(3));
  const { record$ } = createHistorySources({ ...deps, can: (permission) => permission !== 'elevator.view' });
  const { row, elevator } = await firstValueFrom(
    record$(899).pipe(filter((record) => record.row.kind === 'ready' && record.elevator.kind !== 'loading')),
  );
  expect([row.kind, elevator.kind]).toEqual(['ready', 'failed']);
});

const noticesOf = (sources: HistorySources) =>
  firstValueFrom(sources.record$(899).pipe(filter(({ notices }) => notices.kind !== 'loading')));

test('a record has everyone who was notified, on however many pages, and says when this person may not see it', async () => {
  const { deps } = historyServer(historyRows(3));
  const pages = 3;
  const call: typeof deps.call = async (endpoint, input) => {
    const answer = await deps.call(endpoint, input);
    return endpoint.path === endpoints.notificationList.path ? { ...Object(answer), max_page: pages } : answer;
  };
  expect((await noticesOf(createHistorySources({ ...deps, call }))).notices).toMatchObject({
    kind: 'ready',
    value: { length: pages * 5 },
  });
  expect(
    (await noticesOf(createHistorySources({ ...deps, can: (permission) => permission !== 'notify.view' }))).notices,
  ).toMatchObject({
    kind: 'failed',
    message: '没有查看通知的权限',
  });
});

test('an order that closes or is hidden elsewhere loads the list again; other pushes do not', () => {
  const { deps } = historyServer([]);
  const events$ = new Subject<PushEvent>();
  const { changes$ } = createHistorySources({ ...deps, live: { ...deps.live, events$, snapshotNeeded$: of() } });
  const seen: string[] = [];
  const watching = changes$.subscribe(({ kind }) => seen.push(kind));
  events$.next({ kind: 'rescue.claimed', orderId: 1, elevatorId: 2, byUserId: 3, byUserName: '张伟' });
  expect(seen).toEqual([]);
  events$.next({ kind: 'rescue.over', orderId: 1, elevatorId: 2, how: 'completed' });
  events$.next(changeFixture('rescue.hidden', { id: 1, elevatorId: 2 }));
  expect(seen).toEqual(['refetch', 'refetch']);
  watching.unsubscribe();
});

test('only a closed order that this person may hide can be deleted, by its name', () => {
  const [row] = historyRows(1);
  if (row === undefined) throw new Error('no row');
  const screen = rescueHistoryScreen({
    load: () => Promise.reject(new Error('not asked')),
    hide: () => Promise.resolve(),
    print: () => undefined,
    renderDetail: () => null,
  });
  const hide = screen.rowActions?.find(({ id }) => id === 'hide');
  expect(hide?.isOffered?.(row)).toBe(true);
  expect(hide?.isOffered?.({ ...row, allowed_actions: ['rescue.noted'] })).toBe(false);
  expect(objectNameOf(row)).toBe('救援单 900（翠湖花园 1 栋 1 单元，CH-03-00）');
});

test('durations are words on the screen and whole seconds in the export', () => {
  const [row] = historyRows(1);
  if (row === undefined) throw new Error('no row');
  const screen = rescueHistoryScreen({
    load: () => Promise.reject(new Error('not asked')),
    hide: () => Promise.resolve(),
    print: () => undefined,
    renderDetail: () => null,
  });
  const column = screen.columns.find(({ id }) => id === 'arrive_seconds');
  expect([column?.cell(row), column?.csv?.(row)]).toEqual(['11 分 20 秒', 680]);
});

test('every filter of the screen asks for a member that the call knows', () => {
  const known = Object.keys(endpoints.rescueList.input.shape);
  const screen = rescueHistoryScreen({
    load: () => Promise.reject(new Error('not asked')),
    hide: () => Promise.resolve(),
    print: () => undefined,
    renderDetail: () => null,
  });
  // A name beside an id stands in the address for the eye alone.
  const asked = (screen.filters ?? []).flatMap(({ keys }) => keys).filter((key) => !key.endsWith('_name'));
  expect(known).toEqual(expect.arrayContaining(asked));
});

test('colour is reserved for what needs a person: closed orders are quiet', () => {
  expect(stageTag({ stage: 'completed', stage_label: '已完成' }).tone).toBe('neutral');
  expect(stageTag({ stage: 'pending', stage_label: '待受理' }).tone).toBe('critical');
});

test('the address asks for a printed record by a plain id, and gives the list back without it', () => {
  expect(printIdOf(new URLSearchParams('print=318&page=2'))).toBe(318);
  expect(printIdOf(new URLSearchParams('print=x'))).toBeNull();
  expect(withoutPrint(new URLSearchParams('print=318&page=2')).toString()).toBe('page=2');
});
