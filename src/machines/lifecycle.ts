import type { ActorLogic, AnyStateMachine, Snapshot, StateValue } from 'xstate';
import * as z from 'zod';
import { keptValueSchema, type KeptState } from '../contract/entities/keptState.ts';
import type { FieldErrors } from '../contract/envelope.ts';
import type { FactOf, FactSchemas } from '../contract/events/facts.ts';
import type { Step, StepsOf } from '../contract/events/steps.ts';
import type { Actor } from '../contract/events/storedEvent.ts';
import type { StatusIndex } from '../contract/labels.ts';
import type { Permission } from '../contract/permissions.ts';
import type { LifecyclePrefix } from '../contract/streamName.ts';
import { pureMachine } from './pureMachine.ts';

export type StreamPrefix = LifecyclePrefix;

/** An automatic event, and its time (server clock, epoch ms). The server stores it as a row beside the stream. */
export interface Deadline {
  readonly kind: string;
  readonly dueAtMs: number;
  readonly data?: Readonly<Record<string, number>>;
}

/** An event in the words of a timeline; without a detail it is empty. */
export interface EventWords {
  readonly title: string;
  readonly detail: string;
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
export type LifecycleJson = Omit<KeptState, 'version'>;

/** The part of an XState snapshot that a lifecycle's state is made of. */
export interface LifecycleState {
  readonly value: StateValue;
  readonly context: Record<string, unknown>;
}

/**
 * One lifecycle machine as the server, the screens and the stories use it.
 * `E` is the union of its events, `S` its machine's snapshot.
 */
export interface Lifecycle<E extends UnparsedEvent, S extends LifecycleState> {
  readonly name: string;
  /** Chinese, as the stories head it. */
  readonly title: string;
  /** Streams are named `<streamPrefix>-<id>`, events `<streamPrefix>.<past tense>`. */
  readonly streamPrefix: StreamPrefix;
  readonly eventTypes: readonly E['type'][];
  /** The chart itself, as stories and diagrams draw it; everything else asks the functions below. */
  readonly machine: AnyStateMachine;
  /** The Chinese name of a step, and who may take it. */
  step(type: E['type']): Step;
  /** The permissions that a person needs for a step in this state, all of them; null for a step that only the server takes. */
  needs(state: S, type: E['type']): readonly Permission[] | null;
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
  /**
   * The same state after the server's calendar was moved by this amount: every time in it moves too, so that elapsed
   * times stay the same.
   */
  shifted(state: S, byMs: number): S;
  toJson(state: S): LifecycleJson;
  /** @throws when the JSON is not a state of this machine. */
  fromJson(json: unknown): S;
  /** The index that clients see (specification, section 4). */
  statusIndex(state: S): StatusIndex;
  /** Chinese: the index with its label, and what else of the state clients see. */
  describeState(state: S): string;
  /** Chinese: what happened, as a timeline and a printed record say it. */
  describeEvent(event: E): EventWords;
  /** Outstanding deadlines of this state, soonest first; each replaces what was outstanding before. */
  deadlines(state: S): readonly Deadline[];
  /** The event that a passed deadline becomes; undefined for a kind that this lifecycle does not know. */
  eventForDeadline(deadline: Deadline): EventDraft | undefined;
  isClosed(state: S): boolean;
  /** Chinese: why `can` is false, and where it helps, what to do. */
  explainRefusal(state: S, event: E): string;
  /**
   * Contradictions between a new event's data and the stream so far, by field, in Chinese; empty if there are none. It is asked
   * where an event is decided or offered, never when a stored one is folded.
   */
  contradictions(state: S, event: E): FieldErrors['errors'];
  /** The types of which the machine takes an event of this actor now, whatever his permissions. */
  allowedActions(state: S, actor: Actor): readonly E['type'][];
  /** The steps that a person may take now: the machine allows them and he holds the permission of each. */
  offered(state: S, viewer: Viewer): readonly E['type'][];
}

/** The user, as far as an offer of steps depends on them. */
export interface Viewer {
  readonly actor: Actor;
  readonly can: (permission: Permission) => boolean;
}

/** An event was applied that the machine refuses: a fault of the caller, who must ask `can` first. */
export class IllegalTransition extends Error {
  override readonly name = 'IllegalTransition';
}

/** Data of valid events of each type, chosen for a state and a time; serves `allowedActions`, stories and tests. */
export type ExampleData<Schemas extends FactSchemas> = {
  readonly [Type in keyof Schemas & string]: readonly [z.infer<Schemas[Type]>, ...z.infer<Schemas[Type]>[]];
};

/** The snapshot of a machine that takes the events `E`. */
type AskableState<E> = LifecycleState &
  Snapshot<unknown> & {
    can(event: E): boolean;
  };

export interface LifecycleDefinition<Schemas extends FactSchemas, S extends AskableState<FactOf<Schemas>>> {
  readonly name: string;
  readonly title: string;
  readonly streamPrefix: StreamPrefix;
  /** It only assigns: it sends, spawns and emits nothing. */
  readonly machine: ActorLogic<S, FactOf<Schemas>> & {
    resolveState(config: { readonly value: StateValue; readonly context: S['context'] }): S;
  } & AnyStateMachine;
  readonly contextSchema: z.ZodType<S['context']>;
  readonly schemas: Schemas;
  readonly steps: StepsOf<Schemas>;
  /** Returns the permissions that a step needs in this state besides that of `steps`; nothing unless told. */
  readonly alsoNeeds?: (state: S, type: string) => readonly Permission[];
  /** The fields of the context that hold a moment of the server's calendar. */
  readonly moments: readonly (keyof S['context'] & string)[];
  readonly statusIndex: (state: S) => StatusIndex;
  readonly describeState: (state: S) => string;
  /** Without it an event is called by its step's label. */
  readonly describeEvent?: (event: FactOf<Schemas>) => EventWords;
  readonly deadlines: (state: S) => readonly Deadline[];
  readonly eventForDeadline: (deadline: Deadline) => EventDraft | undefined;
  readonly isClosed: (state: S) => boolean;
  readonly explainRefusal: (state: S, event: FactOf<Schemas>) => string;
  /** See `Lifecycle.contradictions`; nothing contradicts unless told. */
  readonly contradictions?: (state: S, event: FactOf<Schemas>) => FieldErrors['errors'];
  readonly exampleData: (state: S, receivedAtMs: number) => ExampleData<Schemas>;
}

/** Makes a lifecycle of a machine, its events' schemas and its steps; the rules themselves stay in the machine. */
export function defineLifecycle<Schemas extends FactSchemas, S extends AskableState<FactOf<Schemas>>>(
  definition: LifecycleDefinition<Schemas, S>,
): Lifecycle<FactOf<Schemas>, S> {
  type E = FactOf<Schemas>;
  const {
    name,
    title,
    streamPrefix,
    machine,
    contextSchema,
    schemas,
    statusIndex,
    describeState,
    eventForDeadline,
    isClosed,
    explainRefusal,
    contradictions = () => [],
    exampleData,
  } = definition;
  const eventTypes = Object.keys(schemas);
  const moments: ReadonlySet<string> = new Set(definition.moments);
  const { initial: unread, next } = pureMachine<S, E>(machine);
  const steps = new Map<string, Step>(Object.entries<Step>(definition.steps));

  const can = (state: S, event: E): boolean => state.can(event);
  const restore = (value: StateValue, context: unknown): S =>
    machine.resolveState({ value, context: contextSchema.parse(context) });
  // Written in the schema's order from the start: a state is then the same text whether it was kept in between or folded in one go.
  const initial = restore(unread.value, unread.context);

  const apply = (state: S, event: E): S => {
    if (!can(state, event))
      throw new IllegalTransition(`${name}: ${event.type} is refused in ${JSON.stringify(state.value)}`);
    return next(state, event);
  };

  const step = (type: string): Step => {
    const found = steps.get(type);
    if (found === undefined) throw new Error(`${name}: unknown event type ${type}`);
    return found;
  };

  const needs = (state: S, type: string): readonly Permission[] | null => {
    const { by } = step(type);
    return by === 'server' ? null : [by, ...(definition.alsoNeeds?.(state, type) ?? [])];
  };

  /** Type and data belong together: parsed by the type's own schema, or written beside it. The mapped union cannot express that. */
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as said above
  const asFact = (event: UnparsedEvent): E => event as E;

  const examples = (
    state: S,
    actor: Actor,
    receivedAtMs: number,
    types: readonly string[] = eventTypes,
  ): readonly E[] => {
    const data = exampleData(state, receivedAtMs);
    return types.flatMap((type) =>
      (data[type] ?? []).map((value) => asFact({ type, data: value, actor, atMs: receivedAtMs, receivedAtMs })),
    );
  };

  const possible = (state: S, actor: Actor, types: readonly string[]): readonly E['type'][] => [
    ...new Set(
      examples(state, actor, 0, types)
        .filter((event) => can(state, event) && contradictions(state, event).length === 0)
        .map(({ type }) => type),
    ),
  ];

  return {
    name,
    title,
    streamPrefix,
    eventTypes,
    machine,
    step,
    needs,
    examples: (state, actor, receivedAtMs) => examples(state, actor, receivedAtMs),
    example(state, type, actor, receivedAtMs) {
      const [event] = examples(state, actor, receivedAtMs, [type]);
      if (event === undefined) throw new Error(`${name}: unknown event type ${type}`);
      return event;
    },
    initial: () => initial,
    parseEvent(event) {
      const schema = schemas[event.type];
      if (schema === undefined) throw new Error(`${name}: unknown event type ${event.type}`);
      return asFact({ ...event, data: schema.parse(event.data) });
    },
    can,
    apply,
    fold(events) {
      let state = initial;
      for (const event of events) state = apply(state, event);
      return state;
    },
    shifted({ value, context }, byMs) {
      const moved = Object.entries(context).map(([name, moment]: [string, unknown]) => [
        name,
        moments.has(name) && typeof moment === 'number' ? moment + byMs : moment,
      ]);
      return restore(value, Object.fromEntries(moved));
    },
    toJson: ({ value, context }) => ({ value, context }),
    fromJson(json) {
      const { value, context } = jsonSchema.parse(json);
      return restore(value, context);
    },
    statusIndex,
    describeState,
    describeEvent: (event) => definition.describeEvent?.(event) ?? { title: step(event.type).label, detail: '' },
    deadlines: (state) => definition.deadlines(state).toSorted((a, b) => a.dueAtMs - b.dueAtMs),
    eventForDeadline,
    isClosed,
    explainRefusal,
    contradictions,
    allowedActions: (state, actor) => possible(state, actor, eventTypes),
    offered(state, { actor, can: holds }) {
      const own = eventTypes.filter((type) => needs(state, type)?.every(holds) === true);
      return own.length === 0 ? [] : possible(state, actor, own);
    },
  };
}

/** The machine's own schema parses the context. */
const jsonSchema = z.object({ value: keptValueSchema, context: z.unknown() });
