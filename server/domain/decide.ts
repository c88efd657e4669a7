import type {
  EventDraft,
  Lifecycle,
  LifecycleState,
  StreamPrefix,
  UnparsedEvent,
} from '../../src/machines/lifecycle.ts';
import { refusalCodes } from '../../src/contract/envelope.ts';
import { permissionLabels } from '../../src/contract/permissions.ts';
import { actorOf, type Principal } from '../access/principal.ts';
import type { Clock } from '../runtime/clock.ts';
import {
  VersionConflictError,
  type AppendRequest,
  type AppendResult,
  type EventActor,
  type EventStore,
} from '../store/eventStore.ts';
import { machineTable } from '../store/lifecycleTables.ts';
import { sharedRead } from '../store/sharedReads.ts';
import { Refusal } from './refusal.ts';

export interface DecisionParts {
  readonly store: EventStore;
  readonly clock: Clock;
}

export interface Wish<S> {
  readonly stream: string;
  readonly actor: EventActor;
  /** The time of the event by the reporter's clock; now by default. */
  readonly atMs?: number | undefined;
  /** Returns the event to append in this state, or several that belong together; undefined if nothing is left to do. */
  readonly choose: (state: S, version: number) => EventDraft | readonly EventDraft[] | undefined;
  readonly messageId?: string | undefined;
  readonly causationPosition?: number | undefined;
  readonly effects?: AppendRequest['effects'] | undefined;
}

export interface Decision<S> {
  /** Before the event. */
  readonly state: S;
  /** Undefined when nothing was left to do. */
  readonly result: AppendResult | undefined;
}

/** After so many changes between read and write, another attempt is not worth it. */
const mostTries = 20;

const readMachines = (prefix: StreamPrefix) =>
  sharedRead(async ({ rows }, streams: readonly string[]) => {
    const found = await rows
      .selectFrom(machineTable(prefix))
      .select(['stream', 'state', 'version'])
      .where('stream', 'in', streams)
      .execute();
    return new Map(found.map((row) => [row.stream, row]));
  });
const machinesOf = new Map<StreamPrefix, ReturnType<typeof readMachines>>();

function keptMachine(store: EventStore, prefix: StreamPrefix, stream: string) {
  const read = machinesOf.get(prefix) ?? readMachines(prefix);
  machinesOf.set(prefix, read);
  return read(store, stream);
}

/** The machine stored beside a stream, and the stream's version; version 0 for a stream that does not exist. */
export async function loadState<E extends UnparsedEvent, S extends LifecycleState>(
  store: EventStore,
  lifecycle: Lifecycle<E, S>,
  stream: string,
): Promise<{ readonly state: S; readonly version: number }> {
  const row = await keptMachine(store, lifecycle.streamPrefix, stream);
  return row === undefined
    ? { state: lifecycle.initial(), version: 0 }
    : { state: lifecycle.fromJson(JSON.parse(row.state)), version: row.version };
}

/**
 * Makes a decision: load the stream's machine, ask it, append at the version at which it was asked. If another writer came in between: load
 * and ask again. Throws Refusal with the machine's own reason.
 */
export async function decide<E extends UnparsedEvent, S extends LifecycleState>(
  { store, clock }: DecisionParts,
  lifecycle: Lifecycle<E, S>,
  wish: Wish<S>,
): Promise<Decision<S>> {
  for (let attempt = 1; ; attempt += 1) {
    const { state, version } = await loadState(store, lifecycle, wish.stream);
    const drafts = draftsOf(wish.choose(state, version));
    if (drafts.length === 0) return { state, result: undefined };
    const nowMs = clock.nowMs();
    const events = drafts.map((draft) =>
      lifecycle.parseEvent({ ...draft, actor: wish.actor, atMs: wish.atMs ?? nowMs, receivedAtMs: nowMs }),
    );
    requireAllowed(lifecycle, state, events);
    try {
      const result = await store.append({
        stream: wish.stream,
        expectedVersion: version === 0 ? 'none' : version,
        events: events.map(({ type, data, atMs }) => ({ type, data, atMs })),
        actor: wish.actor,
        ...(wish.messageId === undefined ? {} : { messageId: wish.messageId }),
        ...(wish.causationPosition === undefined ? {} : { causationPosition: wish.causationPosition }),
        ...(wish.effects === undefined ? {} : { effects: wish.effects }),
      });
      return { state, result };
    } catch (error) {
      if (!(error instanceof VersionConflictError) || attempt === mostTries) throw error;
    }
  }
}

/** The state after the events before it decides about each event. */
function requireAllowed<E extends UnparsedEvent, S extends LifecycleState>(
  lifecycle: Lifecycle<E, S>,
  before: S,
  events: readonly E[],
): void {
  let state = before;
  for (const [index, event] of events.entries()) {
    if (!lifecycle.can(state, event))
      throw new Refusal(lifecycle.explainRefusal(state, event), refusalCodes.notAllowedNow);
    const contradictions = lifecycle.contradictions(state, event);
    if (contradictions[0] !== undefined)
      throw new Refusal(
        contradictions[0].message,
        refusalCodes.invalid,
        // A step's call carries the event's data as `data`.
        contradictions.map(({ field, message }) => ({ field: `data.${field}`, message })),
      );
    if (index < events.length - 1) state = lifecycle.apply(state, event);
  }
}

const draftsOf = (chosen: EventDraft | readonly EventDraft[] | undefined): readonly EventDraft[] => {
  if (chosen === undefined) return [];
  return 'type' in chosen ? [chosen] : chosen;
};

/**
 * `decide` as the wish of a signed-in person, who needs the permission that the lifecycle names for the step. Throws
 * Refusal without it.
 */
export function decideAs<E extends UnparsedEvent, S extends LifecycleState>(
  parts: DecisionParts,
  by: Principal,
  lifecycle: Lifecycle<E, S>,
  { choose, ...wish }: Omit<Wish<S>, 'actor'>,
): Promise<Decision<S>> {
  return decide(parts, lifecycle, {
    ...wish,
    actor: actorOf(by),
    choose(state, version) {
      const drafts = draftsOf(choose(state, version));
      for (const { type } of drafts) requireStep(by, lifecycle, state, type);
      return drafts;
    },
  });
}

function requireStep<E extends UnparsedEvent, S extends LifecycleState>(
  by: Principal,
  lifecycle: Lifecycle<E, S>,
  state: S,
  type: string,
): void {
  const { label } = lifecycle.step(type);
  const needed = lifecycle.needs(state, type);
  if (needed === null) throw new Refusal(`“${label}”由系统记录，不能人工操作`, refusalCodes.denied);
  const missing = needed.find((permission) => !by.permissions.has(permission));
  if (missing === undefined) return;
  const isOwn = missing === lifecycle.step(type).by;
  throw new Refusal(
    isOwn
      ? `您没有“${label}”的权限，请联系管理员`
      : `现在“${label}”还需要“${permissionLabels[missing]}”的权限，请联系管理员`,
    refusalCodes.denied,
  );
}
