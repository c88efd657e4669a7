import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import * as z from 'zod';
import type { ruleActionSchema } from '../../src/contract/rules/alarmRule.ts';
import { addDays, dayOf } from '../../src/contract/time.ts';
import type { DeviceAlarmKind } from '../../src/contract/labels.ts';
import { activateRule } from '../../tests/support/activateRule.ts';
import { openDomain, type TestDomain } from '../../tests/support/openDomain.ts';
import { acceptAll, channelsOf, recordingAdapter } from '../../tests/support/recordingChannels.ts';
import { smallCity } from '../../tests/support/smallCity.ts';
import { ruleActionsName } from '../domain/rules/firstRulePosition.ts';
import { run } from '../store/eventStore.ts';

const { users, lift } = smallCity;
// Stores are opened and closed: on a slow machine that takes its time.
vi.setConfig({ testTimeout: 60_000 });

let city: TestDomain;
beforeEach(async () => {
  const channels = channelsOf(recordingAdapter('voice', acceptAll), recordingAdapter('wecom', acceptAll));
  city = await openDomain({ channels });
  await city.store.write(function* (queries) {
    yield* run(
      queries.insertInto('people').values({
        id: 1,
        name: '李师傅',
        mobile: '13800000001',
        org_type: 4,
        org_id: 301,
        duties: '[]',
        certificates: '[]',
        certificate_expiry: null,
        user_id: null,
      }),
    );
  });
});
afterEach(() => city.dispose());

const actionsDone = async (): Promise<void> => {
  const checkpoint = () =>
    city.store.rows
      .selectFrom('checkpoints')
      .select('position')
      .where('name', '=', ruleActionsName)
      .executeTakeFirstOrThrow();
  const head = await city.store.head();
  await expect.poll(async () => (await checkpoint()).position, { timeout: 20_000 }).toBeGreaterThanOrEqual(head);
};

/** A rule with this action hears an alarm of this kind. Returns how the action is named. */
async function fire(kind: DeviceAlarmKind, action: z.input<typeof ruleActionSchema>): Promise<string> {
  const id = await activateRule(city, {
    name: '开门',
    listens: [{ source: 'alarm', value: kind, phase: 'raised' }],
    actions: [action],
  });
  const device = city.domain.directory.device(lift.deviceKey);
  if (device === undefined) throw new Error('no collector');
  await city.domain.devices.recordEvent(device, { id: 'd-1', at: city.clock.nowMs(), kind });
  const firing = () =>
    city.store.rows.selectFrom('rule_firings').select('position').where('rule_id', '=', id).executeTakeFirst();
  await expect.poll(firing, { timeout: 20_000 }).toBeDefined();
  await actionsDone();
  return `rule:${id}:1:0:${(await firing())?.position ?? 0}`;
}

/** As after a crash that lost how far the actions were: each firing is carried out a second time. */
async function carryOutAgain(): Promise<void> {
  await city.restart(() =>
    city.store.write(function* (queries) {
      yield* run(queries.updateTable('checkpoints').set({ position: 0 }).where('name', '=', ruleActionsName));
    }),
  );
  await actionsDone();
}

const queued = () =>
  city.store.rows
    .selectFrom('notifications')
    .select(['dedup_key', 'channel', 'recipient_name', 'require_key', 'priority'])
    .execute();
const orders = () =>
  city.store.rows.selectFrom('rescue_orders').select(['elevator_id', 'trigger', 'was_trapped', 'stage']).execute();
const eventsOf = async (type: string) => (await city.store.readAll(0, 1_000)).filter((event) => event.type === type);

describe('carried out, and carried out again after a crash,', () => {
  test('a call queues one message to the person', async () => {
    const name = await fire('longTimeOpen', {
      no: 1,
      channels: ['voice', 'sms'],
      to: [{ kind: 'person', person_id: 1 }],
      require_key: true,
    });
    // There is no provider of text messages.
    const once = [
      {
        dedup_key: `${name}:person-1:voice`,
        channel: 'voice',
        recipient_name: '李师傅',
        require_key: 1,
        priority: 3,
      },
    ];
    expect(await queued()).toEqual(once);
    await carryOutAgain();
    expect(await queued()).toEqual(once);
  });

  test('a message to a group queues one', async () => {
    const name = await fire('longTimeOpen', { no: 2, channels: ['wecom'], to: [{ kind: 'group' }] });
    const once = [expect.objectContaining({ dedup_key: `${name}:group:wecom`, channel: 'wecom', require_key: 0 })];
    expect(await queued()).toEqual(once);
    await carryOutAgain();
    expect(await queued()).toEqual(once);
  });

  test('a rescue order is one, says that a rule opened it, and counts nobody as trapped', async () => {
    await fire('longTimeOpen', { no: 4 });
    const once = [{ elevator_id: lift.id, trigger: 'rule', was_trapped: null, stage: 'pending' }];
    expect(await orders()).toEqual(once);
    await carryOutAgain();
    expect(await orders()).toEqual(once);
    expect(await eventsOf('rescue.joined')).toEqual([]);
  });

  test('a maintenance visit is planned once for the lift, however often the rule fires', async () => {
    await city.store.write(function* (queries) {
      yield* run(queries.updateTable('elevators').set({ category: 'traction' }).where('id', '=', lift.id));
    });
    await fire('longTimeOpen', { no: 5, due_in_days: 2 });
    const visits = () =>
      city.store.rows.selectFrom('visits').select(['elevator_id', 'kind', 'due_on', 'stage']).execute();
    const once = [
      { elevator_id: lift.id, kind: 'extra', due_on: addDays(dayOf(city.clock.nowMs()), 2), stage: 'planned' },
    ];
    expect(await visits()).toEqual(once);
    await carryOutAgain();
    expect(await visits()).toEqual(once);
  });

  test('a rescue order for a call for help is that of the call', async () => {
    await fire('SOS', { no: 4 });
    await carryOutAgain();
    expect(await orders()).toMatchObject([{ elevator_id: lift.id, trigger: 'SOS' }]);
    await expect.poll(() => eventsOf('rescue.joined')).toHaveLength(1);
  });

  test('a ringing notice rings once, with those who answer for the lift', async () => {
    await fire('longTimeOpen', { no: 7, to: [{ kind: 'role', role_type: 2 }], ring: true });
    await carryOutAgain();
    const notices = await eventsOf('notice.raised');
    expect(notices).toHaveLength(1);
    const { ring, userIds } = z
      .object({
        ring: z.object({ alarmKind: z.string(), priority: z.number(), tag: z.string() }),
        userIds: z.array(z.number()),
      })
      .parse(notices[0]?.data);
    expect(ring).toEqual({ alarmKind: 'rule', priority: 3, tag: lift.tag });
    expect(userIds).toEqual(expect.arrayContaining([users.dispatcher1, users.dispatcher2]));
  });
});
