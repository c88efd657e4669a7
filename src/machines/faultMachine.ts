import { assign, setup, type SnapshotFrom } from 'xstate';
import * as z from 'zod';
import type { FaultEvent } from '../contract/events/fault.ts';
import { isPerson } from './actors.ts';
import {
  exceptionContextShape,
  exceptionGuards,
  holderOf,
  holderSchema,
  newException,
  startOf,
} from './exceptionContext.ts';
import { exceptionPatches, inEveryStage, reportedCondition, whileLimitRuns } from './exceptionStates.ts';
import { typed } from './typed.ts';

/** Facts for the next decision about a fault. */
export const faultContextSchema = z.object({
  ...exceptionContextShape,
  acceptedBy: holderSchema.nullable(),
  arrivedBy: holderSchema.nullable(),
  repairedBy: holderSchema.nullable(),
  /** The cause by the last repair; empty until repaired, and after a reopening. */
  cause: z.string(),
  causeLabel: z.string(),
});
export type FaultContext = z.infer<typeof faultContextSchema>;

interface GuardArgs {
  readonly context: FaultContext;
  readonly event: FaultEvent;
}

const canReopen = ({ context, event }: GuardArgs): boolean => isPerson(event.actor) && !context.hidden;

const noRepair = { acceptedBy: null, arrivedBy: null, repairedBy: null, cause: '', causeLabel: '' } as const;

/** One fault of one lift: who repairs it, and whether the device still reports it. */
export const faultMachine = setup({
  types: { context: typed<FaultContext>(), events: typed<FaultEvent>() },
  guards: { ...exceptionGuards, canReopen },
  actions: {
    open: assign(({ context, event }) =>
      event.type === 'fault.occurred' ? startOf(event.data.handleLimitSeconds, event.receivedAtMs) : context,
    ),
    countRepeat: assign((args) => exceptionPatches.countRepeat(args)),
    countComment: assign((args) => exceptionPatches.countComment(args)),
    accept: assign(({ event }) => ({ acceptedBy: holderOf(event.actor) })),
    arrive: assign(({ event }) => ({ arrivedBy: holderOf(event.actor) })),
    repair: assign(({ context, event }) =>
      event.type === 'fault.repaired'
        ? { repairedBy: holderOf(event.actor), cause: event.data.cause, causeLabel: event.data.causeLabel ?? '' }
        : context,
    ),
    close: assign((args) => exceptionPatches.close(args)),
    /** The timeline keeps the first repair; the record starts over. */
    reopen: assign(({ event }) => ({
      ...noRepair,
      limitFromMs: event.receivedAtMs,
      isLimitMissed: false,
      closedAtMs: null,
      closedBy: null,
    })),
    clear: assign((args) => exceptionPatches.clear(args)),
    forgetClear: assign(() => exceptionPatches.forgetClear),
    missLimit: assign(() => exceptionPatches.missLimit),
    hide: assign(() => exceptionPatches.hide),
  },
}).createMachine({
  id: 'fault',
  context: { ...newException, ...noRepair },
  initial: 'unreported',
  states: {
    unreported: {
      description: '尚无故障。',
      on: {
        'fault.occurred': [
          { target: 'occurred', guard: 'isReportedByDevice', actions: 'open' },
          { target: 'occurred.condition.cleared', actions: 'open' },
        ],
      },
    },
    occurred: {
      type: 'parallel',
      states: {
        handling: {
          initial: 'pending',
          on: inEveryStage('fault'),
          states: {
            pending: {
              description: '等待受理。',
              on: {
                'fault.accepted': { target: 'accepted', guard: 'isByPerson', actions: 'accept' },
                'fault.judgedFalse': { target: 'falseReport', guard: 'isByPerson', actions: 'close' },
                ...whileLimitRuns('fault'),
              },
            },
            accepted: {
              description: '已有人负责；任何有权限的人可以接着处理。',
              on: {
                'fault.arrived': { target: 'onSite', guard: 'isByPerson', actions: 'arrive' },
                'fault.repaired': { target: 'repaired', guard: 'isByPerson', actions: 'repair' },
                'fault.judgedFalse': { target: 'falseReport', guard: 'isByPerson', actions: 'close' },
                ...whileLimitRuns('fault'),
              },
            },
            onSite: {
              description: '维修人员已到场。',
              on: {
                'fault.repaired': { target: 'repaired', guard: 'isByPerson', actions: 'repair' },
                'fault.judgedFalse': { target: 'falseReport', guard: 'isByPerson', actions: 'close' },
                ...whileLimitRuns('fault'),
              },
            },
            repaired: {
              description: '已修复，等待人员确认恢复；设备报告消除也不会自动完成。',
              on: {
                'fault.confirmed': { target: 'done', guard: 'isByPerson', actions: 'close' },
                'fault.reopened': { target: 'pending', guard: 'canReopen', actions: 'reopen' },
              },
            },
            done: {
              description: '已确认恢复。',
              on: { 'fault.reopened': { target: 'pending', guard: 'canReopen', actions: 'reopen' } },
            },
            falseReport: {
              description: '判定为误报。',
              on: { 'fault.reopened': { target: 'pending', guard: 'canReopen', actions: 'reopen' } },
            },
          },
        },
        condition: reportedCondition(
          'fault',
          { active: '设备仍在报告该故障。', cleared: '设备没有报告该故障，或已报告消除。' },
          {},
        ),
      },
    },
  },
});

export type FaultSnapshot = SnapshotFrom<typeof faultMachine>;
