import type { NotificationEventType, NotificationRecipient } from '../../src/contract/events/notification.ts';
import { rescueTriggerLabels, type RescueTrigger } from '../../src/contract/labels.ts';
import { timeToLiveMs, type ProviderChannel } from '../../src/contract/notificationWords.ts';
import { streamName } from '../../src/contract/streamName.ts';
import { sysConfigDefaults } from '../../src/contract/sysConfigDefaults.ts';
import { toDisplayTime } from '../../src/contract/time.ts';
import { clockActor, notifyActor } from '../domain/actors.ts';
import type { ElevatorInfo } from '../domain/city/directory.ts';
import type { Random } from '../runtime/random.ts';
import type { AppendRequest, EventActor, NewEvent } from '../store/eventStore.ts';
import { importCorrelation } from '../store/importedEvent.ts';

/** A call for help of the past, as far as its notices are concerned. */
export interface NotifiedCall {
  readonly orderId: number;
  readonly alarmId: number | null;
  readonly trigger: RescueTrigger;
  readonly raisedAtMs: number;
  /** The position of the order's newest event. */
  readonly position: number;
}

/** One message about a call, to one person by one channel. */
export interface PlannedNotification {
  readonly rung: number;
  readonly channel: Extract<ProviderChannel, 'voice' | 'sms'>;
  readonly recipient: NotificationRecipient;
  readonly queuedAtMs: number;
}

/** The end of a message: most arrive, some only with the second attempt, and a few never. */
type Outcome = 'arrives' | 'retries' | 'givenUp' | 'unknown';

function outcomeOf(random: Random): Outcome {
  const chance = random.next();
  if (chance < 0.82) return 'arrives';
  if (chance < 0.92) return 'retries';
  return chance < 0.97 ? 'givenUp' : 'unknown';
}

type Step = readonly [afterMs: number, type: NotificationEventType, data: object, by?: EventActor];

const accepted = (afterMs: number, id: number, attempt: number): Step => [
  afterMs,
  'notification.accepted',
  { providerId: `demo-${id}-${attempt}` },
];

const attempted = (afterMs: number, attempt: number): Step => [afterMs, 'notification.attempted', { attempt }];

/** Returns the end of a message that its provider has: a text message is delivered; a telephone is answered, and a key pressed. */
const arrival = (channel: PlannedNotification['channel'], fromMs: number, random: Random): readonly Step[] =>
  channel === 'sms'
    ? [[fromMs + random.between(1_500, 6_000), 'notification.delivered', {}]]
    : [
        [fromMs + random.between(6_000, 16_000), 'notification.answered', {}],
        [fromMs + random.between(20_000, 32_000), 'notification.acknowledged', { via: 'key', key: '1' }],
      ];

/** The steps after the queue, in ms after it. */
function stepsOf(
  id: number,
  channel: PlannedNotification['channel'],
  queuedAtMs: number,
  random: Random,
): readonly Step[] {
  switch (outcomeOf(random)) {
    case 'arrives':
      return [attempted(200, 1), accepted(650, id, 1), ...arrival(channel, 650, random)];
    case 'retries':
      return [
        attempted(200, 1),
        [900, 'notification.failed', { code: '429', reason: '渠道繁忙', retryAtMs: queuedAtMs + 4_900 }],
        [4_900, 'notification.deadlinePassed', { kind: 'retry' }, clockActor],
        attempted(5_000, 2),
        accepted(5_600, id, 2),
        ...arrival(channel, 5_600, random),
      ];
    case 'givenUp': {
      const reason = channel === 'voice' ? '被叫关机' : '号码为空号';
      return [
        attempted(200, 1),
        [8_000, 'notification.failed', { code: 'unreachable', reason, retryAtMs: null }],
        [8_000, 'notification.givenUp', { reason }],
      ];
    }
    case 'unknown':
      return [attempted(200, 1), [10_200, 'notification.unknown', { reason: 'noAnswer', resendAtMs: null }]];
  }
}

const event = (atMs: number, type: NotificationEventType, data: object, actor: EventActor = notifyActor): NewEvent => ({
  type,
  atMs,
  receivedAtMs: atMs,
  actor,
  data,
});

/** One notification from the queue to its end, in the shapes of real events, marked as the demo's and imported. */
export function notificationStory(
  notificationId: number,
  planned: PlannedNotification,
  call: NotifiedCall,
  elevator: ElevatorInfo,
  random: Random,
): AppendRequest {
  const { rung, channel, recipient, queuedAtMs } = planned;
  const key = `demo:${call.orderId}:${rung}:${recipient.organization}${recipient.personId ?? ''}:${channel}`;
  return {
    stream: streamName('notification', notificationId),
    expectedVersion: 'none',
    actor: notifyActor,
    correlationId: importCorrelation,
    causationPosition: call.position,
    messageId: `notification:${key}`,
    events: [
      event(queuedAtMs, 'notification.queued', {
        notificationId,
        key,
        source: 'ladder',
        position: call.position,
        channel,
        recipient,
        template: rung === 0 ? 'call' : 'callWaiting',
        values: {
          电梯编号: elevator.tag,
          位置: elevator.addr,
          小区: elevator.responsible.communityName,
          事件: rescueTriggerLabels[call.trigger],
          时间: toDisplayTime(call.raisedAtMs).slice(5, 16),
          轮次: String(rung),
          救援单: String(call.orderId),
          回拨电话: sysConfigDefaults.hotline,
        },
        title: rung === 0 ? `救援呼叫：${elevator.tag}` : `救援呼叫无人受理：${elevator.tag}`,
        priority: 1,
        expiresAtMs: queuedAtMs + timeToLiveMs[1],
        requireKey: channel === 'voice',
        // A finished notification no longer waits.
        unheardAfterMs: null,
        ladderId: null,
        rung,
        ruleId: null,
        ruleVersion: null,
        elevatorId: elevator.id,
        tag: elevator.tag,
        rescueOrderId: call.orderId,
        alarmId: call.alarmId,
        exceptionId: null,
        responsible: elevator.responsible,
        isDemo: true,
      }),
      ...stepsOf(notificationId, channel, queuedAtMs, random).map(([afterMs, type, data, by]) =>
        event(queuedAtMs + afterMs, type, data, by),
      ),
    ],
  };
}
