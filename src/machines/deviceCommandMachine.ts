import { assign, setup, type SnapshotFrom } from 'xstate';
import * as z from 'zod';
import type { DeviceCommandEvent } from '../contract/events/deviceCommand.ts';
import { isByPerson, isPerson, isSystem } from './actors.ts';
import { typed } from './typed.ts';

/** Facts for the next decision about a command. */
export const deviceCommandContextSchema = z.object({
  expiresAtMs: z.number(),
  resultLimitMs: z.number(),
  sentAtMs: z.number().nullable(),
  attempts: z.number().int(),
});
export type DeviceCommandContext = z.infer<typeof deviceCommandContextSchema>;

interface GuardArgs {
  readonly context: DeviceCommandContext;
  readonly event: DeviceCommandEvent;
}

/** Sending is the gateway's; a device drops a command after its time to live, so none is sent then. */
const canSend = ({ context, event }: GuardArgs): boolean =>
  isSystem(event.actor) && event.receivedAtMs < context.expiresAtMs;

/** Only the device itself can report that it has a command, and its result. */
const isByDevice = ({ event }: GuardArgs): boolean => event.actor.kind === 'device';

const hasSucceeded = ({ event }: GuardArgs): boolean =>
  event.type === 'command.resulted' && event.actor.kind === 'device' && event.data.code === 0;

const hasFailed = ({ event }: GuardArgs): boolean =>
  event.type === 'command.resulted' && event.actor.kind === 'device' && event.data.code !== 0;

const isExpired = ({ context, event }: GuardArgs): boolean =>
  event.type === 'command.deadlinePassed' &&
  event.data.kind === 'expire' &&
  isSystem(event.actor) &&
  event.receivedAtMs >= context.expiresAtMs;

const isResultOverdue = ({ context, event }: GuardArgs): boolean =>
  event.type === 'command.deadlinePassed' &&
  event.data.kind === 'result' &&
  isSystem(event.actor) &&
  context.sentAtMs !== null &&
  event.receivedAtMs >= context.sentAtMs + context.resultLimitMs;

const canRetry = ({ event }: GuardArgs): boolean =>
  event.type === 'command.retried' && isPerson(event.actor) && event.data.expiresAtMs > event.receivedAtMs;

/** One command to one device: it counts as delivered only when the device itself confirms it. */
export const deviceCommandMachine = setup({
  types: { context: typed<DeviceCommandContext>(), events: typed<DeviceCommandEvent>() },
  guards: { canSend, isByPerson, isByDevice, hasSucceeded, hasFailed, isExpired, isResultOverdue, canRetry },
  actions: {
    open: assign(({ context, event }) =>
      event.type === 'command.queued'
        ? { expiresAtMs: event.data.expiresAtMs, resultLimitMs: event.data.resultLimitSeconds * 1_000 }
        : context,
    ),
    markSent: assign(({ context, event }) => ({ sentAtMs: event.receivedAtMs, attempts: context.attempts + 1 })),
    requeue: assign(({ context, event }) =>
      event.type === 'command.retried' ? { expiresAtMs: event.data.expiresAtMs, sentAtMs: null } : context,
    ),
  },
}).createMachine({
  id: 'deviceCommand',
  context: { expiresAtMs: 0, resultLimitMs: 0, sentAtMs: null, attempts: 0 },
  initial: 'unqueued',
  states: {
    unqueued: {
      description: '尚无指令。',
      on: { 'command.queued': { target: 'queued', actions: 'open' } },
    },
    queued: {
      description: '等待设备在线；超过有效期则作废。',
      on: {
        'command.sent': { target: 'sent', guard: 'canSend', actions: 'markSent' },
        'command.cancelled': { target: 'cancelled', guard: 'isByPerson' },
        'command.deadlinePassed': { target: 'expired', guard: 'isExpired' },
      },
    },
    sent: {
      description: '已发出，设备尚未确认收到；设备重连时会再次发送。',
      on: {
        'command.sent': { guard: 'canSend', actions: 'markSent' },
        'command.acknowledged': { target: 'delivered', guard: 'isByDevice' },
        'command.resulted': [
          { target: 'succeeded', guard: 'hasSucceeded' },
          { target: 'failed', guard: 'hasFailed' },
        ],
        'command.deadlinePassed': { target: 'timedOut', guard: 'isResultOverdue' },
      },
    },
    delivered: {
      description: '设备已确认收到，等待执行结果。',
      on: {
        'command.resulted': [
          { target: 'succeeded', guard: 'hasSucceeded' },
          { target: 'failed', guard: 'hasFailed' },
        ],
        'command.deadlinePassed': { target: 'timedOut', guard: 'isResultOverdue' },
      },
    },
    succeeded: { description: '设备报告执行成功。' },
    failed: {
      description: '设备报告执行失败，可重试。',
      on: { 'command.retried': { target: 'queued', guard: 'canRetry', actions: 'requeue' } },
    },
    timedOut: {
      description: '未按时收到结果；迟到的结果仍然有效，也可重试。',
      on: {
        'command.resulted': [
          { target: 'succeeded', guard: 'hasSucceeded' },
          { target: 'failed', guard: 'hasFailed' },
        ],
        'command.retried': { target: 'queued', guard: 'canRetry', actions: 'requeue' },
      },
    },
    expired: {
      description: '有效期内设备未上线，未发送，可重试。',
      on: { 'command.retried': { target: 'queued', guard: 'canRetry', actions: 'requeue' } },
    },
    cancelled: {
      description: '发送前已取消，可重新下发。',
      on: { 'command.retried': { target: 'queued', guard: 'canRetry', actions: 'requeue' } },
    },
  },
});

export type DeviceCommandSnapshot = SnapshotFrom<typeof deviceCommandMachine>;
