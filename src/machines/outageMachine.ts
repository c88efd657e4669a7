import { assign, setup, type SnapshotFrom } from 'xstate';
import * as z from 'zod';
import type { OutageEvent } from '../contract/events/outage.ts';
import { isByPerson, isPerson, isSystem } from './actors.ts';
import { typed } from './typed.ts';

/** Facts for the next decision about a planned outage. */
export const outageContextSchema = z.object({ fromMs: z.number(), toMs: z.number() });
export type OutageContext = z.infer<typeof outageContextSchema>;

interface GuardArgs {
  readonly context: OutageContext;
  readonly event: OutageEvent;
}

const canPlan = ({ event }: GuardArgs): boolean =>
  event.type === 'outage.planned' &&
  isPerson(event.actor) &&
  event.data.toMs > event.data.fromMs &&
  event.data.toMs > event.receivedAtMs;
const canExtend = ({ context, event }: GuardArgs): boolean =>
  event.type === 'outage.extended' &&
  isPerson(event.actor) &&
  event.data.toMs > context.toMs &&
  event.data.toMs > event.receivedAtMs;
const hasBegun = ({ context, event }: GuardArgs): boolean =>
  isSystem(event.actor) && event.receivedAtMs >= context.fromMs;
const isPastItsEnd = ({ context, event }: GuardArgs): boolean =>
  isSystem(event.actor) && event.receivedAtMs >= context.toMs;

const ended = { target: 'ended', guard: 'isByPerson' } as const;

/** A planned outage of one lift: the lift is out of service from its beginning until a person says that it serves again. */
export const outageMachine = setup({
  types: { context: typed<OutageContext>(), events: typed<OutageEvent>() },
  guards: { canPlan, canExtend, hasBegun, isPastItsEnd, isByPerson },
  actions: {
    open: assign(({ context, event }) =>
      event.type === 'outage.planned' ? { fromMs: event.data.fromMs, toMs: event.data.toMs } : context,
    ),
    extend: assign(({ context, event }) => (event.type === 'outage.extended' ? { toMs: event.data.toMs } : context)),
  },
}).createMachine({
  id: 'outage',
  context: { fromMs: 0, toMs: 0 },
  initial: 'unplanned',
  states: {
    unplanned: {
      description: '尚未安排。',
      on: { 'outage.planned': { target: 'planned', guard: 'canPlan', actions: 'open' } },
    },
    planned: {
      description: '已安排，到时自动开始；可延长或取消。',
      on: {
        'outage.begun': { target: 'active', guard: 'hasBegun' },
        'outage.extended': { guard: 'canExtend', actions: 'extend' },
        'outage.cancelled': { target: 'cancelled', guard: 'isByPerson' },
      },
    },
    active: {
      description: '停梯中：重要与一般报警和离线被抑制，求救与紧急报警照常。',
      on: {
        'outage.extended': { guard: 'canExtend', actions: 'extend' },
        'outage.ended': ended,
        'outage.overran': { target: 'overrun', guard: 'isPastItsEnd' },
      },
    },
    overrun: {
      description: '已过结束时间而无人确认恢复：列为待办，不再抑制报警。',
      on: {
        'outage.extended': { target: 'active', guard: 'canExtend', actions: 'extend' },
        'outage.ended': ended,
      },
    },
    ended: { description: '人员确认电梯已恢复运行。' },
    cancelled: { description: '开始前已取消。' },
  },
});

export type OutageSnapshot = SnapshotFrom<typeof outageMachine>;
