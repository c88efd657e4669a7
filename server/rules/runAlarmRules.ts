import { mostFiringsPerMinute } from '../../src/contract/rules/alarmRule.ts';
import { ruleFiringEvents } from '../../src/contract/events/alarmRule.ts';
import type { StoredEvent } from '../../src/contract/events/storedEvent.ts';
import { streamName } from '../../src/contract/streamName.ts';
import { rulesActor } from '../domain/actors.ts';
import type { DecisionParts } from '../domain/decide.ts';
import type { Directory } from '../domain/city/directory.ts';
import { alarmRulesName, firstRulePosition } from '../domain/rules/firstRulePosition.ts';
import { ruleStream } from '../domain/rules/ruleDesk.ts';
import { firingsSince, openingsBefore, positionBefore } from '../domain/rules/ruleRows.ts';
import { every } from '../runtime/clock.ts';
import { retry } from '../runtime/retry.ts';
import type { EventStore, Subscription } from '../store/eventStore.ts';
import { isImported } from '../store/importedEvent.ts';
import { ActiveRules, changesRules, type ActiveRule } from './activeRules.ts';
import { evaluate, observe, rebuildMs, watchesWhatStands } from './alarmRules/evaluate.ts';
import type { Firing, KnownFirings } from './alarmRules/firing.ts';
import { isRuleEventType, type RuleEvent } from './alarmRules/ruleEvent.ts';
import { RuleEventReader } from './alarmRules/ruleEventReader.ts';
import { liveFacts } from './alarmRules/liveFacts.ts';
import { memoryMs } from './alarmRules/ruleState.ts';

export interface AlarmRuleParts extends DecisionParts {
  readonly directory: Directory;
  /** A rule that fires more often in a minute is cut off; `mostFiringsPerMinute` unless given. */
  readonly mostPerMinute?: number | undefined;
  readonly onError: (error: unknown) => void;
}

const ruleTickMs = 1_000;
/** The delay after which everything received before the tick's moment has been committed. */
const settledMs = 1_000;
const readAtOnce = 1_000;
const minuteMs = 60_000;

/** A firing with the rule that it is of. */
interface OwnFiring {
  readonly active: ActiveRule;
  readonly firing: Firing;
  /** The rule fired so often in a minute that this firing is not carried out, and none after it. */
  readonly cutOffAfter?: number;
}

/**
 * Evaluates the active rules over the log and appends what they do: one event for each firing, named by the rule, its version and the
 * position, so that a restart repeats none. It is a subscription of its own: calls for help wait for nothing here.
 */
export function runAlarmRules(parts: AlarmRuleParts): Subscription {
  return new LiveRules(parts);
}

class LiveRules implements Subscription {
  readonly #parts: AlarmRuleParts;
  readonly #rules: ActiveRules;
  readonly #reader: RuleEventReader;
  readonly #closing = new AbortController();
  readonly #started: Promise<void>;
  #subscription: Subscription | undefined;
  #stopTicks: (() => void) | undefined;
  /** The log has been evaluated up to here. */
  #seen = 0;
  /** The firings of events that are evaluated and not handled yet. */
  readonly #pending = new Map<number, readonly OwnFiring[]>();
  #tick: { readonly head: number; readonly untilMs: number } | undefined;
  /** False if the server stopped before what fell due was in the log. */
  #ticking: Promise<boolean> | undefined;

  constructor(parts: AlarmRuleParts) {
    this.#parts = parts;
    this.#rules = new ActiveRules(parts.store);
    this.#reader = this.#createReader();
    this.#started = this.#start();
  }

  #createReader(): RuleEventReader {
    const { store, directory } = this.#parts;
    return new RuleEventReader({
      ...liveFacts(directory),
      openingsOf: (streams, before) => openingsBefore(store, streams, before),
    });
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#stopTicks?.();
    await this.#started;
    await this.#subscription?.close();
    await this.#ticking;
  }

  async #start(): Promise<void> {
    const { store, clock, onError } = this.#parts;
    const ready = await retry(
      async () => {
        await this.#remember(await firstRulePosition(store));
        return true;
      },
      { clock, until: this.#closing.signal, onError },
    );
    if (ready === undefined || this.#closing.signal.aborted) return;
    this.#subscription = store.subscribeDurably({
      name: alarmRulesName,
      startFrom: 'now',
      givesWay: true,
      // A danger to life does not wait for thousands of lesser firings.
      isUrgent: ({ position }) => this.#pending.get(position)?.some(({ firing }) => firing.priority === 1) === true,
      // Events are evaluated here, one after the other in the order of the log; what they lead to is appended for many lifts at once.
      laneOf: (event) => this.#take(event),
      onEvent: (event) => this.#carryOut(event),
      onError,
    });
    this.#stopTicks = every(clock, ruleTickMs, () => this.#askTick());
  }

  /** Makes the rules' states again from the log: what they did is known and nothing is done. */
  async #remember(upTo: number): Promise<void> {
    const { store } = this.#parts;
    await this.#rules.load(upTo);
    this.#seen = upTo;
    if (this.#rules.stateful.length === 0) return;
    const sinceMs = (await this.#timeOf(upTo)) - rebuildMs;
    const known = await knownFirings(store, sinceMs);
    await this.#readBack(sinceMs, upTo, this.#reader, (event) => this.#recall(event, known));
  }

  #recall(event: RuleEvent, known: ReadonlySet<string>): void {
    for (const active of this.#rules.stateful)
      active.state =
        event.position > active.from
          ? evaluate(active.rule, active.state, { kind: 'event', event }, isKnown(active, known)).state
          : observe(active.rule, active.state, event);
  }

  /** A rule that was activated just now learns what stands: a power cut, say, that began before it. */
  async #learn(active: ActiveRule): Promise<void> {
    const sinceMs = (await this.#timeOf(active.from)) - memoryMs;
    await this.#readBack(sinceMs, active.from, this.#createReader(), (event) => {
      active.state = observe(active.rule, active.state, event);
    });
  }

  /** Returns the time at which the event was received: a server that was away for days goes on from there, not from now. */
  async #timeOf(position: number): Promise<number> {
    const { store, clock } = this.#parts;
    const [event] = await store.readAll(position - 1, 1);
    return event === undefined || isImported(event) ? clock.nowMs() : event.receivedAtMs;
  }

  /** Returns the log's events from that moment (epoch ms) to that position, as rules see them. */
  async #readBack(
    sinceMs: number,
    upTo: number,
    reader: RuleEventReader,
    see: (event: RuleEvent) => void,
  ): Promise<void> {
    const { store } = this.#parts;
    let position = await positionBefore(store, sinceMs, upTo);
    while (position < upTo && !this.#closing.signal.aborted) {
      const events = await store.readAll(position, Math.min(readAtOnce, upTo - position));
      if (events.length === 0) return;
      for (const event of await this.#read(events, reader)) see(event);
      position = events.at(-1)?.position ?? upTo;
    }
  }

  /** Those of the events that rules have a use for, as rules see them. */
  async #read(events: readonly StoredEvent[], reader = this.#reader): Promise<readonly RuleEvent[]> {
    const wanted = events.filter((event) => isRuleEventType(event.type) && !isImported(event));
    return wanted.length === 0 ? [] : reader.read(wanted);
  }

  /** Evaluates an event. Returns the lane in which what follows from it is carried out. */
  async #take(stored: StoredEvent): Promise<string | undefined> {
    const lane = stored.position > this.#seen ? await this.#evaluate(stored) : this.#laneOfPending(stored.position);
    const { head = Number.POSITIVE_INFINITY } = this.#tick ?? {};
    if (this.#seen >= head) this.#runTick();
    // The checkpoint must not pass what a tick has led to before it is in the log.
    return lane ?? (this.#ticking === undefined ? undefined : 'tick');
  }

  async #evaluate(stored: StoredEvent): Promise<string | undefined> {
    if (changesRules(stored)) {
      const begun = await this.#rules.apply(stored);
      if (begun !== undefined && watchesWhatStands(begun.rule)) await this.#learn(begun);
    }
    const [event] = await this.#read([stored]);
    // From here on nothing fails half way: an event that is delivered again has been evaluated.
    this.#seen = stored.position;
    if (event === undefined) return undefined;
    const firings = this.#rules.concernedBy(event).flatMap((active) => this.#step(active, { kind: 'event', event }));
    if (firings.length === 0) return undefined;
    this.#pending.set(stored.position, firings);
    return this.#laneOfPending(stored.position);
  }

  #laneOfPending(position: number): string | undefined {
    const first = this.#pending.get(position)?.[0];
    return first === undefined ? undefined : `lift-${first.firing.elevatorId}`;
  }

  #step(active: ActiveRule, input: Parameters<typeof evaluate>[2]): readonly OwnFiring[] {
    try {
      const { state, firings } = evaluate(active.rule, active.state, input);
      active.state = state;
      return this.#withinLimit(active, firings);
    } catch (error) {
      // One rule that cannot be evaluated keeps no other from being heard.
      this.#parts.onError(error);
      return [];
    }
  }

  async #carryOut({ position }: StoredEvent): Promise<void> {
    const firings = this.#pending.get(position);
    if (firings !== undefined) await this.#appendAll(firings);
    this.#pending.delete(position);
    // Handled means that the checkpoint may pass the event, and what fell due before it would not happen after a restart.
    if ((await this.#ticking) === false) throw new Error('stopped before what fell due could be written');
  }

  async #appendAll(firings: readonly OwnFiring[]): Promise<void> {
    await Promise.all(firings.map((one) => this.#append(one)));
  }

  /** A rule that fires more often is stopped at once; no other suffers. */
  #withinLimit(active: ActiveRule, firings: readonly Firing[]): readonly OwnFiring[] {
    if (active.isShipped) return firings.map((firing) => ({ active, firing }));
    const { mostPerMinute = mostFiringsPerMinute } = this.#parts;
    const own: OwnFiring[] = [];
    for (const firing of firings) {
      active.fired = active.fired.filter((thenMs) => thenMs > firing.atMs - minuteMs);
      active.fired.push(firing.atMs);
      if (active.fired.length > mostPerMinute) {
        this.#rules.stop(active.rule.ruleId);
        return [...own, { active, firing, cutOffAfter: active.fired.length }];
      }
      own.push({ active, firing });
    }
    return own;
  }

  async #append({ active, firing, cutOffAfter }: OwnFiring): Promise<void> {
    if (cutOffAfter !== undefined) {
      await this.#cutOff(active, firing, cutOffAfter);
      return;
    }
    const { store, clock } = this.#parts;
    const { ruleId, version } = active.rule;
    const { kind, position, atMs: _due, source: _source, value: _value, positions, ...rest } = firing;
    await store.append({
      stream: streamName('ruleFiring', ruleId),
      expectedVersion: 'any',
      actor: rulesActor,
      messageId: `rule:${ruleId}:${version}:${kind}:${position}`,
      causationPosition: position,
      events: [
        {
          type: 'ruleFiring.fired',
          atMs: clock.nowMs(),
          data: ruleFiringEvents['ruleFiring.fired'].parse({
            ...rest,
            kind,
            ruleId,
            version,
            name: active.name,
            positions: [...positions],
          }),
        },
      ],
    });
  }

  /** It says nothing more until a person has looked at it; `runRuleActions` notifies those who may. */
  async #cutOff({ rule: { ruleId, version } }: ActiveRule, { position }: Firing, firings: number): Promise<void> {
    const { store, clock } = this.#parts;
    await store.append({
      stream: ruleStream(ruleId),
      expectedVersion: 'any',
      actor: rulesActor,
      messageId: `rule:${ruleId}:${version}:cutOff:${position}`,
      causationPosition: position,
      events: [{ type: 'alarmRule.cutOff', atMs: clock.nowMs(), data: { ruleId, version, firings } }],
    });
  }

  /** A deadline without an event: time passes only as far as the log has been read, as in a test. */
  async #askTick(): Promise<void> {
    if (this.#tick !== undefined || this.#ticking !== undefined) return;
    if (!this.#rules.stateful.some(({ state }) => state.held.size > 0 || state.recovering.size > 0)) return;
    const { store, clock, onError } = this.#parts;
    try {
      const untilMs = clock.nowMs() - settledMs;
      this.#tick = { head: await store.head(), untilMs };
    } catch (error) {
      onError(error);
      return;
    }
    if (this.#seen >= this.#tick.head) this.#runTick();
  }

  #runTick(): void {
    const { untilMs: atMs } = this.#tick ?? { untilMs: 0 };
    this.#tick = undefined;
    const firings = this.#rules.stateful.flatMap((active) => this.#step(active, { kind: 'tick', atMs }));
    if (firings.length === 0) return;
    const { clock, onError } = this.#parts;
    const writing = async () => {
      await this.#appendAll(firings);
      return true;
    };
    const work = retry(writing, { clock, until: this.#closing.signal, onError });
    this.#ticking = work.then((isWritten = false) => {
      if (isWritten) this.#ticking = undefined;
      return isWritten;
    });
  }
}

const firingKey = (ruleId: number, version: number, kind: string, position: number): string =>
  `${ruleId}:${version}:${kind}:${position}`;

const isKnown =
  ({ rule: { ruleId, version } }: ActiveRule, known: ReadonlySet<string>): KnownFirings =>
  (kind, position) =>
    known.has(firingKey(ruleId, version, kind, position));

/** The firings of the log since that moment. */
async function knownFirings(store: EventStore, sinceMs: number): Promise<ReadonlySet<string>> {
  const firings = await firingsSince(store, sinceMs);
  return new Set(firings.map(({ ruleId, version, kind, position }) => firingKey(ruleId, version, kind, position)));
}
