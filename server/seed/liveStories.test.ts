import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openTestStore, type TestStore } from '../../tests/support/openTestStore.ts';
import { projections } from '../lifecycleEntries.ts';
import { VirtualClock } from '../runtime/virtualClock.ts';
import { stageLiveStories } from './liveStories.ts';
import { seedDemo } from './seedDemo.ts';

describe('the stories that are ready when someone opens the demo', { timeout: 30_000 }, () => {
  const clock = new VirtualClock(Date.UTC(2026, 5, 1, 4));
  let opened: TestStore;
  beforeEach(async () => {
    opened = await openTestStore({ clock, projections });
    await seedDemo({ store: opened.store, clock, hashPassword: (md5) => Promise.resolve(md5), days: 0 });
    await stageLiveStories({ store: opened.store, clock });
  });
  afterEach(() => opened.dispose());

  const orders = () =>
    opened.store.rows
      .selectFrom('rescue_orders')
      .select(['id', 'stage', 'status', 'is_open', 'raised_at_ms', 'alarm_id'])
      .orderBy('id')
      .execute();

  test('a rescue at minute 12 and one in breach of its arrival are under way, each with its alarm', async () => {
    const nowMs = clock.nowMs();
    expect(
      (await orders()).map(({ stage, status, raised_at_ms }) => [stage, status, (nowMs - raised_at_ms) / 60_000]),
    ).toEqual([
      ['dispatched', 1, 12],
      ['dispatched', 3, 34],
    ]);
    expect((await orders()).every(({ alarm_id }) => alarm_id !== null)).toBe(true);
    expect(await opened.store.rows.selectFrom('rescue_deadlines').select(['kind', 'due_at_ms']).execute()).toEqual([
      { kind: 'arrive', due_at_ms: nowMs + 18 * 60_000 },
    ]);
  });

  test('one device in a hundred is offline, and a command waits for one of them', async () => {
    const states = await opened.store.rows.selectFrom('device_states').select('status').execute();
    expect(states.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 2));
    expect(await opened.store.rows.selectFrom('device_commands').select(['state', 'identifier']).execute()).toEqual([
      { state: 'queued', identifier: 'volume' },
    ]);
  });

  test('faults in every stage, two scooters and three incidents are open, some past their limit', async () => {
    const open = await opened.store.rows
      .selectFrom('exceptions')
      .select(['type', 'stage', 'status', 'alarm_id', 'child_num', 'swept_num', 'cause_label'])
      .where('is_open', '=', 1)
      .orderBy('id')
      .execute();
    const stagesOf = (type: number) => open.filter((row) => row.type === type).map(({ stage }) => stage);
    expect(stagesOf(3)).toEqual(['pending', 'pending', 'accepted', 'onSite', 'repaired', 'repaired']);
    expect(stagesOf(2)).toEqual(['doorHeld', 'personOnSite']);
    expect(stagesOf(4)).toEqual(['opened', 'opened', 'checking']);
    expect(open.filter(({ status }) => status === 3).map(({ type }) => type)).toEqual([3, 2, 4]);
    expect(open.every(({ type, alarm_id: alarm }) => (alarm !== null) === (type === 2))).toBe(true);
    expect(open.at(-1)).toMatchObject({ child_num: 18, swept_num: 11 });
    expect(open.flatMap(({ cause_label: cause }) => (cause === '' ? [] : [cause]))).toEqual([
      '门系统 · 触板/光幕',
      '门系统 · 厅门锁',
    ]);
  });

  test('a restart soon after repeats nothing; one much later ends unfinished stories and starts them again', async () => {
    const before = await opened.store.head();
    await stageLiveStories({ store: opened.store, clock });
    expect(await opened.store.head()).toBe(before);
    await clock.advance(3 * 3_600_000);
    await stageLiveStories({ store: opened.store, clock });
    expect((await orders()).map(({ is_open }) => is_open)).toEqual([0, 0, 1, 1]);
    const exceptions = await opened.store.rows.selectFrom('exceptions').select('is_open').orderBy('id').execute();
    expect(exceptions.map(({ is_open }) => is_open)).toEqual([...Array(11).fill(0), ...Array(11).fill(1)]);
  });
});
