import type { NotificationRecipient } from '../../src/contract/events/notification.ts';
import { rescueTriggers } from '../../src/contract/labels.ts';
import { sysConfigDefaults } from '../../src/contract/sysConfigDefaults.ts';
import type { Directory } from '../domain/city/directory.ts';
import { maskTelephone } from '../domain/base/maskTelephone.ts';
import { seededRandom } from '../runtime/random.ts';
import type { Clock } from '../runtime/clock.ts';
import { run, type EventStore } from '../store/eventStore.ts';
import { demoSeed } from './demoCity.ts';
import { notificationStory, type NotifiedCall, type PlannedNotification } from './notificationStory.ts';
import { dayMs } from './planDay.ts';

const doneKey = 'demo.notifications';
const pastDays = 7;
/** The last step of a notification is later than its queue by less than this: none may lie in the future. */
const longestMs = 60_000;

type Staff = ReadonlyMap<string, readonly NotificationRecipient[]>;

/** The people of each company, `4-301`, in the order of their ids. */
async function readStaff({ rows }: EventStore): Promise<Staff> {
  const people = await rows
    .selectFrom('people')
    .select(['id', 'user_id', 'org_type', 'org_id', 'name', 'mobile'])
    .where('org_type', 'in', [4, 5])
    .orderBy('id')
    .execute();
  const staff = new Map<string, NotificationRecipient[]>();
  for (const person of people) {
    const organization = `${person.org_type}-${person.org_id}`;
    const { id: personId, user_id: userId, name } = person;
    const recipient = { personId, userId, organization, name, maskedAddress: maskTelephone(person.mobile) };
    staff.set(organization, [...(staff.get(organization) ?? []), recipient]);
  }
  return staff;
}

/** Calls of the last week that are over, before `beforeMs`. */
async function readCalls({ rows }: EventStore, beforeMs: number) {
  const orders = await rows
    .selectFrom('rescue_orders')
    .select(['id', 'alarm_id', 'elevator_id', 'trigger', 'raised_at_ms', 'notice_level', 'position'])
    .where('raised_at_ms', '>', beforeMs - pastDays * dayMs)
    .where('completed_at_ms', '<', beforeMs - longestMs)
    .orderBy('raised_at_ms')
    .execute();
  return orders.flatMap((order) => {
    const trigger = rescueTriggers.find((known) => known === order.trigger);
    return trigger === undefined ? [] : [{ ...order, trigger }];
  });
}

/**
 * Returns the people whom each round reached: at first the property's people by text message and the fitter on duty, then with each
 * unanswered round the next of them by telephone.
 */
function planOf(
  call: NotifiedCall,
  level: number,
  property: readonly NotificationRecipient[],
  maintenance: readonly NotificationRecipient[],
): readonly PlannedNotification[] {
  const planned: PlannedNotification[] = [];
  const add = (
    rung: number,
    channel: PlannedNotification['channel'],
    staff: readonly NotificationRecipient[],
    index: number,
  ): void => {
    const recipient = staff[index % Math.max(1, staff.length)];
    const afterMs = rung === 0 ? 400 : (sysConfigDefaults.escalate_after_seconds[rung - 1] ?? 0) * 1_000 + 400;
    if (recipient !== undefined) planned.push({ rung, channel, recipient, queuedAtMs: call.raisedAtMs + afterMs });
  };
  const shift = call.orderId;
  add(0, 'sms', property, 0);
  add(0, 'sms', property, 1);
  add(0, 'sms', maintenance, shift);
  if (level >= 1) add(1, 'voice', property, 0);
  if (level >= 2) {
    add(2, 'voice', maintenance, shift + 1);
    add(2, 'sms', maintenance, shift + 1);
  }
  if (level >= 3) add(3, 'voice', property, 1);
  return planned;
}

/** Writes the notices of the last week's calls, once, so that a demo's records are full at its first start. */
export async function addNotifications(store: EventStore, clock: Clock, directory: Directory): Promise<void> {
  const isDone = await store.rows.selectFrom('store_meta').select('key').where('key', '=', doneKey).executeTakeFirst();
  if (isDone !== undefined) return;
  const nowMs = clock.nowMs();
  const [staff, orders] = await Promise.all([readStaff(store), readCalls(store, nowMs)]);
  const stories = orders.flatMap((order) => {
    const elevator = directory.elevator(order.elevator_id);
    if (elevator === undefined) return [];
    const call: NotifiedCall = {
      orderId: order.id,
      alarmId: order.alarm_id,
      trigger: order.trigger,
      raisedAtMs: order.raised_at_ms,
      position: order.position,
    };
    const { propertyId, maintenanceId } = elevator.responsible;
    const random = seededRandom(demoSeed ^ Math.imul(order.id, 2_654_435_761));
    return planOf(
      call,
      order.notice_level,
      staff.get(`4-${propertyId ?? 0}`) ?? [],
      staff.get(`5-${maintenanceId ?? 0}`) ?? [],
    ).map((planned) => ({ planned, call, elevator, random }));
  });
  // The oldest first, so that their ids rise with their times.
  const inOrder = stories.toSorted((a, b) => a.planned.queuedAtMs - b.planned.queuedAtMs);
  const requests = [];
  for (const { planned, call, elevator, random } of inOrder)
    requests.push(notificationStory(await store.nextId('notification'), planned, call, elevator, random));
  await Promise.all(requests.map((request) => store.append(request)));
  await store.write(function* (queries) {
    yield* run(queries.insertInto('store_meta').values({ key: doneKey, value: String(nowMs) }));
  });
}
