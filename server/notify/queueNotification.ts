import * as z from 'zod';
import { notificationEvents } from '../../src/contract/events/notification.ts';
import { timeToLiveMs } from '../../src/contract/notificationWords.ts';
import { streamName } from '../../src/contract/streamName.ts';
import { notifyActor } from '../domain/actors.ts';
import { findMessageStream } from '../domain/records/currentRows.ts';
import type { DecisionParts } from '../domain/decide.ts';
import type { Channels } from './adapter.ts';

/** A message that should reach somebody; the rest of `notification.queued` is filled in when it is queued. */
export type NotificationWish = Omit<
  z.infer<(typeof notificationEvents)['notification.queued']>,
  'notificationId' | 'isDemo' | 'expiresAtMs'
>;

/** The subject of a message that concerns no lift and that neither a ladder nor a rule sends; others name what they are about beside it. */
export const aboutNothing = {
  unheardAfterMs: null,
  ladderId: null,
  rung: null,
  ruleId: null,
  ruleVersion: null,
  elevatorId: null,
  tag: '',
  rescueOrderId: null,
  alarmId: null,
  exceptionId: null,
  responsible: null,
} as const satisfies Partial<NotificationWish>;

export interface QueueParts extends DecisionParts {
  readonly channels: Pick<Channels, 'adapterOf'>;
}

/**
 * Queues the notification, exactly once by its key; undefined where that key was queued before. Call it from a durable
 * subscription, with a key that names the fact: what is in the log is sent, also after a crash (docs/decisions/0047).
 */
export async function queueNotification(
  { store, clock, channels }: QueueParts,
  wish: NotificationWish,
  /** Set aside for it by what it follows from; the next one by default. */
  chosenId?: number,
): Promise<number | undefined> {
  const messageId = `notification:${wish.key}`;
  // A fact that is delivered again needs no new id.
  if ((await findMessageStream(store, messageId)) !== undefined) return undefined;
  const notificationId = chosenId ?? (await store.nextId('notification'));
  const nowMs = clock.nowMs();
  const { repeated } = await store.append({
    stream: streamName('notification', notificationId),
    expectedVersion: 'none',
    actor: notifyActor,
    messageId,
    ...(wish.position === 0 ? {} : { causationPosition: wish.position }),
    events: [
      {
        type: 'notification.queued',
        atMs: nowMs,
        data: notificationEvents['notification.queued'].parse({
          ...wish,
          notificationId,
          isDemo: channels.adapterOf(wish.channel)?.isDemo ?? false,
          expiresAtMs: nowMs + timeToLiveMs[wish.priority],
        }),
      },
    ],
  });
  return repeated ? undefined : notificationId;
}
