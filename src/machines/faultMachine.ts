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
import { typed } from './typed.ts';

/** What the next decision about a fault needs. */
export const faultContextSchema = z.object({
  ...exceptionContextShape,
  acceptedBy: holderSchema.nullable(),
  arrivedBy: holderSchema.nullable(),
  repairedBy: holderSchema.nullable(),
  /** Of the last repair; empty until repaired, and after a reopening. */
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
    countRepeat: assign(({ context, event }) =>
      event.type === 'fault.repeated' ? { repeatCount: context.repeatCount + (event.data.times ?? 1) } : context,
    ),
    countComment: assign(({ context }) => ({ commentCount: context.commentCount + 1 })),
    accept: assign(({ event }) => ({ acceptedBy: holderOf(event.actor) })),
    arrive: assign(({ event }) => ({ arrivedBy: holderOf(event.actor) })),
    repair: assign(({ context, event }) =>
      event.type === 'fault.repaired'
        ? { repairedBy: holderOf(event.actor), cause: event.data.cause, causeLabel: event.data.causeLabel ?? '' }
        : context,
    ),
    close: assign(({ event }) => ({ closedAtMs: event.receivedAtMs, closedBy: holderOf(event.actor) })),
    /** The timeline keeps the first repair; the record starts over. */
    reopen: assign(({ event }) => ({
      ...noRepair,
      limitFromMs: event.receivedAtMs,
      isLimitMissed: false,
      closedAtMs: null,
      closedBy: null,
    })),
    clear: assign(({ event }) => ({ clearedAtMs: event.receivedAtMs })),
    forgetClear: assign({ clearedAtMs: null }),
    missLimit: assign({ isLimitMissed: true, overdue: true }),
    hide: assign({ hidden: true }),
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
          on: {
            'fault.repeated': { guard: 'isOpen', actions: 'countRepeat' },
            'fault.commented': { guard: 'isByPerson', actions: 'countComment' },
            'fault.hidden': { guard: 'canHide', actions: 'hide' },
          },
          states: {
            pending: {
              description: '等待受理。',
              on: {
                'fault.accepted': { target: 'accepted', guard: 'isByPerson', actions: 'accept' },
                'fault.judgedFalse': { target: 'falseReport', guard: 'isByPerson', actions: 'close' },
                'fault.deadlinePassed': { guard: 'isHandlingDue', actions: 'missLimit' },
              },
            },
            accepted: {
              description: '已有人负责；任何有权限的人可以接着处理。',
              on: {
                'fault.arrived': { target: 'onSite', guard: 'isByPerson', actions: 'arrive' },
                'fault.repaired': { target: 'repaired', guard: 'isByPerson', actions: 'repair' },
                'fault.judgedFalse': { target: 'falseReport', guard: 'isByPerson', actions: 'close' },
                'fault.deadlinePassed': { guard: 'isHandlingDue', actions: 'missLimit' },
              },
            },
            onSite: {
              description: '维修人员已到场。',
              on: {
                'fault.repaired': { target: 'repaired', guard: 'isByPerson', actions: 'repair' },
                'fault.judgedFalse': { target: 'falseReport', guard: 'isByPerson', actions: 'close' },
                'fault.deadlinePassed': { guard: 'isHandlingDue', actions: 'missLimit' },
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
        condition: {
          initial: 'active',
          states: {
            active: {
              description: '设备仍在报告该故障。',
              on: { 'fault.cleared': { target: 'cleared', guard: 'isByReport', actions: 'clear' } },
            },
            cleared: {
              description: '设备没有报告该故障，或已报告消除。',
              on: {
                'fault.repeated': { target: 'active', guard: 'isOpenAndReportedAgain', actions: 'forgetClear' },
              },
            },
          },
        },
      },
    },
  },
});

export type FaultSnapshot = SnapshotFrom<typeof faultMachine>;
