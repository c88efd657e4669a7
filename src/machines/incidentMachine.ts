import { assign, setup, type SnapshotFrom } from 'xstate';
import * as z from 'zod';
import type { IncidentEvent } from '../contract/events/incident.ts';
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
import { exceptionPatches, inEveryStage, whileLimitRuns } from './exceptionStates.ts';
import { typed } from './typed.ts';

/** Facts for the next decision about an incident. */
export const incidentContextSchema = z.object({
  ...exceptionContextShape,
  elevatorId: z.number().int(),
  tag: z.string(),
  /** The lifts of an incident of several, in the order in which they joined; empty for an incident of one lift. */
  children: z.array(z.object({ elevatorId: z.number().int(), tag: z.string() })),
  /** The cars that were confirmed empty, and by whom. */
  swept: z.array(z.object({ elevatorId: z.number().int(), by: z.string() })),
  /** The cars whose confirmation no longer holds, because the lift has lost its power again since. */
  voided: z.array(z.number().int()).default([]),
  /** The lifts whose device reports that it is over there. */
  restoredIds: z.array(z.number().int()),
  checkedBy: holderSchema.nullable(),
});
export type IncidentContext = z.infer<typeof incidentContextSchema>;

interface GuardArgs {
  readonly context: IncidentContext;
  readonly event: IncidentEvent;
}

/** Does it concern several lifts. */
export const isGroup = ({ children }: IncidentContext): boolean => children.length > 0;

/** The lifts that it concerns, with their tags. */
export const liftsOf = (context: IncidentContext): IncidentContext['children'] =>
  isGroup(context) ? context.children : [{ elevatorId: context.elevatorId, tag: context.tag }];

/** The lifts whose car no one has confirmed empty yet. */
export function unsweptLifts(context: IncidentContext): IncidentContext['children'] {
  const swept = new Set(context.swept.map(({ elevatorId }) => elevatorId));
  return liftsOf(context).filter(({ elevatorId }) => !swept.has(elevatorId));
}

const concerns = (context: IncidentContext, id: number): boolean =>
  liftsOf(context).some(({ elevatorId }) => elevatorId === id);

/** A lift joins that does not belong to it, or that had its power back and has lost it again. */
const canJoin = ({ context, event }: GuardArgs): boolean =>
  event.type === 'incident.joined' &&
  isReported(event.actor) &&
  context.closedAtMs === null &&
  isGroup(context) &&
  (!concerns(context, event.data.elevatorId) || context.restoredIds.includes(event.data.elevatorId));

/** A lift that joins again has people in its car as likely as any: who made sure before that it is empty says nothing now. */
function joinedBy(
  { children, swept, voided, restoredIds }: IncidentContext,
  child: IncidentContext['children'][number],
): Pick<IncidentContext, 'children' | 'swept' | 'voided' | 'restoredIds'> {
  const isOther = ({ elevatorId }: { readonly elevatorId: number }) => elevatorId !== child.elevatorId;
  return {
    children: children.some((known) => !isOther(known)) ? children : [...children, child],
    swept: swept.filter(isOther),
    voided: swept.every(isOther) || voided.includes(child.elevatorId) ? voided : [...voided, child.elevatorId],
    restoredIds: restoredIds.filter((elevatorId) => elevatorId !== child.elevatorId),
  };
}

/** Nobody confirms a car as empty from afar that calls for help, or in which its device saw people. */
const isTakenForEmpty = ({ event }: GuardArgs): boolean =>
  event.type === 'incident.swept' &&
  event.data.callOrderId === undefined &&
  (event.data.peopleNum === undefined || event.data.way === 'onSite');

const canSweep = ({ context, event }: GuardArgs): boolean =>
  event.type === 'incident.swept' &&
  isPerson(event.actor) &&
  isTakenForEmpty({ context, event }) &&
  unsweptLifts(context).some(({ elevatorId }) => elevatorId === event.data.elevatorId);

const canUnsweep = ({ context, event }: GuardArgs): boolean =>
  event.type === 'incident.unswept' &&
  isPerson(event.actor) &&
  context.swept.some(({ elevatorId }) => elevatorId === event.data.elevatorId);

/** Nobody may close an incident of several lifts while a car may hold people. */
const canClose = ({ context, event }: GuardArgs): boolean =>
  event.type === 'incident.closed' &&
  event.data.calling === undefined &&
  isPerson(event.actor) &&
  (!isGroup(context) || unsweptLifts(context).length === 0);

/** A device, or the rules, may end what concerns one lift only. */
const isSingleAndReported = ({ context, event }: GuardArgs): boolean => isReported(event.actor) && !isGroup(context);

const canRestore = ({ context, event }: GuardArgs): boolean =>
  event.type === 'incident.restored' &&
  isReported(event.actor) &&
  concerns(context, event.data.elevatorId) &&
  !context.restoredIds.includes(event.data.elevatorId);

const isLastRestored = ({ context, event }: GuardArgs): boolean =>
  canRestore({ context, event }) && context.restoredIds.length + 1 === liftsOf(context).length;

const isSingleAndReportedAgain = ({ context, event }: GuardArgs): boolean =>
  context.closedAtMs === null && !isGroup(context) && isReportedSource(event.data);

/** A change of mode or an outside event of one lift or of several: looked into, every car swept, closed. */
export const incidentMachine = setup({
  types: { context: typed<IncidentContext>(), events: typed<IncidentEvent>() },
  guards: {
    ...exceptionGuards,
    canJoin,
    canSweep,
    canUnsweep,
    canClose,
    isSingleAndReported,
    canRestore,
    isLastRestored,
    isSingleAndReportedAgain,
  },
  actions: {
    open: assign(({ context, event }) =>
      event.type === 'incident.opened'
        ? {
            ...startOf(event.data.handleLimitSeconds, event.receivedAtMs),
            elevatorId: event.data.elevatorId,
            tag: event.data.tag,
            children: (event.data.children ?? []).map(({ elevatorId, tag }) => ({ elevatorId, tag })),
          }
        : context,
    ),
    countRepeat: assign((args) => exceptionPatches.countRepeat(args)),
    countComment: assign((args) => exceptionPatches.countComment(args)),
    join: assign(({ context, event }) =>
      event.type === 'incident.joined'
        ? joinedBy(context, { elevatorId: event.data.elevatorId, tag: event.data.tag })
        : context,
    ),
    check: assign(({ context, event }) => ({ checkedBy: context.checkedBy ?? holderOf(event.actor) })),
    sweep: assign(({ context, event }) =>
      event.type === 'incident.swept'
        ? {
            swept: [...context.swept, { elevatorId: event.data.elevatorId, by: event.actor.name }],
            voided: context.voided.filter((elevatorId) => elevatorId !== event.data.elevatorId),
          }
        : context,
    ),
    unsweep: assign(({ context, event }) =>
      event.type === 'incident.unswept'
        ? { swept: context.swept.filter(({ elevatorId }) => elevatorId !== event.data.elevatorId) }
        : context,
    ),
    restore: assign(({ context, event }) =>
      event.type === 'incident.restored' ? { restoredIds: [...context.restoredIds, event.data.elevatorId] } : context,
    ),
    close: assign((args) => exceptionPatches.close(args)),
    clear: assign((args) => exceptionPatches.clear(args)),
    forgetClear: assign(() => exceptionPatches.forgetClear),
    forgetRestored: assign({ restoredIds: [] }),
    missLimit: assign(() => exceptionPatches.missLimit),
    hide: assign(() => exceptionPatches.hide),
  },
}).createMachine({
  id: 'incident',
  context: {
    ...newException,
    elevatorId: 0,
    tag: '',
    children: [],
    swept: [],
    voided: [],
    restoredIds: [],
    checkedBy: null,
  },
  initial: 'unreported',
  states: {
    unreported: {
      description: '尚无事件。',
      on: {
        'incident.opened': [
          { target: 'reported', guard: 'isReportedByDevice', actions: 'open' },
          { target: 'reported.condition.cleared', actions: 'open' },
        ],
      },
    },
    reported: {
      type: 'parallel',
      states: {
        handling: {
          initial: 'opened',
          on: inEveryStage('incident'),
          states: {
            opened: {
              description: '等待核查；单台事件由设备报告结束时自动关闭。',
              on: {
                'incident.joined': { guard: 'canJoin', actions: 'join' },
                'incident.absorbed': { target: 'closed', guard: 'isSingleAndReported', actions: 'close' },
                'incident.checked': { target: 'checking', guard: 'isByPerson', actions: 'check' },
                'incident.swept': { target: 'checking', guard: 'canSweep', actions: ['check', 'sweep'] },
                'incident.ended': { target: 'closed', guard: 'isSingleAndReported', actions: 'close' },
                ...whileLimitRuns('incident'),
              },
            },
            checking: {
              description: '有人核查；多台事件须逐台确认轿厢无人后才能关闭。',
              on: {
                'incident.joined': { guard: 'canJoin', actions: 'join' },
                'incident.absorbed': { target: 'closed', guard: 'isSingleAndReported', actions: 'close' },
                'incident.swept': { guard: 'canSweep', actions: 'sweep' },
                'incident.unswept': { guard: 'canUnsweep', actions: 'unsweep' },
                'incident.closed': { target: 'closed', guard: 'canClose', actions: 'close' },
              },
            },
            closed: { description: '已关闭。' },
          },
        },
        condition: {
          initial: 'active',
          states: {
            active: {
              description: '设备仍在报告该情况。',
              on: {
                'incident.ended': { target: 'cleared', guard: 'isSingleAndReported', actions: 'clear' },
                'incident.restored': [
                  { target: 'cleared', guard: 'isLastRestored', actions: ['restore', 'clear'] },
                  { guard: 'canRestore', actions: 'restore' },
                ],
              },
            },
            cleared: {
              description: '设备没有报告，或已报告恢复。',
              on: {
                'incident.joined': { target: 'active', guard: 'canJoin', actions: 'forgetClear' },
                'incident.repeated': {
                  target: 'active',
                  guard: 'isSingleAndReportedAgain',
                  actions: ['forgetClear', 'forgetRestored'],
                },
              },
            },
          },
        },
      },
    },
  },
});

export type IncidentSnapshot = SnapshotFrom<typeof incidentMachine>;
