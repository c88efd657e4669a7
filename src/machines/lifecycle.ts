import type { StateValue } from 'xstate';
import * as z from 'zod';
import type { FactOf, FactSchemas } from '../contract/events/facts.ts';
import type { Actor } from '../contract/events/storedEvent.ts';
import type { StatusIndex } from '../contract/labels.ts';

/** What must happen automatically, and when (server clock, epoch ms). The server stores it as a row beside the stream. */
export interface Deadline {
  readonly kind: string;
  readonly dueAtMs: number;
  readonly data?: Readonly<Record<string, number>>;
}

/** The wish to append an event: type and data; the server adds actor and times. */
export interface EventDraft {
  readonly type: string;
  readonly data: unknown;
}

/** An event before its data is known to fit its type: as a command, a stored row or a test hands it over. */
export interface UnparsedEvent extends EventDraft {
  readonly actor: Actor;
  readonly atMs: number;
  readonly receivedAtMs: number;
}

/** A lifecycle's state as JSON, kept in the same transaction as the events it was folded from. */
export interface LifecycleJson {
  readonly value: StateValue;
  readonly context: object;
}

/** The part of an XState snapshot that a lifecycle's state is made of. */
export interface LifecycleState {
  readonly value: StateValue;
  readonly context: object;
}

/**
 * One lifecycle machine as the server, the screens and the stories use it.
 * `E` is the union of its events, `S` its machine's snapshot.
 */
export interface Lifecycle<E extends UnparsedEvent, S extends LifecycleState> {
  readonly name: string;
  /** Streams are named `<streamPrefix>-<id>`, events `<streamPrefix>.<past tense>`. */
  readonly streamPrefix: string;
  readonly eventTypes: readonly E['type'][];
  initial(): S;
  /** Parses the data by the schema of its type. @throws ZodError for data that does not fit, Error for an unknown type. */
  parseEvent(event: UnparsedEvent): E;
  /** A valid event of a type, for asking `can`, for stories and tests. */
  example(state: S, type: E['type'], actor: Actor, receivedAtMs: number): E;
  /** Valid events of every type, with the kinds of data that lead to different states. */
  examples(state: S, actor: Actor, receivedAtMs: number): readonly E[];
  can(state: S, event: E): boolean;
  /** The next state. @throws IllegalTransition where `can` is false, so that no event vanishes silently. */
  apply(state: S, event: E): S;
  /** Folds a stream from its beginning. */
  fold(events: Iterable<E>): S;
  /** The same state after the server's calendar was moved by this amount: every time in it moves too, so that elapsed times stay the same. */
  shifted(state: S, byMs: number): S;
  toJson(state: S): LifecycleJson;
  /** @throws when the JSON is not a state of this machine. */
  fromJson(json: unknown): S;
  /** The index that clients see (specification, section 4). */
  statusIndex(state: S): StatusIndex;
  /** Outstanding deadlines of this state, soonest first; each replaces what was outstanding before. */
  deadlines(state: S): readonly Deadline[];
  /** The event that a passed deadline becomes; undefined for a kind that this lifecycle does not know. */
  eventForDeadline(deadline: Deadline): EventDraft | undefined;
  isClosed(state: S): boolean;
  /** Chinese: why `can` is false, and where it helps, what to do. */
  explainRefusal(state: S, event: E): string;
  /** The types of which this actor may append an event now. */
  allowedActions(state: S, actor: Actor): readonly E['type'][];
}

/** An event was applied that the machine refuses: a fault of the caller, who must ask `can` first. */
export class IllegalTransition extends Error {
  override readonly name = 'IllegalTransition';
}

/** Data of valid events of each type, chosen for a state and a time; serves `allowedActions`, stories and tests. */
export type ExampleData<Schemas extends FactSchemas> = {
  readonly [Type in keyof Schemas & string]: readonly [z.infer<Schemas[Type]>, ...z.infer<Schemas[Type]>[]];
};

export interface LifecycleDefinition<Schemas extends FactSchemas, S extends LifecycleState> {
  readonly name: string;
  readonly streamPrefix: string;
  readonly schemas: Schemas;
  readonly initial: () => S;
  readonly next: (state: S, event: FactOf<Schemas>) => S;
  readonly can: (state: S, event: FactOf<Schemas>) => boolean;
  readonly restore: (value: StateValue, context: unknown) => S;
  /** The fields of the context that hold a moment of the server's calendar. */
  readonly moments: readonly (keyof S['context'] & string)[];
  readonly statusIndex: (state: S) => StatusIndex;
  readonly deadlines: (state: S) => readonly Deadline[];
  readonly eventForDeadline: (deadline: Deadline) => EventDraft | undefined;
  readonly isClosed: (state: S) => boolean;
  readonly explainRefusal: (state: S, event: FactOf<Schemas>) => string;
  readonly exampleData: (state: S, receivedAtMs: number) => ExampleData<Schemas>;
}

/** Makes a lifecycle of a machine's operations; the rules themselves stay in the machine. */
export function defineLifecycle<Schemas extends FactSchemas, S extends LifecycleState>(
  definition: LifecycleDefinition<Schemas, S>,
): Lifecycle<FactOf<Schemas>, S> {
  type E = FactOf<Schemas>;
  const { name, streamPrefix, schemas, initial, next, can, restore, statusIndex, eventForDeadline, isClosed, explainRefusal, exampleData } = definition;
  const eventTypes = Object.keys(schemas);
  const moments: ReadonlySet<string> = new Set(definition.moments);

  const apply = (state: S, event: E): S => {
    if (!can(state, event)) throw new IllegalTransition(`${name}: ${event.type} is refused in ${JSON.stringify(state.value)}`);
    return next(state, event);
  };

  /** Type and data belong together: parsed by the type's own schema, or written beside it. The mapped union cannot express that. */
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as said above
  const asFact = (event: UnparsedEvent): E => event as E;

  const examples = (state: S, actor: Actor, receivedAtMs: number): readonly E[] => {
    const data = exampleData(state, receivedAtMs);
    return eventTypes.flatMap((type) => (data[type] ?? []).map((value) => asFact({ type, data: value, actor, atMs: receivedAtMs, receivedAtMs })));
  };

  return {
    name,
    streamPrefix,
    eventTypes,
    examples,
    example(state, type, actor, receivedAtMs) {
      const event = examples(state, actor, receivedAtMs).find((candidate) => candidate.type === type);
      if (event === undefined) throw new Error(`${name}: unknown event type ${type}`);
      return event;
    },
    initial,
    parseEvent(event) {
      const schema = schemas[event.type];
      if (schema === undefined) throw new Error(`${name}: unknown event type ${event.type}`);
      return asFact({ ...event, data: schema.parse(event.data) });
    },
    can,
    apply,
    fold(events) {
      let state = initial();
      for (const event of events) state = apply(state, event);
      return state;
    },
    shifted({ value, context }, byMs) {
      const moved = Object.entries(context).map(([name, moment]: [string, unknown]) => [name, moments.has(name) && typeof moment === 'number' ? moment + byMs : moment]);
      return restore(value, Object.fromEntries(moved));
    },
    toJson: ({ value, context }) => ({ value, context }),
    fromJson(json) {
      const { value, context } = keptStateSchema.parse(json);
      return restore(value, context);
    },
    statusIndex,
    deadlines: (state) => definition.deadlines(state).toSorted((a, b) => a.dueAtMs - b.dueAtMs),
    eventForDeadline,
    isClosed,
    explainRefusal,
    allowedActions(state, actor) {
      const possible = new Set(examples(state, actor, 0).filter((event) => can(state, event)).map((event) => event.type));
      return eventTypes.filter((type) => possible.has(type));
    },
  };
}

const stateValueSchema: z.ZodType<StateValue> = z.lazy(() => z.union([z.string(), z.record(z.string(), stateValueSchema)]));
/** The machine's own schema parses the context. */
const keptStateSchema = z.object({ value: stateValueSchema, context: z.unknown() });
