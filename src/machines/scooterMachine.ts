import { assign, setup, type SnapshotFrom } from 'xstate';
import * as z from 'zod';
import type { ScooterEvent } from '../contract/events/scooter.ts';
import { isPerson, isReported } from './actors.ts';
import {
  exceptionContextShape,
  exceptionGuards,
  holderOf,
  holderSchema,
  isReportedSource,
  newException,
  startOf,
} from './exceptionContext.ts';
import { exceptionPatches, inEveryStage, reportedCondition, whileLimitRuns } from './exceptionStates.ts';
import { typed } from './typed.ts';

/** Facts for the next decision about a scooter in a car. */
export const scooterContextSchema = z.object({
  ...exceptionContextShape,
  /** The camera keeps the doors open, so that the lift does not move off with it. */
  isDoorHeld: z.boolean(),
  visitedBy: holderSchema.nullable(),
  removedBy: holderSchema.nullable(),
});
export type ScooterContext = z.infer<typeof scooterContextSchema>;

interface GuardArgs {
  readonly context: ScooterContext;
  readonly event: ScooterEvent;
}

const isHeldAtOnce = ({ event }: GuardArgs): boolean =>
  event.type === 'scooter.detected' && event.data.isDoorHeld && isReportedSource(event.data);

const canHold = ({ context, event }: GuardArgs): boolean =>
  isReported(event.actor) && !context.isDoorHeld && context.closedAtMs === null;

/** The lift still has to be released. */
const isRemovedFromHeldDoor = ({ context, event }: GuardArgs): boolean => isPerson(event.actor) && context.isDoorHeld;

/** One electric scooter in one car, from the camera's report until the lift serves again. */
export const scooterMachine = setup({
  types: { context: typed<ScooterContext>(), events: typed<ScooterEvent>() },
  guards: { ...exceptionGuards, isHeldAtOnce, canHold, isRemovedFromHeldDoor },
  actions: {
    open: assign(({ context, event }) =>
      event.type === 'scooter.detected'
        ? {
            ...startOf(event.data.handleLimitSeconds, event.receivedAtMs),
            isDoorHeld: event.data.isDoorHeld && isReportedSource(event.data),
          }
        : context,
    ),
    countRepeat: assign((args) => exceptionPatches.countRepeat(args)),
    countComment: assign((args) => exceptionPatches.countComment(args)),
    hold: assign({ isDoorHeld: true }),
    visit: assign(({ event }) => ({ visitedBy: holderOf(event.actor) })),
    remove: assign(({ event }) => ({ removedBy: holderOf(event.actor) })),
    /** Whichever way it ends, the doors are free. */
    close: assign((args) => ({ ...exceptionPatches.close(args), isDoorHeld: false })),
    clear: assign((args) => ({ ...exceptionPatches.clear(args), isDoorHeld: false })),
    forgetClear: assign(() => exceptionPatches.forgetClear),
    missLimit: assign(() => exceptionPatches.missLimit),
    hide: assign(() => exceptionPatches.hide),
  },
}).createMachine({
  id: 'scooter',
  context: { ...newException, isDoorHeld: false, visitedBy: null, removedBy: null },
  initial: 'undetected',
  states: {
    undetected: {
      description: '尚未发现电动车。',
      on: {
        'scooter.detected': [
          { target: 'seen.handling.doorHeld', guard: 'isHeldAtOnce', actions: 'open' },
          { target: 'seen', guard: 'isReportedByDevice', actions: 'open' },
          { target: 'seen.condition.cleared', actions: 'open' },
        ],
      },
    },
    seen: {
      type: 'parallel',
      states: {
        handling: {
          initial: 'detected',
          on: inEveryStage('scooter'),
          states: {
            detected: {
              description: '电动车在轿厢内，等待人员移出。',
              on: {
                'scooter.holdAcknowledged': { target: 'doorHeld', guard: 'canHold', actions: 'hold' },
                'scooter.visited': { target: 'personOnSite', guard: 'isByPerson', actions: 'visit' },
                'scooter.removed': { target: 'released', guard: 'isByPerson', actions: ['remove', 'close'] },
                'scooter.remotelyReleased': { target: 'released', guard: 'isByPerson', actions: 'close' },
                'scooter.judgedFalse': { target: 'falseAlarm', guard: 'isByPerson', actions: 'close' },
                ...whileLimitRuns('scooter'),
              },
            },
            doorHeld: {
              description: '摄像机保持梯门打开，电梯暂停运行。',
              on: {
                'scooter.cleared': { target: 'detected', guard: 'isByReport' },
                'scooter.visited': { target: 'personOnSite', guard: 'isByPerson', actions: 'visit' },
                'scooter.removed': { target: 'removed', guard: 'isByPerson', actions: 'remove' },
                'scooter.remotelyReleased': { target: 'released', guard: 'isByPerson', actions: 'close' },
                'scooter.judgedFalse': { target: 'falseAlarm', guard: 'isByPerson', actions: 'close' },
                ...whileLimitRuns('scooter'),
              },
            },
            personOnSite: {
              description: '人员已到场。',
              on: {
                'scooter.holdAcknowledged': { guard: 'canHold', actions: 'hold' },
                'scooter.removed': [
                  { target: 'removed', guard: 'isRemovedFromHeldDoor', actions: 'remove' },
                  { target: 'released', guard: 'isByPerson', actions: ['remove', 'close'] },
                ],
                'scooter.remotelyReleased': { target: 'released', guard: 'isByPerson', actions: 'close' },
                'scooter.judgedFalse': { target: 'falseAlarm', guard: 'isByPerson', actions: 'close' },
                ...whileLimitRuns('scooter'),
              },
            },
            removed: {
              description: '已移出，梯门仍保持；设备报告消除或人员恢复运行后关闭。',
              on: {
                'scooter.cleared': { target: 'released', guard: 'isByReport', actions: 'close' },
                'scooter.released': { target: 'released', guard: 'isByPerson', actions: 'close' },
                'scooter.remotelyReleased': { target: 'released', guard: 'isByPerson', actions: 'close' },
              },
            },
            released: { description: '电梯已恢复运行。' },
            falseAlarm: { description: '判定为误报。' },
          },
        },
        condition: reportedCondition(
          'scooter',
          { active: '设备仍在报告。', cleared: '设备没有报告，或已报告消除。' },
          {
            'scooter.holdAcknowledged': { target: 'active', guard: 'canHold', actions: 'forgetClear' },
          },
        ),
      },
    },
  },
});

export type ScooterSnapshot = SnapshotFrom<typeof scooterMachine>;
