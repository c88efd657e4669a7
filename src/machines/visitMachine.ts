import { assign, setup, type SnapshotFrom } from 'xstate';
import * as z from 'zod';
import { visitWorkerSchema, type VisitEvent } from '../contract/events/visit.ts';
import { isByPerson, isPerson, isSystem } from './actors.ts';
import { typed } from './typed.ts';

const person = z.object({ id: z.number(), name: z.string() });

/** Facts for the next decision about a visit. */
export const visitContextSchema = z.object({
  workers: z.array(visitWorkerSchema),
  workersNeeded: z.literal([1, 2]),
  earliestAtMs: z.number(),
  dueStartMs: z.number(),
  overdueAtMs: z.number(),
  /** Has passed its due day undone; stays permanently. */
  overdue: z.boolean(),
  /** Person ids, in the order of their check-ins. */
  checkedIn: z.array(z.number()),
  signed: z.array(z.number()),
  isPaper: z.boolean(),
  isJudged: z.boolean(),
  /** Was over when it was written, so that it never stood open beside another visit of its lift. */
  isWhole: z.boolean(),
  rejectedNum: z.number().int(),
  amendedNum: z.number().int(),
  submittedAtMs: z.number().nullable(),
  closedBy: person.nullable(),
});
export type VisitContext = z.infer<typeof visitContextSchema>;

interface GuardArgs {
  readonly context: VisitContext;
  readonly event: VisitEvent;
}

/** A rejected visit is to be made good within this time, even past its due day. */
const rejectedGraceMs = 24 * 3_600_000;

const workerOf = ({ event }: GuardArgs) => ('worker' in event.data ? event.data.worker : undefined);

/**
 * One of the visit's workers, by the account with which this person was assigned, whatever account the event names; the simulator plays
 * any of them.
 */
const isOwnWorker = (args: GuardArgs): boolean => {
  const { actor } = args.event;
  const assigned = args.context.workers.find(({ personId }) => personId === workerOf(args)?.personId);
  return (
    assigned !== undefined && (actor.kind === 'simulator' || (actor.kind === 'user' && assigned.userId === actor.id))
  );
};

const canCheckIn = (args: GuardArgs): boolean =>
  isOwnWorker(args) &&
  args.event.receivedAtMs >= args.context.earliestAtMs &&
  !args.context.checkedIn.includes(workerOf(args)?.personId ?? 0);

const isCheckedIn = (args: GuardArgs): boolean =>
  isOwnWorker(args) && args.context.checkedIn.includes(workerOf(args)?.personId ?? 0);

/** The first who checked in answers the items. */
const canSubmit = (args: GuardArgs): boolean =>
  isOwnWorker(args) && args.context.checkedIn[0] === workerOf(args)?.personId;

const canCosign = (args: GuardArgs): boolean =>
  isCheckedIn(args) &&
  args.context.checkedIn[0] !== workerOf(args)?.personId &&
  !args.context.signed.includes(workerOf(args)?.personId ?? 0);

/** A worker who has checked in stays on the visit. */
const canAssign = ({ context, event }: GuardArgs): boolean =>
  event.type === 'visit.assigned' &&
  isPerson(event.actor) &&
  context.checkedIn.every((id) => event.data.workers.some(({ personId }) => personId === id));

/** Both workers have signed, or the paper did it for them. */
export const isFullySigned = ({ isPaper, signed, workersNeeded }: VisitContext): boolean =>
  isPaper || signed.length >= workersNeeded;

const canCountersign = ({ context, event }: GuardArgs): boolean => isPerson(event.actor) && isFullySigned(context);

const canReplan = ({ event }: GuardArgs): boolean => isPerson(event.actor) || isSystem(event.actor);

const isDue = ({ context, event }: GuardArgs): boolean =>
  event.type === 'visit.deadlinePassed' &&
  event.data.kind === 'due' &&
  isSystem(event.actor) &&
  event.receivedAtMs >= context.dueStartMs;

const isOverdue = ({ context, event }: GuardArgs): boolean =>
  event.type === 'visit.deadlinePassed' &&
  event.data.kind === 'overdue' &&
  isSystem(event.actor) &&
  !context.overdue &&
  event.receivedAtMs >= context.overdueAtMs;

/** The work begins again before its due day. */
const isBeforeDueDay = ({ context, event }: GuardArgs): boolean =>
  isPerson(event.actor) && event.receivedAtMs < context.dueStartMs;

const isPaperBeforeDueDay = (args: GuardArgs): boolean => args.context.isPaper && isBeforeDueDay(args);
const isPaper = ({ context, event }: GuardArgs): boolean => context.isPaper && isPerson(event.actor);

const canJudge = ({ context, event }: GuardArgs): boolean =>
  isSystem(event.actor) && !context.isJudged && !context.isPaper;

const closedBy = ({ event }: GuardArgs) =>
  typeof event.actor.id === 'number'
    ? { id: event.actor.id, name: event.actor.name }
    : { id: 0, name: event.actor.name };

const mark = { guard: 'isOverdue', actions: 'missDueDay' } as const;
const assignWorkers = { guard: 'canAssign', actions: 'assignWorkers' } as const;

/** One maintenance visit to one lift, from its planning until the property's safety officer has countersigned. */
export const visitMachine = setup({
  types: { context: typed<VisitContext>(), events: typed<VisitEvent>() },
  guards: {
    isByPerson,
    canCheckIn,
    isCheckedIn,
    canSubmit,
    canCosign,
    canAssign,
    canCountersign,
    canReplan,
    isDue,
    isOverdue,
    isBeforeDueDay,
    isPaperBeforeDueDay,
    isPaper,
    canJudge,
  },
  actions: {
    open: assign(({ context, event }) =>
      event.type === 'visit.planned'
        ? {
            workers: event.data.workers,
            workersNeeded: event.data.workersNeeded,
            earliestAtMs: event.data.earliestAtMs,
            dueStartMs: event.data.dueStartMs,
            overdueAtMs: event.data.overdueAtMs,
            isWhole: event.data.isWhole === true,
          }
        : context,
    ),
    assignWorkers: assign(({ context, event }) =>
      event.type === 'visit.assigned' ? { workers: event.data.workers } : context,
    ),
    checkIn: assign(({ context, event }) =>
      event.type === 'visit.checkedIn' ? { checkedIn: [...context.checkedIn, event.data.worker.personId] } : context,
    ),
    submit: assign(({ context, event }) =>
      event.type === 'visit.submitted'
        ? { signed: [...context.signed, event.data.worker.personId], submittedAtMs: event.receivedAtMs }
        : context,
    ),
    cosign: assign(({ context, event }) =>
      event.type === 'visit.cosigned' ? { signed: [...context.signed, event.data.worker.personId] } : context,
    ),
    enterPaper: assign(({ event }) => ({ isPaper: true, submittedAtMs: event.receivedAtMs })),
    judge: assign({ isJudged: true }),
    reject: assign(({ context, event }) => ({
      signed: [],
      isPaper: false,
      isJudged: false,
      submittedAtMs: null,
      rejectedNum: context.rejectedNum + 1,
      overdueAtMs: Math.max(context.overdueAtMs, event.receivedAtMs + rejectedGraceMs),
    })),
    amend: assign(({ context }) => ({ amendedNum: context.amendedNum + 1 })),
    breakOff: assign({ checkedIn: [], signed: [] }),
    missDueDay: assign({ overdue: true }),
    close: assign((args) => ({ closedBy: closedBy(args) })),
  },
}).createMachine({
  id: 'visit',
  context: {
    workers: [],
    workersNeeded: 2,
    earliestAtMs: 0,
    dueStartMs: 0,
    overdueAtMs: 0,
    overdue: false,
    checkedIn: [],
    signed: [],
    isPaper: false,
    isJudged: false,
    isWhole: false,
    rejectedNum: 0,
    amendedNum: 0,
    submittedAtMs: null,
    closedBy: null,
  },
  initial: 'unplanned',
  states: {
    unplanned: {
      description: '尚未排期。',
      on: {
        'visit.planned': { target: 'planned', actions: 'open' },
        'visit.imported': { target: 'imported', actions: 'close' },
      },
    },
    planned: {
      description: '已排期，未到到期日。',
      on: {
        'visit.assigned': assignWorkers,
        'visit.checkedIn': { target: 'working', guard: 'canCheckIn', actions: 'checkIn' },
        'visit.enteredFromPaper': { target: 'submitted', guard: 'isByPerson', actions: 'enterPaper' },
        'visit.replanned': { target: 'replanned', guard: 'canReplan', actions: 'close' },
        'visit.deadlinePassed': { target: 'due', guard: 'isDue' },
      },
    },
    due: {
      description: '已到到期日；当日 24 时仍未提交即超时。',
      on: {
        'visit.assigned': assignWorkers,
        'visit.checkedIn': { target: 'working', guard: 'canCheckIn', actions: 'checkIn' },
        'visit.enteredFromPaper': { target: 'submitted', guard: 'isByPerson', actions: 'enterPaper' },
        'visit.replanned': { target: 'replanned', guard: 'canReplan', actions: 'close' },
        'visit.deadlinePassed': mark,
      },
    },
    working: {
      description: '维保人员已签到；该电梯的重要与一般报警暂不提示，求救与紧急报警照常。',
      on: {
        'visit.assigned': assignWorkers,
        'visit.checkedIn': { guard: 'canCheckIn', actions: 'checkIn' },
        'visit.submitted': { target: 'submitted', guard: 'canSubmit', actions: 'submit' },
        'visit.cosigned': { guard: 'canCosign', actions: 'cosign' },
        'visit.brokenOff': [
          { target: 'planned', guard: 'isBeforeDueDay', actions: 'breakOff' },
          { target: 'due', guard: 'isByPerson', actions: 'breakOff' },
        ],
        'visit.deadlinePassed': mark,
      },
    },
    submitted: {
      description: '维保记录已提交，期限停止计算；等待物业安全员会签。',
      on: {
        'visit.checkedIn': { guard: 'canCheckIn', actions: 'checkIn' },
        'visit.cosigned': { guard: 'canCosign', actions: 'cosign' },
        'visit.judged': { guard: 'canJudge', actions: 'judge' },
        'visit.amended': { guard: 'isByPerson', actions: 'amend' },
        'visit.countersigned': { target: 'signed', guard: 'canCountersign', actions: 'close' },
        'visit.rejected': [
          { target: 'planned', guard: 'isPaperBeforeDueDay', actions: 'reject' },
          { target: 'due', guard: 'isPaper', actions: 'reject' },
          { target: 'working', guard: 'isByPerson', actions: 'reject' },
        ],
      },
    },
    signed: {
      description: '已会签，记录不再改变；更正以补充说明附后。',
      on: {
        'visit.judged': { guard: 'canJudge', actions: 'judge' },
        'visit.amended': { guard: 'isByPerson', actions: 'amend' },
      },
    },
    replanned: { description: '已改排，由新的维保工单代替。' },
    imported: {
      description: '平台启用前的维保，只用于计算期限。',
      on: { 'visit.amended': { guard: 'isByPerson', actions: 'amend' } },
    },
  },
});

export type VisitSnapshot = SnapshotFrom<typeof visitMachine>;
