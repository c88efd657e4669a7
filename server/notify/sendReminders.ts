import { dayOf, dayStartMs, toDisplayTime } from '../../src/contract/time.ts';
import type { ProviderChannel } from '../../src/contract/notificationWords.ts';
import { maskTelephone } from '../domain/base/maskTelephone.ts';
import type { Settings } from '../domain/domain.ts';
import { plannerActor } from '../domain/actors.ts';
import { every } from '../runtime/clock.ts';
import { run, type Subscription } from '../store/eventStore.ts';
import { aboutNothing, queueNotification, type QueueParts } from './queueNotification.ts';
import { expiringReminders } from './expiringReminders.ts';
import type { Reminder } from './reminder.ts';
import { ReminderRound, reachedSchema, type ReachedDays } from './reminderRound.ts';
import { reminderRungNames } from './reminderRungs.ts';
import { visitReminders } from './visitReminders.ts';

/** The hour of the city at which reminders go out. */
const morningMs = 9 * 3_600_000;
const dayMs = 86_400_000;
const lookPeriodMs = 60_000;
const remindedKey = 'reminders.sentOn';
const reachedKey = 'reminders.reached';
/** Records that a message names; a text message would be cut into many. */
const mostNamed = { notice: 30, message: 4 } as const;

const listed = ({ names, measure }: Reminder, most: number): string =>
  `${names.slice(0, most).join('、')}${names.length > most ? ` 等 ${names.length} ${measure}` : ''}`;

/**
 * Reminds people every morning of visits (`reminderRungs`) and of what expires: one message for a person, rung and day, which lists the
 * lifts or papers. Its key names
 * the three, so that neither a restart nor a clock that is set brings it twice; days on which the server was down are made up for.
 */
export function sendReminders(
  parts: QueueParts & { readonly settings: Pick<Settings, 'current'>; readonly onError: (error: unknown) => void },
): Subscription {
  const { store, clock, channels, settings, onError } = parts;

  /** The day of the last whole round, and where its rungs have come to. */
  async function lastRound(today: string): Promise<{ readonly lastDay: string; readonly reached: ReachedDays }> {
    const rows = await store.rows
      .selectFrom('store_meta')
      .select(['key', 'value'])
      .where('key', 'in', [remindedKey, reachedKey])
      .execute();
    const kept = new Map(rows.map(({ key, value }) => [key, value]));
    const lastDay = kept.get(remindedKey);
    // Somebody's wrong clock wrote a later day: believing it would hold back every reminder until then.
    if (lastDay === undefined || lastDay > today) return { lastDay: dayOf(dayStartMs(today) - dayMs / 2), reached: {} };
    return { lastDay, reached: reachedSchema.safeParse(JSON.parse(kept.get(reachedKey) ?? '{}')).data ?? {} };
  }

  /** WeChat where the person has bound it, else a text message; undefined where neither is open. */
  async function channelOf({ personId, mobile }: Reminder): Promise<ProviderChannel | undefined> {
    if (personId === null) return undefined;
    const bound =
      channels.adapterOf('wechat') === undefined
        ? undefined
        : await store.rows
            .selectFrom('notify_bindings')
            .select('person_id')
            .where('person_id', '=', personId)
            .where('channel', '=', 'wechat')
            .executeTakeFirst();
    if (bound !== undefined) return 'wechat';
    return mobile !== '' && channels.adapterOf('sms') !== undefined ? 'sms' : undefined;
  }

  async function remind(today: string, reminder: Reminder): Promise<void> {
    const { rung, title, measure, personId, userId, name, mobile, names } = reminder;
    const key = `reminder:${rung}:${today}:${personId === null ? `user-${userId ?? 0}` : `person-${personId}`}`;
    const subject = `${title}：${names.length} ${measure}`;
    if (userId !== null)
      await store.append({
        stream: `notice-${key.replaceAll(':', '-')}`,
        expectedVersion: 'any',
        actor: plannerActor,
        messageId: `notice:${key}`,
        events: [
          {
            type: 'notice.raised',
            atMs: clock.nowMs(),
            data: {
              title: subject,
              detail: listed(reminder, mostNamed.notice),
              level: 3,
              rescueOrderId: null,
              elevatorId: null,
              userIds: [userId],
            },
          },
        ],
      });
    const channel = await channelOf(reminder);
    if (channel === undefined) return;
    await queueNotification(parts, {
      ...aboutNothing,
      key: `${key}:${channel}`,
      source: 'reminder',
      position: 0,
      channel,
      recipient: { personId, userId, organization: '', name, maskedAddress: maskTelephone(mobile) },
      template: 'reminder',
      values: {
        事件: subject,
        说明: listed(reminder, mostNamed.message),
        时间: toDisplayTime(clock.nowMs()).slice(0, 16),
      },
      title: subject,
      priority: 3,
      requireKey: false,
    });
  }

  let isClosed = false;
  async function remindAll(today: string, reminders: readonly Reminder[]): Promise<void> {
    for (const reminder of reminders) if (!isClosed) await remind(today, reminder);
  }

  async function look(): Promise<void> {
    const nowMs = clock.nowMs();
    const today = dayOf(nowMs);
    if (nowMs < dayStartMs(today) + morningMs) return;
    const last = await lastRound(today);
    if (last.lastDay === today) return;
    const round = new ReminderRound({ ...last, today, settings: settings.current() });
    for (const rung of reminderRungNames) await remindAll(today, await visitReminders(parts, rung, round));
    await remindAll(today, await expiringReminders(store.reads, round));
    if (isClosed) return;
    await store.write(function* (queries) {
      for (const [key, value] of [
        [remindedKey, today],
        [reachedKey, JSON.stringify(round.reached)],
      ] as const)
        yield* run(
          queries
            .insertInto('store_meta')
            .values({ key, value })
            .onConflict((conflict) => conflict.column('key').doUpdateSet({ value })),
        );
    });
  }

  const safely = () =>
    look().catch((error: unknown) => {
      if (!isClosed) onError(error);
    });
  let looking = safely();
  const stop = every(clock, lookPeriodMs, () => (looking = safely()));
  return {
    async close() {
      isClosed = true;
      stop();
      await looking;
    },
  };
}
