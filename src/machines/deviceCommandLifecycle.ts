import { deviceCommandEvents, deviceCommandSteps, type DeviceCommandEvent } from '../contract/events/deviceCommand.ts';
import { commandStateLabels, type CommandState, type StatusIndex } from '../contract/labels.ts';
import {
  deviceCommandContextSchema,
  deviceCommandMachine,
  type DeviceCommandSnapshot,
} from './deviceCommandMachine.ts';
import { defineLifecycle, type Deadline, type EventDraft, type ExampleData } from './lifecycle.ts';

const openStates: readonly CommandState[] = ['queued', 'sent', 'delivered'];

/** The state as the contract names it; undefined before it was queued. */
export const commandState = (state: DeviceCommandSnapshot): CommandState | undefined =>
  state.value === 'unqueued' ? undefined : state.value;

const isOpen = (state: DeviceCommandSnapshot): boolean => openStates.some((open) => state.value === open);

/** The specification gives commands no index; ours: 0 waiting, 1 with the device, 2 closed, 3 not carried out in time. */
function statusIndex(state: DeviceCommandSnapshot): StatusIndex {
  if (state.matches('timedOut') || state.matches('expired')) return 3;
  if (state.matches('sent') || state.matches('delivered')) return 1;
  return state.matches('queued') || state.matches('unqueued') ? 0 : 2;
}

function describeState(state: DeviceCommandSnapshot): string {
  const name = commandState(state);
  return name === undefined ? '尚未下发' : commandStateLabels[name];
}

function deadlines(state: DeviceCommandSnapshot): readonly Deadline[] {
  const { expiresAtMs, sentAtMs, resultLimitMs } = state.context;
  if (state.matches('queued')) return [{ kind: 'expire', dueAtMs: expiresAtMs }];
  const isWithDevice = state.matches('sent') || state.matches('delivered');
  return isWithDevice && sentAtMs !== null ? [{ kind: 'result', dueAtMs: sentAtMs + resultLimitMs }] : [];
}

function eventForDeadline({ kind }: Deadline): EventDraft | undefined {
  return kind === 'expire' || kind === 'result' ? { type: 'command.deadlinePassed', data: { kind } } : undefined;
}

function explainRefusal(state: DeviceCommandSnapshot, event: DeviceCommandEvent): string {
  const current = commandState(state);
  if (current === undefined) return '该指令不存在，请刷新后重试';
  const label = commandStateLabels[current];
  switch (event.type) {
    case 'command.queued':
      return '该指令已下发，请刷新后查看';
    case 'command.cancelled':
      return current === 'queued' ? '须由人员取消' : `该指令${label}，不能取消`;
    case 'command.retried':
      if (current === 'succeeded') return '该指令已执行成功，无需重试';
      return isOpen(state) ? `该指令${label}，请等待结果` : '有效期须晚于现在';
    case 'command.sent':
      if (event.actor.kind !== 'system') return '指令由网关发送';
      return isOpen(state) && current !== 'delivered' ? '该指令已过有效期，不再发送' : `该指令${label}，不再发送`;
    case 'command.acknowledged':
    case 'command.resulted':
      return event.actor.kind === 'device' ? `该指令${label}，设备的回复未采用` : '只有设备可以确认收到或报告结果';
    default:
      return `该指令${label}，不能自动记录超时`;
  }
}

/** A command to a device: streams `command-<command id>`. */
export const deviceCommandLifecycle = defineLifecycle({
  name: 'deviceCommand',
  title: '设备指令',
  streamPrefix: 'command',
  machine: deviceCommandMachine,
  contextSchema: deviceCommandContextSchema,
  schemas: deviceCommandEvents,
  steps: deviceCommandSteps,
  moments: ['expiresAtMs', 'sentAtMs'],
  statusIndex,
  describeState,
  deadlines,
  eventForDeadline,
  isClosed: (state) => !isOpen(state) && !state.matches('unqueued'),
  explainRefusal,
  exampleData: (_state, receivedAtMs): ExampleData<typeof deviceCommandEvents> => ({
    'command.queued': [
      {
        commandId: 1,
        deviceKey: 'COL-1',
        elevatorId: 1,
        identifier: 'volume',
        payload: { outputvol: 50 },
        expiresAtMs: receivedAtMs + 3_600_000,
        resultLimitSeconds: 60,
      },
    ],
    'command.sent': [{}],
    'command.acknowledged': [{}],
    'command.resulted': [{ code: 0 }, { code: 1, message: '执行失败' }],
    'command.cancelled': [{}],
    'command.retried': [{ expiresAtMs: receivedAtMs + 3_600_000 }],
    'command.deadlinePassed': [{ kind: 'expire' }, { kind: 'result' }],
  }),
});
