import type { RuleBody } from '../../../src/contract/rules/alarmRule.ts';
import { appliesTo, isExcused } from './appliesTo.ts';
import type { CompiledRule } from './compileRule.ts';
import type { Firing, KnownFirings } from './firing.ts';
import { reasonOf } from './firingWords.ts';
import type { RuleEvent } from './ruleEvent.ts';
import {
  forgetOld,
  isDeviceAway,
  memoryMs,
  noteDevice,
  notePower,
  noteStanding,
  remember,
  type Cooling,
  type Counted,
  type RuleState,
} from './ruleState.ts';

export { compileRule, type CompiledRule } from './compileRule.ts';
export { initialState, type RuleState } from './ruleState.ts';

/** An event of the log, or that time has passed without one. */
export type RuleInput =
  { readonly kind: 'event'; readonly event: RuleEvent } | { readonly kind: 'tick'; readonly atMs: number };

export interface Evaluated {
  readonly state: RuleState;
  readonly firings: readonly Firing[];
}

/**
 * The part of the log that makes any state again: a day to hold, a day to count, a day to cool down, a day to be remembered, and one after
 * which a hold that began before is over.
 */
export const rebuildMs = 5 * memoryMs;

const mostPositions = 1_000;
const none: readonly Firing[] = [];

/**
 * One step of a rule: what follows from an event, or from time having passed. It depends on nothing but its arguments. Deadlines that are
 * due by then come first, in order. The state is taken over: only the returned one may be used again.
 *
 * `known` makes a state again from the log after a restart: the firings of the log are believed and no others happen. The events of
 * `rebuildMs` are enough for any rule (docs/decisions/0050).
 */
export function evaluate(rule: CompiledRule, state: RuleState, input: RuleInput, known?: KnownFirings): Evaluated {
  const atMs = Math.max(input.kind === 'tick' ? input.atMs : input.event.receivedAtMs, state.nowMs);
  const step = new Step(rule, state, known);
  step.passTime(atMs);
  if (input.kind === 'event') step.take(input.event);
  return { state, firings: step.firings ?? none };
}

/**
 * Learns from an event before the rule's time which devices are away, which lifts have no power and which alarms stand; nothing fires
 * and nothing is counted. The state is taken over, as by `evaluate`.
 */
export function observe(rule: CompiledRule, state: RuleState, event: RuleEvent): RuleState {
  state.nowMs = Math.max(event.receivedAtMs, state.nowMs);
  note(rule, state, event);
  return state;
}

/** Has the rule to know what was there before it? */
export const watchesWhatStands = ({ body, watchesCollectors, watchesStanding }: CompiledRule): boolean =>
  watchesCollectors || watchesStanding || body.unless.power_cut;

function note({ body, watchesCollectors, watchesStanding }: CompiledRule, state: RuleState, event: RuleEvent): void {
  if (watchesCollectors) noteDevice(state, event);
  if (watchesStanding) noteStanding(state, event);
  if (body.unless.power_cut) notePower(state, event);
}

/** A lift without a property counts for itself. */
function groupOf({ elevatorId, responsible }: RuleEvent, per: 'lift' | 'community' | 'property'): string {
  if (per === 'community') return `community:${responsible.communityId}`;
  return per === 'property' && responsible.propertyId !== null
    ? `property:${responsible.propertyId}`
    : `lift:${elevatorId}`;
}

/** An alarm of priority 1 fires whenever it is raised again or worse: nothing delays, groups or suppresses it. */
const isFloor = ({ level, phase }: RuleEvent): boolean => level === 1 && phase !== 'cleared';

const isOver = ({ phase, source, value }: RuleEvent): boolean =>
  phase === 'cleared' || phase === 'ended' || (source === 'device' && value === 'online');

/** Returns the condition that stands from this event on; undefined for what is over as it happens. */
const standingOf = (event: RuleEvent): string | undefined =>
  isOver(event) || event.value === 'flapping' ? undefined : event.condition;

/** Returns the key of a hold; one that waits for the opposite to last has a key of its own. */
const heldKey = (event: RuleEvent): string => (isOver(event) ? `${event.condition}:over` : event.condition);

class Step {
  firings: Firing[] | undefined;
  readonly #rule: CompiledRule;
  readonly #body: RuleBody;
  readonly #state: RuleState;
  readonly #known: KnownFirings | undefined;

  constructor(rule: CompiledRule, state: RuleState, known: KnownFirings | undefined) {
    this.#rule = rule;
    this.#body = rule.body;
    this.#state = state;
    this.#known = known;
  }

  /** Everything that is due until then, each at its own moment. */
  passTime(untilMs: number): void {
    const { held, recovering } = this.#state;
    while (held.size > 0 || recovering.size > 0) {
      const [first] = held;
      const [back] = recovering;
      const heldMs = first?.[1].dueAtMs ?? Number.POSITIVE_INFINITY;
      const backMs = back?.[1].dueAtMs ?? Number.POSITIVE_INFINITY;
      if (Math.min(heldMs, backMs) > untilMs) break;
      if (first !== undefined && heldMs <= backMs) this.#endHold(first[0], first[1].event, heldMs);
      else if (back !== undefined) this.#recover(back[0], back[1].event, backMs);
    }
    this.#state.nowMs = untilMs;
  }

  take(event: RuleEvent): void {
    const { topics } = this.#rule;
    // Before it is noted: what an event says itself is no reason to ignore it.
    if (topics.has(event.topic) && this.#isNews(event) && appliesTo(this.#rule, event)) this.#occur(event);
    if (isOver(event)) this.#end(event);
    else if (event.phase !== 'noted') this.#state.held.delete(`${event.condition}:over`);
    note(this.#rule, this.#state, event);
  }

  /** A device reports with every change of its load too: it is back only if it was away. */
  #isNews({ source, value, condition }: RuleEvent): boolean {
    return source !== 'device' || value !== 'online' || isDeviceAway(this.#state, condition);
  }

  #occur(event: RuleEvent): void {
    forgetOld(this.#state);
    const { held_seconds } = this.#body.when;
    if (isFloor(event)) {
      this.#fire(event, { positions: [event.position], times: event.times, isFloor: true });
      this.#awaitRecovery(event, [standingOf(event)]);
      return;
    }
    if (isExcused(this.#rule, this.#state, event)) return;
    if (held_seconds === 0) this.#count(event);
    // What fired was held from there, whatever seems to be held already.
    else if (!this.#state.held.has(heldKey(event)) || this.#known?.('fired', event.position) === true)
      remember(this.#state.held, heldKey(event), { event, dueAtMs: this.#state.nowMs + held_seconds * 1_000 });
  }

  #endHold(key: string, event: RuleEvent, dueAtMs: number): void {
    this.#state.held.delete(key);
    this.#state.nowMs = dueAtMs;
    if (!isExcused(this.#rule, this.#state, event)) this.#count(event);
  }

  #count(event: RuleEvent): void {
    const { repeat } = this.#body.when;
    const standing = standingOf(event);
    this.#cancelRecovery(event, standing);
    if (repeat === null) {
      this.#fireUnlessCooling(event, { positions: [event.position], times: event.times });
      this.#awaitRecovery(event, [standing]);
      return;
    }
    const { nowMs, counted } = this.#state;
    const group = groupOf(event, repeat.per);
    const sinceMs = nowMs - repeat.within_seconds * 1_000;
    const entries = (counted.get(group) ?? []).filter(({ atMs }) => atMs >= sinceMs);
    const { position, times } = event;
    entries.push({ position, atMs: nowMs, times, condition: standing, isOver: standing === undefined });
    const total = entries.reduce((sum, entry) => sum + entry.times, 0);
    if (!this.#isFull(position, total >= repeat.times)) {
      remember(counted, group, entries);
      return;
    }
    // Used up, whether the firing is carried out or gathered.
    counted.delete(group);
    this.#fireUnlessCooling(event, { positions: entries.map((entry) => entry.position), times: total });
    this.#awaitRecovery(event, standingAmong(entries));
  }

  /**
   * Returns true if the count is full. Among known firings, an event that did not fire fills it only with a cooldown: without one nothing was
   * gathered, and some of the counted events were used up before.
   */
  #isFull(position: number, isCounted: boolean): boolean {
    if (this.#known === undefined) return isCounted;
    return this.#known('fired', position) || (isCounted && this.#body.cooldown !== null);
  }

  #fireUnlessCooling(event: RuleEvent, about: { readonly positions: readonly number[]; readonly times: number }): void {
    const { cooldown } = this.#body;
    if (cooldown === null) {
      this.#fire(event, { ...about, isFloor: false });
      return;
    }
    const { nowMs, cooling } = this.#state;
    const group = groupOf(event, cooldown.per);
    const found = cooling.get(group);
    const isCooling = found !== undefined && nowMs < found.untilMs;
    if (this.#known === undefined ? isCooling : !this.#known('fired', event.position)) {
      remember(cooling, group, {
        untilMs: found?.untilMs ?? nowMs,
        gathered: gatheredBy(found, nowMs) + 1,
        lastAtMs: nowMs,
      });
      return;
    }
    const untilMs = nowMs + cooldown.seconds * 1_000;
    remember(cooling, group, { untilMs, gathered: 0, lastAtMs: nowMs });
    this.#fire(event, { ...about, isFloor: false, gathered: gatheredBy(found, nowMs) });
  }

  #fire(
    event: RuleEvent,
    about: {
      readonly positions: readonly number[];
      readonly times: number;
      readonly isFloor: boolean;
      readonly gathered?: number;
    },
    kind: Firing['kind'] = 'fired',
  ): void {
    if (this.#known?.(kind, event.position) === false) return;
    const { gathered = 0 } = about;
    const { position, source, value, elevatorId, tag, addr, responsible, alarmId, exceptionId, level, late } = event;
    (this.firings ??= []).push({
      kind,
      position,
      atMs: this.#state.nowMs,
      positions: about.positions.slice(-mostPositions),
      source,
      value,
      elevatorId,
      tag,
      addr,
      responsible,
      alarmId,
      exceptionId,
      priority: level,
      reason: reasonOf(this.#rule, event, { kind, times: about.times, gathered, isFloor: about.isFloor }),
      gathered,
      late,
    });
  }

  #recoveryGroup(event: RuleEvent): string {
    return groupOf(event, this.#body.when.repeat?.per ?? 'lift');
  }

  /** Waits for the end of what the firing was about. */
  #awaitRecovery(event: RuleEvent, conditions: readonly (string | undefined)[]): void {
    if (this.#body.recovery === null) return;
    const { open, recovering, nowMs } = this.#state;
    const group = this.#recoveryGroup(event);
    const standing = new Map(this.#openFiring(group)?.standing);
    for (const [condition, sinceMs] of standing) if (!this.#isRemembered(sinceMs)) standing.delete(condition);
    for (const condition of conditions) if (condition !== undefined) standing.set(condition, nowMs);
    if (standing.size === 0) return;
    recovering.delete(group);
    remember(open, group, { position: event.position, atMs: nowMs, standing });
  }

  /** Cancels the wait for a condition to stay over, because it has come back. */
  #cancelRecovery(event: RuleEvent, condition: string | undefined): void {
    if (this.#body.recovery === null || condition === undefined) return;
    const group = this.#recoveryGroup(event);
    const firing = this.#openFiring(group);
    if (firing === undefined) return;
    this.#state.recovering.delete(group);
    remember(this.#state.open, group, {
      ...firing,
      standing: new Map(firing.standing).set(condition, this.#state.nowMs),
    });
  }

  /** Returns true for a time recent enough to be remembered, so that a restart, which reads some days of the log, remembers the same. */
  #isRemembered(atMs: number): boolean {
    return atMs >= this.#state.nowMs - memoryMs;
  }

  #openFiring(group: string) {
    const firing = this.#state.open.get(group);
    return firing !== undefined && this.#isRemembered(firing.atMs) ? firing : undefined;
  }

  #end(event: RuleEvent): void {
    const { held, counted, recovering, nowMs } = this.#state;
    const { condition } = event;
    held.delete(condition);
    if (this.#body.recovery === null) return;
    const group = this.#recoveryGroup(event);
    for (const entry of counted.get(group) ?? []) if (entry.condition === condition) entry.isOver = true;
    const firing = this.#openFiring(group);
    const sinceMs = firing?.standing.get(condition);
    if (firing === undefined || sinceMs === undefined) return;
    firing.standing.delete(condition);
    if (!this.#isRemembered(sinceMs)) return;
    for (const otherMs of firing.standing.values()) if (this.#isRemembered(otherMs)) return;
    remember(recovering, group, { dueAtMs: nowMs + this.#body.recovery.after_seconds * 1_000, event });
  }

  #recover(group: string, event: RuleEvent, dueAtMs: number): void {
    const { recovering, open } = this.#state;
    const firing = open.get(group);
    recovering.delete(group);
    open.delete(group);
    this.#state.nowMs = dueAtMs;
    const positions = firing === undefined ? [event.position] : [firing.position, event.position];
    this.#fire(event, { positions, times: 1, isFloor: false }, 'recovered');
  }
}

const gatheredBy = (cooling: Cooling | undefined, nowMs: number): number =>
  cooling !== undefined && cooling.lastAtMs >= nowMs - memoryMs ? cooling.gathered : 0;

const standingAmong = (entries: readonly Counted[]): readonly (string | undefined)[] =>
  entries.flatMap((entry) => (entry.isOver ? [] : [entry.condition]));
