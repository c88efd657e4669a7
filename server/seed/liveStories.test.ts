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

  test('a restart soon after repeats nothing; one much later ends unfinished stories and starts them again', async () => {
    const before = await opened.store.head();
    await stageLiveStories({ store: opened.store, clock });
    expect(await opened.store.head()).toBe(before);
    await clock.advance(3 * 3_600_000);
    await stageLiveStories({ store: opened.store, clock });
    expect((await orders()).map(({ is_open }) => is_open)).toEqual([0, 0, 1, 1]);
  });
});
