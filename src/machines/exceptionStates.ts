import type { ExceptionPrefix } from '../contract/exceptions.ts';
import type { Actor } from '../contract/events/storedEvent.ts';
import { holderOf, type ExceptionContext } from './exceptionContext.ts';

/*
 * The parts that the machines of faults, scooters and incidents have in common, to be spread into each: steps of their
 * handling, whether the device still reports it, and what the steps write into the context.
 */

/** Steps of handling that are possible in every stage. */
export const inEveryStage = (prefix: ExceptionPrefix) =>
  ({
    [`${prefix}.repeated`]: { guard: 'isOpen', actions: 'countRepeat' },
    [`${prefix}.commented`]: { guard: 'isByPerson', actions: 'countComment' },
    [`${prefix}.hidden`]: { guard: 'canHide', actions: 'hide' },
  }) as const;

/** Steps that are possible only in the stages in which the limit runs. */
export const whileLimitRuns = (prefix: ExceptionPrefix) =>
  ({ [`${prefix}.deadlinePassed`]: { guard: 'isHandlingDue', actions: 'missLimit' } }) as const;

/**
 * The states of the device's report, beside the handling: its report that it is over, and its next report, change them. `whileCleared` holds
 * further steps that make it active again.
 */
export const reportedCondition = <const Steps extends object>(
  prefix: ExceptionPrefix,
  words: { readonly active: string; readonly cleared: string },
  whileCleared: Steps,
) =>
  ({
    initial: 'active',
    states: {
      active: {
        description: words.active,
        on: { [`${prefix}.cleared`]: { target: 'cleared', guard: 'isByReport', actions: 'clear' } },
      },
      cleared: {
        description: words.cleared,
        on: {
          [`${prefix}.repeated`]: { target: 'active', guard: 'isOpenAndReportedAgain', actions: 'forgetClear' },
          ...whileCleared,
        },
      },
    },
  }) as const;

interface Told {
  readonly actor: Actor;
  readonly receivedAtMs: number;
}

/** Changes of the context by the common steps. */
export const exceptionPatches = {
  countRepeat: ({
    context,
    event,
  }: {
    readonly context: ExceptionContext;
    readonly event: { readonly data: object };
  }) => ({
    repeatCount:
      context.repeatCount + ('times' in event.data && typeof event.data.times === 'number' ? event.data.times : 1),
  }),
  countComment: ({ context }: { readonly context: ExceptionContext }) => ({ commentCount: context.commentCount + 1 }),
  close: ({ event }: { readonly event: Told }) => ({ closedAtMs: event.receivedAtMs, closedBy: holderOf(event.actor) }),
  clear: ({ event }: { readonly event: Told }) => ({ clearedAtMs: event.receivedAtMs }),
  forgetClear: { clearedAtMs: null },
  missLimit: { isLimitMissed: true, overdue: true },
  hide: { hidden: true },
} as const;
