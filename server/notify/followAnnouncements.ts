import { noticeKinds, noticeKindLabels } from '../../src/contract/entities/communityNotice.ts';
import { announcementEvents } from '../../src/contract/events/announcement.ts';
import type { StoredEvent } from '../../src/contract/events/storedEvent.ts';
import { streamName, streamNumber } from '../../src/contract/streamName.ts';
import { toDisplayTime, toWireTime } from '../../src/contract/time.ts';
import { deviceCommandLifecycle } from '../../src/machines/deviceCommandLifecycle.ts';
import { decide } from '../domain/decide.ts';
import type { QueueWish } from '../domain/devices/commandFacts.ts';
import { unlessRefused } from '../domain/refusal.ts';
import { isImported } from '../store/importedEvent.ts';
import type { EventActor, Subscription } from '../store/eventStore.ts';
import { takeSteps } from './attempt.ts';
import { aboutNothing, queueNotification, type QueueParts } from './queueNotification.ts';

export interface FollowAnnouncementParts extends QueueParts {
  readonly commands: { queue(wish: QueueWish): Promise<number> };
  readonly onError: (error: unknown) => void;
}

/** Commands are in the name of the person who sent or recalled the notice. */
const authorOf = ({ actor }: StoredEvent): EventActor => ({ kind: actor.kind, id: actor.id, name: actor.name });

/** A screen that is away for longer than this takes a notice off by itself, at its end. */
const recallTtlMs = 7 * 86_400_000;

/**
 * Queues what follows from a notice: commands to its screens and messages to its members once it has begun, and their withdrawal once it
 * is recalled. Each carries the id that was set aside for it, so that one carried out again after a crash changes nothing.
 */
export function followAnnouncements(parts: FollowAnnouncementParts): Subscription {
  const { store, clock, commands, onError } = parts;

  async function deliver(id: number, position: number): Promise<void> {
    const first = (await store.readStream(streamName('announcement', id)))[0];
    if (first === undefined) return;
    const sent = announcementEvents['announcement.sent'].parse(first.data);
    const ttlMs = sent.untilMs - clock.nowMs();
    // The server was away until it was over.
    if (ttlMs <= 0) return;
    for (const { deviceKey, elevatorId, commandId } of sent.screens)
      if (deviceKey !== null && commandId !== null)
        await commands.queue({
          deviceKey,
          elevatorId,
          commandId,
          identifier: 'notice_show',
          payload: { id, title: sent.title, content: sent.content, until: toWireTime(sent.untilMs) },
          ttlMs,
          actor: authorOf(first),
          messageId: `announcement:${id}:show:${deviceKey}`,
          causationPosition: position,
        });
    for (const member of sent.members) {
      const { communityName } = sent.responsible;
      const { personId, userId, name, maskedAddress } = member;
      await queueNotification(
        parts,
        {
          ...aboutNothing,
          key: `announcement:${id}:person-${personId}:${member.channel}`,
          source: 'announcement',
          position,
          channel: member.channel,
          recipient: { personId, userId, organization: '', name, maskedAddress },
          template: 'announcement',
          values: {
            小区: communityName,
            事件: sent.title,
            说明: sent.content,
            时间: toDisplayTime(first.receivedAtMs).slice(0, 16),
          },
          title: `${noticeKindLabels[noticeKinds.find((kind) => kind === sent.kind) ?? 'other']}：${sent.title}`,
          priority: 3,
          requireKey: false,
          responsible: sent.responsible,
        },
        member.notificationId,
      );
    }
  }

  async function withdraw(event: StoredEvent): Promise<void> {
    const id = streamNumber(event.stream);
    const { reason, commands: recalls } = announcementEvents['announcement.recalled'].parse(event.data);
    const screens = await store.rows
      .selectFrom('announcement_screens')
      .select(['device_key', 'elevator_id', 'command_id'])
      .where('announcement_id', '=', id)
      .execute();
    for (const { deviceKey, commandId } of recalls) {
      const screen = screens.find((one) => one.device_key === deviceKey);
      if (screen === undefined) continue;
      await cancelWaiting(event, screen.command_id, reason);
      await commands.queue({
        deviceKey,
        elevatorId: screen.elevator_id,
        commandId,
        identifier: 'notice_recall',
        payload: { id },
        ttlMs: recallTtlMs,
        actor: authorOf(event),
        messageId: `announcement:${id}:recall:${deviceKey}`,
        causationPosition: event.position,
      });
    }
    const messages = await store.rows
      .selectFrom('announcement_members as m')
      .innerJoin('notifications as n', 'n.id', 'm.notification_id')
      .select('n.id')
      .where('m.announcement_id', '=', id)
      .where('n.state', 'in', ['queued', 'retrying'])
      .execute();
    for (const message of messages)
      await takeSteps(parts, message.id, () => ({ type: 'notification.cancelled', data: { reason: '公告已撤回' } }));
  }

  /** Only one that has not left is cancelled; the recall follows in any case, since it may be leaving at this moment. */
  async function cancelWaiting(event: StoredEvent, commandId: number | null, reason: string): Promise<void> {
    if (commandId === null) return;
    await unlessRefused(
      decide(parts, deviceCommandLifecycle, {
        stream: streamName('command', commandId),
        actor: authorOf(event),
        choose: (state) =>
          state.matches('queued')
            ? { type: 'command.cancelled', data: { reason: `公告已撤回：${reason}` } }
            : undefined,
      }),
    );
  }

  return store.subscribeDurably({
    name: 'announcements',
    startFrom: 'now',
    laneOf: (event) =>
      ['announcement.sent', 'announcement.begun', 'announcement.recalled'].includes(event.type) && !isImported(event)
        ? event.stream
        : undefined,
    async onEvent(event) {
      if (event.type === 'announcement.recalled') {
        await withdraw(event);
        return;
      }
      const isDue =
        event.type === 'announcement.begun' ||
        announcementEvents['announcement.sent'].parse(event.data).fromMs <= event.receivedAtMs;
      if (isDue) await deliver(streamNumber(event.stream), event.position);
    },
    onError,
  });
}
