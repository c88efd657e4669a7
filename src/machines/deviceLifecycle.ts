import { deviceEvents, deviceSteps, type DeviceEvent, type DeviceEventType } from '../contract/events/device.ts';
import { deviceLoadLabels, deviceStatusLabels, type StatusIndex } from '../contract/labels.ts';
import { isPerson, isReported } from './actors.ts';
import { describeDeviceEvent } from './describeDeviceEvent.ts';
import {
  deviceContextSchema,
  deviceMachine,
  flappingWindowMs,
  missedPeriodsUntilOffline,
  type DeviceSnapshot,
} from './deviceMachine.ts';
import { defineLifecycle, type ExampleData } from './lifecycle.ts';

function statusIndex(state: DeviceSnapshot): StatusIndex {
  if (state.matches({ status: 'disabled' })) return 3;
  if (state.matches({ status: 'offline' })) return 2;
  return state.matches({ status: 'online' }) ? 1 : 0;
}

/** 0 unknown, 1 normal, 2 busy (specification, section 4). */
export function deviceLoadIndex(state: DeviceSnapshot): 0 | 1 | 2 {
  if (state.matches({ load: 'busy' })) return 2;
  return state.matches({ load: 'normal' }) ? 1 : 0;
}

function describeState(state: DeviceSnapshot): string {
  const [index, load] = [statusIndex(state), deviceLoadIndex(state)];
  return `${index} ${deviceStatusLabels[index]} · 负载 ${load} ${deviceLoadLabels[load]}`;
}

/** Returns the time without a report after which the device is offline, ms; the gateway measures it from telemetry. */
export const silentAfterMs = (state: DeviceSnapshot): number =>
  state.context.reportPeriodMs * missedPeriodsUntilOffline;

/** It was reported as flapping, and has not been steady since. */
export const isDeviceFlapping = ({ context }: DeviceSnapshot, nowMs: number): boolean =>
  context.isFlapping && nowMs - (context.flipTimesMs.at(-1) ?? Number.NEGATIVE_INFINITY) < flappingWindowMs;

const saidByDevices: ReadonlySet<DeviceEventType> = new Set<DeviceEventType>([
  'device.reported',
  'device.lost',
  'device.silent',
  'device.flapped',
  'device.clearedNothing',
  'device.codeRaised',
  'device.codeCleared',
  'device.selfTestMissed',
]);

function explainRefusal(state: DeviceSnapshot, event: DeviceEvent): string {
  if (event.type === 'device.bound' || event.type === 'device.installed')
    return state.matches({ status: 'unbound' }) ? '须由人员操作' : '该设备已绑定电梯，请先解绑';
  if (state.matches({ status: 'unbound' })) return '该设备未绑定电梯，请先绑定';
  if (saidByDevices.has(event.type) && !isReported(event.actor)) return '只有设备可以报告该情况';
  if (event.type === 'device.flapped') return '该设备未频繁上下线，或已提示过';
  if (['device.unbound', 'device.modelSynced'].includes(event.type) && !isPerson(event.actor)) return '须由人员操作';
  if (state.matches({ status: 'disabled' })) return '该设备已禁用，请先启用';
  switch (event.type) {
    case 'device.enabled':
      return '该设备未禁用，无需启用';
    case 'device.reported':
      return '设备状态没有变化';
    case 'device.lost':
      return '设备已不在线';
    case 'device.silent':
      return state.matches({ status: 'online' })
        ? `连续 ${missedPeriodsUntilOffline} 个周期未上报才算离线`
        : '设备已不在线';
    default:
      return '须由人员操作';
  }
}

/** A device as gateway and lists see it: streams `device-<device key>`. It has no deadlines and is never closed. */
export const deviceLifecycle = defineLifecycle({
  name: 'device',
  title: '设备',
  streamPrefix: 'device',
  machine: deviceMachine,
  contextSchema: deviceContextSchema,
  schemas: deviceEvents,
  steps: deviceSteps,
  moments: [],
  statusIndex,
  describeState,
  describeEvent: describeDeviceEvent,
  deadlines: () => [],
  eventForDeadline: () => undefined,
  isClosed: () => false,
  explainRefusal,
  exampleData: (): ExampleData<typeof deviceEvents> => ({
    'device.bound': [{ deviceKey: 'COL-1', elevatorId: 1, deviceType: 'COL', reportPeriodSeconds: 5 }],
    'device.installed': [
      {
        deviceKey: 'COL-1',
        elevatorId: 1,
        deviceType: 'COL',
        reportPeriodSeconds: 5,
        before: null,
        after: {
          elevator_id: 1,
          device_type: 'COL',
          vendor: 'standard',
          model: '',
          firmware: '',
          report_period: 5,
          is_rescue_terminal: true,
        },
      },
    ],
    'device.reported': [{ load: 1 }, { load: 2 }, { load: 0 }],
    'device.lost': [{ cause: 'lastWill' }],
    'device.silent': [{ missedPeriods: missedPeriodsUntilOffline }],
    'device.disabled': [{ reason: '检修' }],
    'device.enabled': [{}],
    'device.unbound': [{}],
    'device.terminalChosen': [{ elevatorId: 1, before: { rescue_terminal: '' }, after: { rescue_terminal: 'COL-1' } }],
    'device.modelSynced': [
      {
        before: { model: '', vendor: 'standard', firmware: '' },
        after: { model: 'TA-C1', vendor: 'standard', firmware: '2.3.0' },
      },
    ],
    'device.flapped': [{ flips: 4 }],
    'device.clearedNothing': [{ deviceEventId: 'e-1', kind: 'moto' }],
    'device.codeRaised': [
      { elevatorId: 1, code: '03', vendorCode: '03', late: false },
      { elevatorId: 1, code: '', vendorCode: 'E-62', late: false, times: 7 },
    ],
    'device.codeCleared': [{ elevatorId: 1, code: '03', vendorCode: '03' }],
    'device.selfTestMissed': [{ elevatorId: 1, lastAtMs: 1_700_000_000_000 }],
  }),
});
