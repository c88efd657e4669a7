import { and, assign, or, setup, stateIn, type SnapshotFrom } from 'xstate';
import * as z from 'zod';
import type { AlarmEvent } from '../contract/events/alarm.ts';
import { actorSchema } from '../contract/events/storedEvent.ts';
import { isByPerson, isByReport, isPerson, isReported, isSystem } from './actors.ts';
import { typed } from './typed.ts';

/** Facts for the next decision about an alarm. */
export const alarmContextSchema = z.object({
  raisedAtMs: z.number(),
  handleLimitMs: z.number(),
  /** 1 is the worst. */
  priority: z.literal([1, 2, 3]),
  repeatCount: z.number().int(),
  acknowledgedBy: z.object({ id: actorSchema.shape.id, name: z.string() }).nullable(),
  shelvedUntilMs: z.number().nullable(),
  /** Not handled in time; permanent. */
  overdue: z.boolean(),
  hidden: z.boolean(),
  /** Alarms from before there were pictures have none. */
  hasPicture: z.boolean().default(false),
});
export type AlarmContext = z.infer<typeof alarmContextSchema>;

/** Guards judge state, actor and time; whether the data is valid is for the event's schema alone. */
interface GuardArgs {
  readonly context: AlarmContext;
  readonly event: AlarmEvent;
}

const isWorse = ({ context, event }: GuardArgs): boolean =>
  event.type === 'alarm.worsened' && isReported(event.actor) && event.data.level < context.priority;

const canAcknowledge = ({ context, event }: GuardArgs): boolean =>
  isPerson(event.actor) && context.acknowledgedBy === null;

/** A person closes an alarm, or a rule does when what the alarm opened is closed; a device never does. */
const canClose = ({ event }: GuardArgs): boolean => event.actor.kind !== 'device';

const canHide = ({ context, event }: GuardArgs): boolean => isPerson(event.actor) && !context.hidden;

/** Priority 1 is never shelved. */
const canShelve = ({ context, event }: GuardArgs): boolean =>
  event.type === 'alarm.shelved' &&
  isPerson(event.actor) &&
  context.priority !== 1 &&
  event.data.untilMs > event.receivedAtMs;

const canPicture = ({ context, event }: GuardArgs): boolean => isReported(event.actor) && !context.hasPicture;

const isHandlingDue = ({ context, event }: GuardArgs): boolean =>
  event.type === 'alarm.deadlinePassed' &&
  event.data.kind === 'handle' &&
  isSystem(event.actor) &&
  event.receivedAtMs >= context.raisedAtMs + context.handleLimitMs;

const isShelfDue = ({ context, event }: GuardArgs): boolean =>
  event.type === 'alarm.deadlinePassed' &&
  event.data.kind === 'shelf' &&
  isSystem(event.actor) &&
  context.shelvedUntilMs !== null &&
  event.receivedAtMs >= context.shelvedUntilMs;

const isOpen = or([stateIn({ raised: { handling: 'unprocessed' } }), stateIn({ raised: { handling: 'timedOut' } })]);

/** One occurrence of one alarm kind on one lift: is it handled, does it still hold, is it on the list. */
export const alarmMachine = setup({
  types: { context: typed<AlarmContext>(), events: typed<AlarmEvent>() },
  guards: {
    canAcknowledge,
    canClose,
    canHide,
    canPicture,
    isByPerson,
    isHandlingDue,
    isShelfDue,
    isByReport,
    isOpenAndReported: and([isOpen, isByReport]),
    isOpenAndWorse: and([isOpen, isWorse]),
    isOpenAndCanShelve: and([isOpen, canShelve]),
  },
  actions: {
    open: assign(({ context, event }) =>
      event.type === 'alarm.raised'
        ? {
            raisedAtMs: event.receivedAtMs,
            handleLimitMs: event.data.handleLimitSeconds * 1_000,
            priority: event.data.level,
          }
        : context,
    ),
    countRepeat: assign(({ context, event }) => ({
      repeatCount: context.repeatCount + (event.type === 'alarm.repeated' ? (event.data.times ?? 1) : 0),
    })),
    acknowledge: assign(({ event }) => ({ acknowledgedBy: { id: event.actor.id, name: event.actor.name } })),
    forgetAcknowledgement: assign({ acknowledgedBy: null }),
    worsen: assign(({ context, event }) =>
      event.type === 'alarm.worsened' ? { priority: event.data.level } : context,
    ),
    shelve: assign(({ context, event }) =>
      event.type === 'alarm.shelved' ? { shelvedUntilMs: event.data.untilMs } : context,
    ),
    unshelve: assign({ shelvedUntilMs: null }),
    recordBreach: assign({ overdue: true }),
    hide: assign({ hidden: true }),
    picture: assign({ hasPicture: true }),
  },
}).createMachine({
  id: 'alarm',
  context: {
    raisedAtMs: 0,
    handleLimitMs: 0,
    priority: 3,
    repeatCount: 0,
    acknowledgedBy: null,
    shelvedUntilMs: null,
    overdue: false,
    hidden: false,
    hasPicture: false,
  },
  initial: 'unraised',
  states: {
    unraised: {
      description: '尚无报警。',
      on: { 'alarm.raised': { target: 'raised', actions: 'open' } },
    },
    raised: {
      type: 'parallel',
      // The picture never holds up its event, so it may come when the alarm is closed already.
      on: { 'alarm.pictured': { guard: 'canPicture', actions: 'picture' } },
      states: {
        handling: {
          initial: 'unprocessed',
          states: {
            unprocessed: {
              description: '等待处理。',
              on: {
                'alarm.acknowledged': { guard: 'canAcknowledge', actions: 'acknowledge' },
                'alarm.repeated': { guard: 'isByReport', actions: 'countRepeat' },
                'alarm.completed': { target: 'completed', guard: 'canClose' },
                'alarm.judgedFalse': { target: 'falseAlarm', guard: 'canClose' },
                'alarm.deadlinePassed': { target: 'timedOut', guard: 'isHandlingDue', actions: 'recordBreach' },
              },
            },
            timedOut: {
              description: '超时未处理；仍可处理，超时记录保留。',
              on: {
                'alarm.acknowledged': { guard: 'canAcknowledge', actions: 'acknowledge' },
                'alarm.repeated': { guard: 'isByReport', actions: 'countRepeat' },
                'alarm.completed': { target: 'completed', guard: 'canClose' },
                'alarm.judgedFalse': { target: 'falseAlarm', guard: 'canClose' },
              },
            },
            completed: {
              description: '已处理。',
              on: { 'alarm.hidden': { guard: 'canHide', actions: 'hide' } },
            },
            falseAlarm: {
              description: '判定为误报。',
              on: { 'alarm.hidden': { guard: 'canHide', actions: 'hide' } },
            },
          },
        },
        condition: {
          initial: 'active',
          states: {
            active: {
              description: '设备仍在报告该情况。',
              on: {
                'alarm.cleared': { target: 'cleared', guard: 'isByReport' },
                'alarm.worsened': { guard: 'isOpenAndWorse', actions: ['worsen', 'forgetAcknowledgement'] },
              },
            },
            cleared: {
              description: '设备报告情况已消失；未确认前仍显示。',
              on: {
                'alarm.repeated': { target: 'active', guard: 'isOpenAndReported', actions: 'forgetAcknowledgement' },
                'alarm.worsened': {
                  target: 'active',
                  guard: 'isOpenAndWorse',
                  actions: ['worsen', 'forgetAcknowledgement'],
                },
              },
            },
          },
        },
        display: {
          initial: 'shown',
          states: {
            shown: {
              description: '在报警列表中。',
              on: { 'alarm.shelved': { target: 'shelved', guard: 'isOpenAndCanShelve', actions: 'shelve' } },
            },
            shelved: {
              description: '暂时搁置，到时自动恢复；加重时立即恢复。',
              on: {
                'alarm.unshelved': { target: 'shown', guard: 'isByPerson', actions: 'unshelve' },
                'alarm.deadlinePassed': { target: 'shown', guard: 'isShelfDue', actions: 'unshelve' },
                'alarm.worsened': { target: 'shown', guard: 'isOpenAndWorse', actions: 'unshelve' },
                'alarm.completed': { target: 'shown', guard: 'canClose', actions: 'unshelve' },
                'alarm.judgedFalse': { target: 'shown', guard: 'canClose', actions: 'unshelve' },
              },
            },
          },
        },
      },
    },
  },
});

export type AlarmSnapshot = SnapshotFrom<typeof alarmMachine>;
