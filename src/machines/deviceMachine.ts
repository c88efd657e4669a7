import { and, assign, not, or, setup, stateIn, type SnapshotFrom } from 'xstate';
import * as z from 'zod';
import type { DeviceEvent } from '../contract/events/device.ts';
import { isByPerson, isByReport, isReported } from './actors.ts';
import { typed } from './typed.ts';

/** A device that changes between online and offline this often within this time is flapping. */
export const flappingFlips = 4;
export const flappingWindowMs = 10 * 60_000;
/** A device is offline after this many report periods without a report. */
export const missedPeriodsUntilOffline = 3;

/** Facts for the next decision about a device. */
export const deviceContextSchema = z.object({
  reportPeriodMs: z.number(),
  /** Times of the last changes between online and offline, newest last, none older than the window before the newest. */
  flipTimesMs: z.array(z.number()),
  /** True from its report until the device has been steady for the length of the window. */
  isFlapping: z.boolean(),
});
export type DeviceContext = z.infer<typeof deviceContextSchema>;

interface GuardArgs {
  readonly context: DeviceContext;
  readonly event: DeviceEvent;
}

const isSilentLongEnough = ({ event }: GuardArgs): boolean =>
  event.type === 'device.silent' && isReported(event.actor) && event.data.missedPeriods >= missedPeriodsUntilOffline;

/** Steady for the whole window: the device no longer counts as flapping. */
const isSteadySince = (context: DeviceContext, atMs: number): boolean => {
  const lastFlipMs = context.flipTimesMs.at(-1);
  return lastFlipMs === undefined || Math.abs(atMs - lastFlipMs) >= flappingWindowMs;
};

/** A flip in the future was recorded before the calendar was set back. */
const recentFlips = (context: DeviceContext, atMs: number): number[] =>
  context.flipTimesMs.filter((flipMs) => Math.abs(atMs - flipMs) < flappingWindowMs).slice(-flappingFlips);

const isFlappingNow = ({ context, event }: GuardArgs): boolean =>
  event.type === 'device.flapped' &&
  isReported(event.actor) &&
  !context.isFlapping &&
  recentFlips(context, event.receivedAtMs).length >= flappingFlips;

const reports =
  (load: 0 | 1 | 2) =>
  ({ event }: GuardArgs): boolean =>
    event.type === 'device.reported' && isReported(event.actor) && event.data.load === load;

/** Reports of a disabled or unbound device are ignored. */
const isUsed = not(or([stateIn({ status: 'disabled' }), stateIn({ status: 'unbound' })]));

/** One device: does it report, and how busy is it. Silence is measured from telemetry, so it has no deadline row. */
export const deviceMachine = setup({
  types: { context: typed<DeviceContext>(), events: typed<DeviceEvent>() },
  guards: {
    isSilentLongEnough,
    isFlappingNow,
    isByPerson,
    isByReport,
    isBoundByPerson: and([not(stateIn({ status: 'unbound' })), 'isByPerson']),
    isBoundByReport: and([not(stateIn({ status: 'unbound' })), 'isByReport']),
    isInUseByPerson: and([isUsed, 'isByPerson']),
    isUnknownLoad: and([isUsed, reports(0)]),
    isNormalLoad: and([isUsed, reports(1)]),
    isBusyLoad: and([isUsed, reports(2)]),
  },
  actions: {
    bind: assign(({ context, event }) =>
      event.type === 'device.bound' || event.type === 'device.installed'
        ? { reportPeriodMs: event.data.reportPeriodSeconds * 1_000 }
        : context,
    ),
    unbind: assign({ reportPeriodMs: 0, flipTimesMs: [], isFlapping: false }),
    countFlip: assign(({ context, event }) => {
      const atMs = event.receivedAtMs;
      return {
        flipTimesMs: [...recentFlips(context, atMs), atMs].slice(-flappingFlips),
        isFlapping: context.isFlapping && !isSteadySince(context, atMs),
      };
    }),
    markFlapping: assign({ isFlapping: true }),
    /** It is in the log; nothing about the device changes. */
    keepAsSaid: assign({}),
  },
}).createMachine({
  id: 'device',
  context: { reportPeriodMs: 0, flipTimesMs: [], isFlapping: false },
  type: 'parallel',
  on: {
    'device.clearedNothing': { guard: 'isByReport', actions: 'keepAsSaid' },
    'device.codeRaised': { guard: 'isBoundByReport', actions: 'keepAsSaid' },
    'device.codeCleared': { guard: 'isBoundByReport', actions: 'keepAsSaid' },
    'device.selfTestMissed': { guard: 'isBoundByReport', actions: 'keepAsSaid' },
    'device.terminalChosen': { guard: 'isInUseByPerson', actions: 'keepAsSaid' },
    'device.modelSynced': { guard: 'isBoundByPerson', actions: 'keepAsSaid' },
  },
  states: {
    status: {
      initial: 'unbound',
      states: {
        unbound: {
          description: '未绑定电梯，其上报不采用。',
          on: {
            'device.bound': { target: 'notActivated', actions: 'bind' },
            'device.installed': { target: 'notActivated', guard: 'isByPerson', actions: 'bind' },
          },
        },
        notActivated: {
          description: '已绑定，尚未上报过数据。',
          on: {
            'device.reported': { target: 'online', guard: 'isByReport' },
            'device.unbound': { target: 'unbound', guard: 'isByPerson', actions: 'unbind' },
            'device.disabled': { target: 'disabled', guard: 'isByPerson' },
          },
        },
        online: {
          description: '按上报周期正常上报。',
          on: {
            'device.lost': { target: 'offline', guard: 'isByReport', actions: 'countFlip' },
            'device.silent': { target: 'offline', guard: 'isSilentLongEnough', actions: 'countFlip' },
            'device.flapped': { guard: 'isFlappingNow', actions: 'markFlapping' },
            'device.disabled': { target: 'disabled', guard: 'isByPerson' },
            'device.unbound': { target: 'unbound', guard: 'isByPerson', actions: 'unbind' },
          },
        },
        offline: {
          description: '连接中断，或连续 3 个周期未上报。',
          on: {
            'device.reported': { target: 'online', guard: 'isByReport', actions: 'countFlip' },
            'device.flapped': { guard: 'isFlappingNow', actions: 'markFlapping' },
            'device.disabled': { target: 'disabled', guard: 'isByPerson' },
            'device.unbound': { target: 'unbound', guard: 'isByPerson', actions: 'unbind' },
          },
        },
        disabled: {
          description: '已禁用，其上报不采用。',
          on: {
            'device.enabled': { target: 'offline', guard: 'isByPerson' },
            'device.unbound': { target: 'unbound', guard: 'isByPerson', actions: 'unbind' },
          },
        },
      },
    },
    load: {
      initial: 'unknown',
      states: {
        unknown: {
          description: '离线或未上报负载。',
          on: {
            'device.reported': [
              { target: 'normal', guard: 'isNormalLoad' },
              { target: 'busy', guard: 'isBusyLoad' },
            ],
          },
        },
        normal: {
          description: '负载正常。',
          on: {
            'device.reported': [
              { target: 'unknown', guard: 'isUnknownLoad' },
              { target: 'busy', guard: 'isBusyLoad' },
            ],
            'device.lost': { target: 'unknown', guard: 'isByReport' },
            'device.silent': { target: 'unknown', guard: 'isSilentLongEnough' },
            'device.disabled': { target: 'unknown', guard: 'isByPerson' },
            'device.unbound': { target: 'unknown', guard: 'isByPerson' },
          },
        },
        busy: {
          description: '负载繁忙。',
          on: {
            'device.reported': [
              { target: 'unknown', guard: 'isUnknownLoad' },
              { target: 'normal', guard: 'isNormalLoad' },
            ],
            'device.lost': { target: 'unknown', guard: 'isByReport' },
            'device.silent': { target: 'unknown', guard: 'isSilentLongEnough' },
            'device.disabled': { target: 'unknown', guard: 'isByPerson' },
            'device.unbound': { target: 'unknown', guard: 'isByPerson' },
          },
        },
      },
    },
  },
});

export type DeviceSnapshot = SnapshotFrom<typeof deviceMachine>;
