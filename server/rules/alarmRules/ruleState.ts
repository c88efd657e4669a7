import { longestLookBackSeconds } from '../../../src/contract/rules/alarmRule.ts';
import type { RuleEvent } from './ruleEvent.ts';

/** Nothing older is remembered, so that a state can be made again from the log. */
export const memoryMs = longestLookBackSeconds * 1_000;

/** The most entries of each kind of memory; the oldest are dropped. */
const mostRemembered = 50_000;
const mostLifts = 200_000;

/** One that counts towards a repeat. */
export interface Counted {
  readonly position: number;
  readonly atMs: number;
  readonly times: number;
  /** The condition that stands; undefined for what is over at once. */
  readonly condition: string | undefined;
  isOver: boolean;
}

export interface Cooling {
  readonly untilMs: number;
  /** Firings that were not carried out, and when the last one of them was due. */
  readonly gathered: number;
  readonly lastAtMs: number;
}

/** A firing that waits until what it was about is over. */
export interface OpenFiring {
  readonly position: number;
  readonly atMs: number;
  /** The records that it was about and that have not ended, with the time of their last report, epoch ms. */
  readonly standing: Map<string, number>;
}

export interface Recovering {
  readonly dueAtMs: number;
  readonly event: RuleEvent;
}

/** The memory of a rule: plain data, of limited size. Each map is in the order in which its entries were written last. */
export interface RuleState {
  /** The latest moment that was seen, epoch ms: time never runs back, whatever the events say. */
  nowMs: number;
  /** By condition. */
  readonly held: Map<string, { readonly event: RuleEvent; readonly dueAtMs: number }>;
  /** By lift, community or property. */
  readonly counted: Map<string, Counted[]>;
  readonly cooling: Map<string, Cooling>;
  readonly open: Map<string, OpenFiring>;
  readonly recovering: Map<string, Recovering>;
  /** The times since when devices (by condition) and collectors (by lift) are away. */
  readonly away: Map<string, number>;
  /** Lifts of an open power cut. */
  readonly dark: Map<number, { readonly incidentId: number; readonly atMs: number }>;
  /** By lift and kind: the alarm that stands, and when it was last reported. */
  readonly standing: Map<string, { readonly alarmId: number | null; readonly atMs: number }>;
}

/** The state of a rule that has seen nothing. */
export const initialState = (): RuleState => ({
  nowMs: Number.NEGATIVE_INFINITY,
  held: new Map(),
  counted: new Map(),
  cooling: new Map(),
  open: new Map(),
  recovering: new Map(),
  away: new Map(),
  dark: new Map(),
  standing: new Map(),
});

/** Writes an entry as the newest one, and drops the oldest if there are too many. */
export function remember<Key, Value>(memory: Map<Key, Value>, key: Key, value: Value, most = mostRemembered): void {
  memory.delete(key);
  memory.set(key, value);
  if (memory.size > most) dropFirst(memory);
}

function dropFirst<Key>(memory: Map<Key, unknown>): void {
  for (const key of memory.keys()) {
    memory.delete(key);
    return;
  }
}

/** Drops from the front what is too old to be asked for. */
function dropOld<Value>(memory: Map<unknown, Value>, isOld: (value: Value) => boolean): void {
  for (const [key, value] of memory) {
    if (!isOld(value)) return;
    memory.delete(key);
  }
}

/** Frees what is forgotten. Every reader compares the times itself, so the moment of this call changes nothing. */
export function forgetOld(state: RuleState): void {
  const sinceMs = state.nowMs - memoryMs;
  dropOld(state.counted, (entries) => (entries.at(-1)?.atMs ?? sinceMs) < sinceMs);
  dropOld(state.cooling, ({ untilMs, lastAtMs }) => untilMs < sinceMs && lastAtMs < sinceMs);
  dropOld(state.open, ({ atMs }) => atMs < sinceMs);
  dropOld(state.away, (atMs) => atMs < sinceMs);
  dropOld(state.dark, ({ atMs }) => atMs < sinceMs);
  dropOld(state.standing, ({ atMs }) => atMs < sinceMs);
}

const collectorOf = (elevatorId: number): string => `lift:${elevatorId}`;
const isFresh = (state: RuleState, atMs: number | undefined): boolean =>
  atMs !== undefined && atMs >= state.nowMs - memoryMs;

export const isCollectorAway = (state: RuleState, elevatorId: number): boolean =>
  isFresh(state, state.away.get(collectorOf(elevatorId)));
export const isDeviceAway = (state: RuleState, condition: string): boolean => isFresh(state, state.away.get(condition));
export const isWithoutPower = (state: RuleState, elevatorId: number): boolean =>
  isFresh(state, state.dark.get(elevatorId)?.atMs);

/** Does an alarm of one of the kinds stand on the lift, other than the one that is spoken of? */
export function isAnyStanding(
  state: RuleState,
  kinds: ReadonlySet<string>,
  { elevatorId, alarmId }: RuleEvent,
): boolean {
  for (const kind of kinds) {
    const found = state.standing.get(`${elevatorId}:${kind}`);
    if (found !== undefined && found.alarmId !== alarmId && isFresh(state, found.atMs)) return true;
  }
  return false;
}

export function noteDevice(
  state: RuleState,
  { source, value, phase, condition, collector, elevatorId }: RuleEvent,
): void {
  if (source !== 'device' || value === 'flapping') return;
  const isAway = value === 'offline' && phase === 'raised';
  for (const key of collector === undefined ? [condition] : [condition, collectorOf(elevatorId)])
    if (isAway) remember(state.away, key, state.nowMs, mostLifts);
    else state.away.delete(key);
}

export function notePower(state: RuleState, { powerCut }: RuleEvent): void {
  if (powerCut === undefined) return;
  const { incidentId, dark, back } = powerCut;
  for (const elevatorId of dark) remember(state.dark, elevatorId, { incidentId, atMs: state.nowMs }, mostLifts);
  if (back === 'all') {
    for (const [elevatorId, lift] of state.dark) if (lift.incidentId === incidentId) state.dark.delete(elevatorId);
  } else for (const elevatorId of back) state.dark.delete(elevatorId);
}

export function noteStanding(state: RuleState, { source, value, phase, elevatorId, alarmId }: RuleEvent): void {
  if (source !== 'alarm') return;
  const key = `${elevatorId}:${value}`;
  if (phase === 'cleared' || phase === 'ended') state.standing.delete(key);
  else remember(state.standing, key, { alarmId, atMs: state.nowMs }, mostLifts);
}
