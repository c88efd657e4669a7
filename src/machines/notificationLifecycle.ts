import { notificationEvents, notificationSteps, type NotificationEvent } from '../contract/events/notification.ts';
import type { StatusIndex } from '../contract/labels.ts';
import { notificationStateLabels, notifyChannelLabels, type NotificationState } from '../contract/notificationWords.ts';
import { toDisplayTime } from '../contract/time.ts';
import { exampleResponsible } from './exampleResponsible.ts';
import { defineLifecycle, type Deadline, type EventDraft, type EventWords, type ExampleData } from './lifecycle.ts';
import {
  isWaiting,
  notificationContextSchema,
  notificationMachine,
  type NotificationSnapshot,
} from './notificationMachine.ts';

/** The state as the contract names it; undefined before it was queued. */
export const notificationStageOf = ({ value }: NotificationSnapshot): NotificationState | undefined =>
  value === 'unqueued' ? undefined : value;

const indexes: Readonly<Record<NotificationState, StatusIndex>> = {
  queued: 0,
  retrying: 0,
  attempted: 1,
  accepted: 1,
  delivered: 2,
  answered: 2,
  acknowledged: 2,
  cancelled: 2,
  givenUp: 3,
  unknown: 3,
};

/** The specification gives notifications no index; ours: 0 waiting, 1 on its way, 2 arrived or not needed, 3 look into it. */
function statusIndex(state: NotificationSnapshot): StatusIndex {
  const stage = notificationStageOf(state);
  return stage === undefined ? 0 : indexes[stage];
}

function describeState(state: NotificationSnapshot): string {
  const stage = notificationStageOf(state);
  return stage === undefined ? '尚未排队' : notificationStateLabels[stage];
}

/** Somebody still waits for a reaction. */
function isUnanswered(state: NotificationSnapshot): boolean {
  if (!isWaiting(state.context)) return false;
  if (state.matches('answered')) return state.context.requireKey;
  return !['unqueued', 'acknowledged', 'givenUp', 'cancelled'].some((over) => state.value === over);
}

function deadlines(state: NotificationSnapshot): readonly Deadline[] {
  const { expiresAtMs, retryAtMs, resendAtMs, unheardAfterMs, waitsSinceMs } = state.context;
  const due: Deadline[] = [];
  if (state.matches('queued') || state.matches('retrying')) due.push({ kind: 'expire', dueAtMs: expiresAtMs });
  if (state.matches('retrying') && retryAtMs !== null) due.push({ kind: 'retry', dueAtMs: retryAtMs });
  if (state.matches('unknown') && resendAtMs !== null && resendAtMs < expiresAtMs)
    due.push({ kind: 'resend', dueAtMs: resendAtMs, data: { expiresAtMs } });
  if (isUnanswered(state) && unheardAfterMs !== null)
    due.push({ kind: 'unheard', dueAtMs: waitsSinceMs + unheardAfterMs });
  return due;
}

function eventForDeadline({ kind, data }: Deadline): EventDraft | undefined {
  switch (kind) {
    case 'retry':
    case 'unheard':
      return { type: 'notification.deadlinePassed', data: { kind } };
    case 'expire':
      return { type: 'notification.givenUp', data: { reason: '在有效期内没有送出' } };
    case 'resend':
      return { type: 'notification.resent', data: { expiresAtMs: data?.['expiresAtMs'] } };
    default:
      return undefined;
  }
}

const isClosed = (state: NotificationSnapshot): boolean =>
  !['unqueued', 'queued', 'attempted', 'retrying'].some((open) => state.value === open) &&
  deadlines(state).length === 0;

function explainRefusal(state: NotificationSnapshot, event: NotificationEvent): string {
  const stage = notificationStageOf(state);
  if (stage === undefined) return '该通知不存在，请刷新后重试';
  const label = notificationStateLabels[stage];
  switch (event.type) {
    case 'notification.queued':
      return '该通知已排队，请刷新后查看';
    case 'notification.resent':
      return stage === 'givenUp' || stage === 'unknown'
        ? '须由人员重发，且有效期须晚于现在'
        : `该通知${label}，不能重发；只能重发已放弃或结果未知的通知`;
    case 'notification.hidden':
      if (state.context.hidden) return '该通知记录已删除';
      return isClosed(state) ? '须由人员删除' : `该通知${label}，还没有结束，请等待结果后再删除`;
    case 'notification.cancelled':
      return `该通知${label}，不能取消`;
    case 'notification.delivered':
    case 'notification.answered':
    case 'notification.acknowledged':
      return `该通知${label}，回执没有新的内容`;
    case 'notification.deadlinePassed':
      return `该通知${label}，还没有到期`;
    default:
      return `该通知${label}，不能再记录“${notificationSteps[event.type].label}”`;
  }
}

const unknownReasons = { noAnswer: '渠道没有答复', restarted: '发送时服务器重启' } as const;
const deadlineTitles = { retry: '到时重试', unheard: '无人应答' } as const;
const ways = { key: '按键', link: '链接', platform: '平台' } as const;
const clockOf = (atMs: number): string => toDisplayTime(atMs).slice(11, 19);

/** Returns the words of an event for the notification's record. */
function describeEvent(event: NotificationEvent): EventWords {
  const title = notificationSteps[event.type].label;
  switch (event.type) {
    case 'notification.queued': {
      const { channel, recipient } = event.data;
      return { title, detail: `${notifyChannelLabels[channel]} ${recipient.name} ${recipient.maskedAddress}`.trim() };
    }
    case 'notification.attempted':
      return { title: `第 ${event.data.attempt} 次发送`, detail: '' };
    case 'notification.answered':
      return {
        title,
        detail: event.data.durationSeconds === undefined ? '' : `通话 ${Math.round(event.data.durationSeconds)} 秒`,
      };
    case 'notification.acknowledged':
      return { title, detail: event.data.key === undefined ? ways[event.data.via] : `按键 ${event.data.key}` };
    case 'notification.failed': {
      const { reason, retryAtMs } = event.data;
      return { title, detail: retryAtMs === null ? reason : `${reason}，${clockOf(retryAtMs)} 重试` };
    }
    case 'notification.unknown':
      return { title, detail: unknownReasons[event.data.reason] };
    case 'notification.givenUp':
    case 'notification.cancelled':
    case 'notification.hidden':
      return { title, detail: event.data.reason };
    case 'notification.deadlinePassed':
      return { title: deadlineTitles[event.data.kind], detail: '' };
    default:
      return { title, detail: '' };
  }
}

/** A notification that leaves the platform: streams `notification-<notification id>`. */
export const notificationLifecycle = defineLifecycle({
  name: 'notification',
  title: '通知',
  streamPrefix: 'notification',
  machine: notificationMachine,
  contextSchema: notificationContextSchema,
  schemas: notificationEvents,
  steps: notificationSteps,
  moments: ['expiresAtMs', 'retryAtMs', 'resendAtMs', 'waitsSinceMs'],
  statusIndex,
  describeState,
  describeEvent,
  deadlines,
  eventForDeadline,
  isClosed,
  explainRefusal,
  exampleData: (state, receivedAtMs): ExampleData<typeof notificationEvents> => ({
    'notification.queued': [
      {
        notificationId: 1,
        key: 'ladder:100:1:person-1:voice',
        source: 'ladder',
        position: 100,
        channel: 'voice',
        recipient: { personId: 1, userId: 1, organization: '', name: '李师傅', maskedAddress: '138****0001' },
        template: 'call',
        values: { 电梯编号: 'DT-0001', 位置: '1 号楼' },
        title: '困人呼叫 DT-0001',
        priority: 1,
        expiresAtMs: receivedAtMs + 600_000,
        requireKey: true,
        unheardAfterMs: 60_000,
        ladderId: 1,
        rung: 1,
        ruleId: null,
        ruleVersion: null,
        elevatorId: 1,
        tag: 'DT-0001',
        rescueOrderId: 1,
        alarmId: null,
        exceptionId: null,
        responsible: exampleResponsible,
        isDemo: false,
      },
    ],
    'notification.attempted': [{ attempt: state.context.attempts + 1 }],
    'notification.accepted': [{ providerId: 'provider-1' }],
    'notification.delivered': [{}],
    'notification.answered': [{ durationSeconds: 12 }],
    'notification.acknowledged': [{ via: 'key', key: '1' }],
    'notification.failed': [
      { code: '429', reason: '渠道繁忙', retryAtMs: receivedAtMs + 2_000 },
      { code: 'number', reason: '号码无效', retryAtMs: null },
    ],
    'notification.unknown': [
      { reason: 'noAnswer', resendAtMs: receivedAtMs + 2_000 },
      { reason: 'restarted', resendAtMs: null },
    ],
    'notification.givenUp': [{ reason: '号码无效' }],
    'notification.cancelled': [{ reason: '呼叫已受理' }],
    'notification.resent': [{ expiresAtMs: receivedAtMs + 600_000 }],
    'notification.hidden': [{ reason: '测试通知' }],
    'notification.deadlinePassed': [{ kind: 'retry' }, { kind: 'unheard' }],
  }),
});
