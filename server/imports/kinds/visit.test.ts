import { afterEach, beforeEach, expect, test } from 'vitest';
import { addDays, dayOf } from '../../../src/contract/time.ts';
import { openTestStore, type TestStore } from '../../../tests/support/openTestStore.ts';
import { principalOf, smallCity, writeSmallCity } from '../../../tests/support/smallCity.ts';
import { projections } from '../../lifecycleEntries.ts';
import { VirtualClock } from '../../runtime/virtualClock.ts';
import { visitBatch } from './visit.ts';

const { lift, farLift, users } = smallCity;
let clock: VirtualClock;
let opened: TestStore;

beforeEach(async () => {
  clock = new VirtualClock();
  opened = await openTestStore({ clock, projections });
  await writeSmallCity(opened.store);
});
afterEach(() => opened.dispose());

const yesterday = () => addDays(dayOf(clock.nowMs()), -1);
const values = (over: object = {}) => ({ tag: lift.tag, kind: 'quarter' as const, done_on: yesterday(), ...over });

test('a visit of the past is written once, sets the clock of its lift, and cannot be taken back', async () => {
  const batch = visitBatch({ store: opened.store, clock });
  const by = await principalOf(opened.store, users.super);
  expect(await batch.review(by, null, values(), opened.store.rows)).toEqual([]);
  const row = { id: null, before: null, version: 0, values: values() };
  const note = { importId: 1, messageId: 'import-1-2', *effects() {} };
  const written = await batch.write(by, row, note);
  await batch.write(by, row, note);
  const visits = await opened.store.rows
    .selectFrom('visits')
    .select(['id', 'elevator_id', 'stage', 'kind', 'done_on'])
    .execute();
  expect(visits).toEqual([
    { id: written.id, elevator_id: lift.id, stage: 'imported', kind: 'quarter', done_on: yesterday() },
  ]);
  expect((await batch.current(by, written.id, opened.store.rows))?.values).toEqual(values());
  const kept = { id: written.id, before: null, version: 1, values: values() };
  expect(await batch.hindrance(by, kept)).toBe('维保历史不可撤销');
  await expect(batch.revert(by, kept, note)).rejects.toThrow('维保历史不可撤销');
});

test('a lift that is not the caller’s and a day to come are refused in words', async () => {
  const batch = visitBatch({ store: opened.store, clock });
  const by = await principalOf(opened.store, users.maintenance);
  const review = (over: object) => batch.review(by, null, values(over), opened.store.rows);
  expect(await review({ tag: farLift.tag })).toEqual([
    { field: 'tag', message: `没有编号为“${farLift.tag}”的电梯，请先导入电梯` },
  ]);
  expect(await review({ done_on: addDays(yesterday(), 2) })).toEqual([
    { field: 'done_on', message: '完成日期不能晚于今天' },
  ]);
});
