import * as z from 'zod';
import type { ExceptionPrefix, ExceptionSource } from '../contract/exceptions.ts';
import { actorSchema, type Actor } from '../contract/events/storedEvent.ts';
import { isPerson, isReported, isSystem } from './actors.ts';
import type { Deadline, EventDraft } from './lifecycle.ts';

export const holderSchema = z.object({ id: actorSchema.shape.id, name: z.string() });

/** Facts for the next decision about a fault, a scooter or an incident, whichever it is. */
export const exceptionContextShape = {
  /** Receipt of the first report, or of the reopening: the limit runs from here. */
  limitFromMs: z.number(),
  handleLimitMs: z.number(),
  /** The limit that runs now was missed; a reopening starts a new one. */
  isLimitMissed: z.boolean(),
  /** A limit was missed at some time; permanent. */
  overdue: z.boolean(),
  repeatCount: z.number().int(),
  commentCount: z.number().int(),
  /** The time at which the device last reported that it is over; null while the device reports it, and where no device ever did. */
  clearedAtMs: z.number().nullable(),
  closedAtMs: z.number().nullable(),
  closedBy: holderSchema.nullable(),
  hidden: z.boolean(),
};
const exceptionContextSchema = z.object(exceptionContextShape);
export type ExceptionContext = z.infer<typeof exceptionContextSchema>;

export const exceptionMoments = ['limitFromMs', 'clearedAtMs', 'closedAtMs'] as const;

export const newException: ExceptionContext = {
  limitFromMs: 0,
  handleLimitMs: 0,
  isLimitMissed: false,
  overdue: false,
  repeatCount: 0,
  commentCount: 0,
  clearedAtMs: null,
  closedAtMs: null,
  closedBy: null,
  hidden: false,
};

/** Guards judge state, actor and time; whether the data is valid is for the event's schema alone. */
interface GuardArgs {
  readonly context: ExceptionContext;
  readonly event: { readonly actor: Actor; readonly receivedAtMs: number; readonly data: object };
}

/** Reports by people, which no device's report ends. */
const personalSources: readonly ExceptionSource[] = ['person', 'visit', 'passenger'];

/** Only what a device, or a rule about one, reports can be over by its report. */
export const isReportedSource = (data: object): boolean => {
  return 'source' in data && !personalSources.some((source) => source === data.source);
};

/** The guards that every exception's machine has. */
export const exceptionGuards = {
  isByPerson: ({ event }: GuardArgs): boolean => isPerson(event.actor),
  isByReport: ({ event }: GuardArgs): boolean => isReported(event.actor),
  isReportedByDevice: ({ event }: GuardArgs): boolean => isReportedSource(event.data),
  isOpen: ({ context }: GuardArgs): boolean => context.closedAtMs === null,
  /** A device reports again what it had reported as over. */
  isOpenAndReportedAgain: ({ context, event }: GuardArgs): boolean =>
    context.closedAtMs === null && isReportedSource(event.data),
  canHide: ({ context, event }: GuardArgs): boolean =>
    isPerson(event.actor) && context.closedAtMs !== null && !context.hidden,
  isHandlingDue: ({ context, event }: GuardArgs): boolean =>
    isSystem(event.actor) && !context.isLimitMissed && event.receivedAtMs >= handleDueAtMs(context),
};

const handleDueAtMs = ({ limitFromMs, handleLimitMs }: ExceptionContext): number => limitFromMs + handleLimitMs;

/** `isHandled`: the step that the limit waits for is taken. */
export const handleDeadlines = (context: ExceptionContext, isHandled: boolean): readonly Deadline[] =>
  isHandled || context.isLimitMissed ? [] : [{ kind: 'handle', dueAtMs: handleDueAtMs(context) }];

/** The event of the stream with this prefix that a missed limit becomes. */
export const exceptionDeadline =
  (prefix: ExceptionPrefix) =>
  ({ kind }: Deadline): EventDraft | undefined =>
    kind === 'handle' ? { type: `${prefix}.deadlinePassed`, data: { kind } } : undefined;

/** Starts the time limit with an exception's first report. */
export const startOf = (
  handleLimitSeconds: number,
  receivedAtMs: number,
): Pick<ExceptionContext, 'limitFromMs' | 'handleLimitMs'> => ({
  limitFromMs: receivedAtMs,
  handleLimitMs: handleLimitSeconds * 1_000,
});

export const holderOf = ({ id, name }: Actor): z.infer<typeof holderSchema> => ({ id, name });
