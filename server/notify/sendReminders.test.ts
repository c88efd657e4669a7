import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { addDays, dayOf } from '../../src/contract/time.ts';
import { openTestStore, type TestStore } from '../../tests/support/openTestStore.ts';
import { smallCity, writeSmallCity } from '../../tests/support/smallCity.ts';
import { acceptAll, recordingAdapter } from '../../tests/support/recordingChannels.ts';
import { projections } from '../lifecycleEntries.ts';
import { planLifts } from '../domain/visits/planLifts.ts';
import { plannerActor } from '../domain/actors.ts';
import { VirtualClock } from '../runtime/virtualClock.ts';
import { run } from '../store/eventStore.ts';
import { sendReminders } from './sendReminders.ts';
import { ReminderRound } from './reminderRound.ts';
import { reminderDays, type ReminderRung } from './reminderRungs.ts';
import { sysConfigDefaults } from '../../src/contract/sysConfigDefaults.ts';
import type { SysConfig } from '../../src/contract/endpoints/sysConfig.ts';

const { lift, farLift, users } = smallCity;
const hourMs = 3_600_000;
/** Midnight in the city. */
const midnightMs = Date.parse('2026-06-01T00:00:00.000+08:00');

describe('reminders', () => {
  let clock: VirtualClock;
  let opened: TestStore;
  let reminding: ReturnType<typeof sendReminders>;
  let settings: SysConfig;
  const sms = recordingAdapter('sms', acceptAll);
  const channels = { adapterOf: (channel: string) => (channel === 'sms' ? sms : undefined) };

  beforeEach(async () => {
    clock = new VirtualClock(midnightMs);
    settings = sysConfigDefaults;
    opened = await openTestStore({ clock, projections });
    await writeSmallCity(opened.store);
    const today = dayOf(midnightMs);
    await opened.store.write(function* (queries) {
      yield* run(
        queries
          .updateTable('elevators')
          // Both first due on the third day.
          .set({ category: 'traction', put_into_use_on: addDays(today, -13), maintenance_id: 401 })
          .where('id', 'in', [lift.id, farLift.id]),
      );
      const person = { org_type: 5, org_id: 401, certificates: '[]', certificate_expiry: null };
      yield* run(
        queries.insertInto('people').values([
          {
            ...person,
            id: 41,
            name: '钱主管',
            mobile: '13800000041',
            duties: '["manager"]',
            user_id: users.maintenance,
          },
          {
            ...person,
            id: 42,
            name: '孙经理',
            mobile: '',
            duties: '["manager"]',
            user_id: null,
            org_type: 4,
            org_id: 301,
          },
        ]),
      );
    });
    await planLifts({ store: opened.store, clock }, [lift.id, farLift.id]);
    start();
  });
  afterEach(async () => {
    await reminding.close();
    await opened.dispose();
  });

  const start = () => {
    reminding = sendReminders({
      store: opened.store,
      clock,
      channels,
      settings: { current: () => settings },
      onError(error) {
        throw error;
      },
    });
  };
  const restart = async () => {
    await reminding.close();
    start();
  };
  const said = async () =>
    (await opened.store.readAll(0, 1_000)).flatMap(({ type, data }) =>
      type === 'notice.raised' || type === 'notification.queued' ? [data] : [],
    );
  const spoken = () => expect.poll(said, { timeout: 5_000 });

  test('the manager hears once in the morning, in one message, of all lifts that are due in two days', async () => {
    await clock.advance(8 * hourMs);
    expect(await said()).toEqual([]);
    await clock.advance(hourMs + 60_000);
    const subject = '维保 2 日内到期：2 台电梯';
    await spoken().toEqual([
      expect.objectContaining({ title: subject, userIds: [users.maintenance], detail: `${lift.tag}、${farLift.tag}` }),
      expect.objectContaining({ title: subject, channel: 'sms', source: 'reminder' }),
    ]);
    // Neither a restart nor a clock that is set back an hour says it again.
    await restart();
    clock.step(-hourMs);
    await clock.advance(2 * hourMs);
    expect(await said()).toHaveLength(2);
  });

  test('a changed setting counts from the next morning on, and repeats nothing that was said', async () => {
    await clock.advance(9 * hourMs + 60_000);
    await spoken().toHaveLength(2);
    // What is due in one day was said yesterday, a day earlier than the setting now asks for.
    settings = { ...settings, visit_reminder_days_before: 1 };
    await clock.advance(24 * hourMs);
    const lastRound = async () => {
      // A look that has begun before nine leaves the round to the next one.
      await clock.advance(60_000);
      const kept = opened.store.rows.selectFrom('store_meta').select('value').where('key', '=', 'reminders.sentOn');
      return (await kept.executeTakeFirst())?.value;
    };
    await expect.poll(lastRound).toBe('2026-06-02');
    expect(await said()).toHaveLength(2);
  });

  test('the manager hears of an insurance that ends in thirty days', async () => {
    await opened.store.write(function* (queries) {
      yield* run(
        queries
          .updateTable('organizations')
          .set({ insurance_expiry: addDays(dayOf(midnightMs), 30) })
          .where('id', '=', 401),
      );
      yield* run(queries.deleteFrom('visits'));
    });
    await clock.advance(9 * hourMs + 60_000);
    await spoken().toMatchObject([
      { title: '单位保险 30 日内到期：1 份', detail: '迅达维保' },
      { title: '单位保险 30 日内到期：1 份', channel: 'sms' },
    ]);
  });

  test('a day on which the server was down is made up for, and a visit that was made is called to mind no more', async () => {
    await reminding.close();
    const [made] = await opened.store.rows
      .selectFrom('visits')
      .select('id')
      .where('elevator_id', '=', lift.id)
      .execute();
    await opened.store.append({
      stream: `visit-${made?.id ?? 0}`,
      expectedVersion: 'any',
      actor: plannerActor,
      events: [{ type: 'visit.replanned', data: { reason: 'outOfUse' }, atMs: midnightMs }],
    });
    // Due on the third, overdue on the fourth; the last round was on the first.
    await opened.store.write(function* (queries) {
      yield* run(queries.insertInto('store_meta').values({ key: 'reminders.sentOn', value: '2026-06-01' }));
    });
    await clock.advance(4 * 24 * hourMs + 10 * hourMs);
    start();
    await spoken().toEqual([
      expect.objectContaining({ title: '维保已超时：1 台电梯', detail: farLift.tag }),
      expect.objectContaining({ title: '维保已超时：1 台电梯', channel: 'sms' }),
    ]);
  });
});

const days = (rung: ReminderRung, lastDay: string, today: string) =>
  reminderDays(rung, new ReminderRound({ lastDay, today, settings: sysConfigDefaults, reached: {} }));

test('each rung calls to mind the days that the last round has not, and nothing is ahead that is past', () => {
  expect(days('before', '2026-06-01', '2026-06-02')).toEqual({ from: '2026-06-04', to: '2026-06-04' });
  expect(days('before', '2026-06-01', '2026-06-08')).toEqual({ from: '2026-06-09', to: '2026-06-10' });
  expect(days('dueDay', '2026-06-01', '2026-06-08')).toEqual({ from: '2026-06-08', to: '2026-06-08' });
  expect(days('late', '2026-06-01', '2026-06-02')).toEqual({ from: '2026-06-01', to: '2026-06-01' });
  expect(days('lateForWeek', '2026-06-01', '2026-06-03')).toEqual({ from: '2026-05-26', to: '2026-05-27' });
});

test('a changed setting goes on where its rung has come to: nothing twice, and nothing left out', () => {
  const first = new ReminderRound({
    lastDay: '2026-06-01',
    today: '2026-06-02',
    settings: sysConfigDefaults,
    reached: {},
  });
  expect(first.daysOf('visit-lateForWeek', 7)).toEqual({ from: '2026-05-26', to: '2026-05-26' });
  const after = (afterDays: number, today: string) =>
    new ReminderRound({
      lastDay: '2026-06-02',
      today,
      settings: sysConfigDefaults,
      reached: first.reached,
    }).daysOf('visit-lateForWeek', afterDays);
  // Sooner: what the longer wait had left for later. Later: nothing, until what was not said yet is due.
  expect(after(3, '2026-06-03')).toEqual({ from: '2026-05-27', to: '2026-05-31' });
  const { from, to } = after(10, '2026-06-03');
  expect(from > to).toBe(true);
  expect(after(10, '2026-06-06')).toEqual({ from: '2026-05-27', to: '2026-05-27' });
});
