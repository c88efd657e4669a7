import * as z from 'zod';
import { notificationEvents } from '../../src/contract/events/notification.ts';
import { rescueEvents } from '../../src/contract/events/rescue.ts';
import type { StoredEvent } from '../../src/contract/events/storedEvent.ts';
import { rescueTriggerLabels, rescueTriggers } from '../../src/contract/labels.ts';
import { channelsWithoutAnswer, notificationStates, providerChannels } from '../../src/contract/notificationWords.ts';
import { streamName, streamNumber } from '../../src/contract/streamName.ts';
import { toDisplayTime } from '../../src/contract/time.ts';
import { rescueLifecycle } from '../../src/machines/rescueOrderLifecycle.ts';
import { actorOf } from '../access/principal.ts';
import { notifyActor } from '../domain/actors.ts';
import { findAnswererOf, isStillTheirs } from '../domain/records/answerers.ts';
import { findOrderRow } from '../domain/records/currentRows.ts';
import { decide, loadState, type DecisionParts } from '../domain/decide.ts';
import type { Settings } from '../domain/domain.ts';
import { unlessRefused } from '../domain/refusal.ts';
import type { Channels } from '../notify/adapter.ts';
import { findCallLadder, keepCallLadder } from '../notify/callLadders.ts';
import { chooseLadder, findLadder, planRung, type ChosenLadder } from '../notify/planRung.ts';
import { findNotificationRow, ladderMessagesOf } from '../domain/records/notificationRows.ts';
import { organizationNameOf } from '../domain/rules/resolveRecipients.ts';
import { queueNotification } from '../notify/queueNotification.ts';
import type { Subscription } from '../store/eventStore.ts';
import { isImported } from '../store/importedEvent.ts';
import type { NotificationTable, RescueOrderTable } from '../store/rowTables.ts';
import { isEmptyRound, nextAsks, type LadderTry } from './ladderSteps.ts';
import { responsibilityOf, responsibleOf } from '../domain/city/responsible.ts';

export interface LadderParts extends DecisionParts {
  readonly channels: Pick<Channels, 'adapterOf'>;
  readonly settings: Pick<Settings, 'current'>;
  readonly onError: (error: unknown) => void;
}

/**
 * Calls people outside the platform while nobody answers a call, round by round. It follows the log beside the rules and waits for
 * nothing of theirs: what rings on consoles is not its business. Which ladder a call has is kept in `call_ladders`; everything else
 * it knows is in the rows of the messages that it queued, so that a restart continues where the log ends.
 */
export function runLadders(parts: LadderParts): Subscription {
  return parts.store.subscribeDurably({
    name: 'ladders',
    startFrom: 'now',
    async laneOf(event) {
      if (isImported(event)) return undefined;
      if (callTypes.has(event.type)) return event.stream;
      if (!noticeTypes.has(event.type)) return undefined;
      const row = await findMessage(parts, event.stream);
      return row?.rescue_order_id === null || row === undefined ? undefined : streamName('rescue', row.rescue_order_id);
    },
    givesWay: true,
    isUrgent: ({ type }) => type === 'notification.acknowledged',
    onEvent: (event) => (callTypes.has(event.type) ? followCall(parts, event) : followMessage(parts, event)),
    onError: parts.onError,
  });
}

const callTypes: ReadonlySet<string> = new Set(['rescue.raised', 'rescue.escalated', 'rescue.claimLapsed']);
const noticeTypes: ReadonlySet<string> = new Set([
  'notification.acknowledged',
  'notification.answered',
  'notification.givenUp',
  'notification.deadlinePassed',
]);

/** A message of a ladder; undefined for any other notification. */
async function findMessage({ store }: LadderParts, stream: string): Promise<NotificationTable | undefined> {
  const row = await findNotificationRow(store, streamNumber(stream));
  return row?.source === 'ladder' ? row : undefined;
}

async function followCall(parts: LadderParts, event: StoredEvent): Promise<void> {
  const orderId = streamNumber(event.stream);
  const begins = event.type !== 'rescue.escalated';
  const level = begins ? 0 : rescueEvents['rescue.escalated'].parse(event.data).level;
  if (begins) await begin(parts, orderId, event.position);
  await advance(parts, { orderId, level, position: event.position });
}

async function followMessage(parts: LadderParts, event: StoredEvent): Promise<void> {
  const row = await findMessage(parts, event.stream);
  if (row === undefined || row.rescue_order_id === null || row.rung === null) return;
  if (event.type === 'notification.acknowledged') await confirmed(parts, event, row, row.rescue_order_id);
  await advance(parts, { orderId: row.rescue_order_id, level: row.rung, position: event.position });
}

/** The ladder of a call is chosen once; a claim that lapses begins its rounds again. */
async function begin({ store }: LadderParts, orderId: number, position: number): Promise<void> {
  const order = await findOrderRow(store, orderId);
  if (order === undefined) return;
  const ladder = await chooseLadder(store, responsibleOf(order));
  if (ladder === undefined) return;
  await keepCallLadder(store, { orderId, ladderId: ladder.id, position });
}

interface Round {
  readonly orderId: number;
  readonly level: number;
  /** The position of the event that it follows from. */
  readonly position: number;
}

async function ladderOfCall(
  parts: LadderParts,
  orderId: number,
  position: number,
): Promise<{ readonly ladder: ChosenLadder; readonly begunPosition: number } | undefined> {
  let row = await findCallLadder(parts.store, orderId);
  // A call that is older than its store's ladders.
  if (row === undefined) {
    await begin(parts, orderId, position);
    row = await findCallLadder(parts.store, orderId);
  }
  if (row === undefined) return undefined;
  const order = await findOrderRow(parts.store, orderId);
  const ladder =
    (await findLadder(parts.store, row.ladder_id)) ??
    (order === undefined ? undefined : await chooseLadder(parts.store, responsibleOf(order)));
  return ladder === undefined ? undefined : { ladder, begunPosition: row.begun_position };
}

/**
 * Returns why the round still calls, or false: nobody has the call, or somebody asked for the round by hand after the call was claimed and
 * its people are still inside.
 */
async function isCalling({ store }: LadderParts, { orderId, level }: Round): Promise<'waiting' | 'byHand' | false> {
  const stream = streamName('rescue', orderId);
  const { state } = await loadState(store, rescueLifecycle, stream);
  if (state.matches('pending')) return 'waiting';
  if (!state.matches('rescuing') || state.matches({ rescuing: 'released' })) return false;
  const events = await store.readStream(stream);
  const claimedAt = events.findLastIndex(({ type }) => type === 'rescue.accepted');
  const isAskedFor = events.slice(claimedAt + 1).some(({ type, data }) => {
    if (type !== 'rescue.escalated') return false;
    const escalated = rescueEvents['rescue.escalated'].parse(data);
    return escalated.reason === 'byHand' && escalated.level <= level;
  });
  return isAskedFor && 'byHand';
}

/** Queues what a round asks for now; a round without anyone gives way to the next. */
async function advance(parts: LadderParts, { orderId, level, position }: Round): Promise<void> {
  const { store, clock, channels } = parts;
  const calling = await isCalling(parts, { orderId, level, position });
  if (calling === false) return;
  const order = await findOrderRow(store, orderId);
  const chosen = await ladderOfCall(parts, orderId, position);
  // What belongs to the rounds before a claim lapsed no longer moves anything.
  if (order === undefined || chosen === undefined || position < chosen.begunPosition) return;
  const { ladder, begunPosition } = chosen;
  const rung = ladder.rungs[Math.min(level, ladder.rungs.length - 1)];
  if (rung === undefined) return;
  const lift = { responsible: responsibleOf(order), elevatorId: order.elevator_id };
  const planned = await planRung(parts, ladder, rung, lift, clock.nowMs());
  // The one who has the call knows of it.
  const people = planned.filter(
    ({ person: { recipient } }) => recipient.userId === null || recipient.userId !== order.accepted_by_id,
  );
  const prefix = `ladder:${begunPosition}:${level}:`;
  const tries = await triesOf(parts, orderId, prefix);
  for (const { key, channel } of nextAsks(rung, people, tries)) {
    const person = people.find((one) => one.key === key)?.person;
    if (person === undefined) continue;
    const isRobot = channelsWithoutAnswer.some((robot) => robot === channel);
    await queueNotification(parts, {
      key: `${prefix}${key}:${channel}`,
      source: 'ladder',
      position,
      channel,
      recipient: person.recipient,
      // Somebody has the call and asks for support: it does not wait unanswered.
      template: level === 0 || calling === 'byHand' ? 'call' : 'callWaiting',
      values: valuesOf(order, level, parts.settings.current().hotline),
      title: `困人呼叫：${order.tag}`,
      priority: 1,
      requireKey: channel === 'voice',
      unheardAfterMs: isRobot ? null : rung.next_after_seconds * 1_000,
      ladderId: ladder.id,
      rung: level,
      ruleId: null,
      ruleVersion: null,
      elevatorId: order.elevator_id,
      tag: order.tag,
      rescueOrderId: order.id,
      alarmId: order.alarm_id,
      exceptionId: null,
      responsible: lift.responsible,
    });
  }
  const isAnyConfigured = rung.channels.some(
    (channel) => !channelsWithoutAnswer.some((robot) => robot === channel) && channels.adapterOf(channel) !== undefined,
  );
  if (!isEmptyRound(rung, people, tries, isAnyConfigured)) return;
  if (calling === 'waiting') await giveWay(parts, { orderId, level, position });
  // A person has asked for help, not for a round: those of the next are called, once.
  else if (level + 1 < ladder.rungs.length) await advance(parts, { orderId, level: level + 1, position });
}

/** Nobody can be reached: the next round begins at once, if it has not begun yet. */
async function giveWay(parts: LadderParts, { orderId, level, position }: Round): Promise<void> {
  await unlessRefused(
    decide(parts, rescueLifecycle, {
      stream: streamName('rescue', orderId),
      actor: notifyActor,
      messageId: `ladder:empty:${position}`,
      causationPosition: position,
      choose: (state) =>
        state.matches('pending') && state.context.noticeLevel === level
          ? { type: 'rescue.escalated', data: { level: level + 1, reason: 'rungEmpty' } }
          : undefined,
    }),
  );
}

const tryChannel = z.enum(providerChannels);
const tryState = z.enum(notificationStates);

/** The messages of a round so far. */
async function triesOf({ store }: LadderParts, orderId: number, prefix: string): Promise<readonly LadderTry[]> {
  const rows = await ladderMessagesOf(store, orderId);
  return rows
    .filter(({ dedup_key: key }) => key.startsWith(prefix))
    .map((row) => ({
      key: row.dedup_key.slice(prefix.length, row.dedup_key.lastIndexOf(':')),
      channel: tryChannel.parse(row.channel),
      state: tryState.parse(row.state),
      isUnheard: row.is_unheard === 1,
      requireKey: row.require_key === 1,
    }));
}

/** Somebody pressed 1: a person who may answer calls has the order now; of any other the desk says that they know. */
async function confirmed(
  parts: LadderParts,
  event: StoredEvent,
  row: NotificationTable,
  orderId: number,
): Promise<void> {
  const { via, key } = notificationEvents['notification.acknowledged'].parse(event.data);
  if (via === 'key' && key?.startsWith('1') !== true) return;
  const order = await findOrderRow(parts.store, orderId);
  if (order === undefined) return;
  if (via === 'key' && (await claimed(parts, event, row, order))) return;
  const organization = await organizationNameOf(parts, {
    personId: row.person_id,
    organization: row.recipient_organization,
  });
  await unlessRefused(
    decide(parts, rescueLifecycle, {
      stream: streamName('rescue', orderId),
      actor: notifyActor,
      messageId: `ladder:informed:${event.position}`,
      causationPosition: event.position,
      choose: ({ context: { claimer } }) => ({
        type: 'rescue.informed',
        data: {
          name: row.recipient_name.slice(0, 100),
          organization: organization.slice(0, 100),
          channel: tryChannel.parse(row.channel),
          ...(claimer === null ? {} : { heldBy: claimer.name.slice(0, 100) }),
        },
      }),
    }),
  );
}

/** Resolves to true if this person has the order now. The first claim wins; a claim by telephone needs no page of the platform. */
async function claimed(
  parts: LadderParts,
  event: StoredEvent,
  row: NotificationTable,
  order: RescueOrderTable,
): Promise<boolean> {
  const { user_id: userId } = row;
  if (userId === null || !(await isStillTheirs(parts.store, row))) return false;
  const answerer = await findAnswererOf(parts.store, userId, responsibilityOf(order));
  if (answerer === undefined) return false;
  const stream = streamName('rescue', order.id);
  await unlessRefused(
    decide(parts, rescueLifecycle, {
      stream,
      actor: actorOf(answerer),
      messageId: `ladder:claim:${event.position}`,
      causationPosition: event.position,
      choose: ({ context }) =>
        context.claimer === null ? { type: 'rescue.accepted', data: { via: 'phone' } } : undefined,
    }),
  );
  return (await loadState(parts.store, rescueLifecycle, stream)).state.context.claimer?.id === userId;
}

function valuesOf(order: RescueOrderTable, level: number, hotline: string) {
  const trigger = rescueTriggers.find((name) => name === order.trigger) ?? 'trapped';
  return {
    电梯编号: order.tag,
    位置: order.addr,
    小区: order.community_name,
    事件: rescueTriggerLabels[trigger],
    时间: toDisplayTime(order.raised_at_ms).slice(5, 16),
    轮次: `第 ${level} 轮`,
    救援单: String(order.id),
    回拨电话: hotline,
  };
}
