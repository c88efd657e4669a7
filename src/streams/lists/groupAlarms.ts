/** One alarm as the ticker knows it. */
export interface TickerAlarm {
  readonly id: number;
  readonly elevatorId: number;
  readonly kindLabel: string;
  readonly tag: string;
  readonly addr: string;
  readonly communityName: string;
  /** 1 urgent, 2 important, 3 can wait. */
  readonly priority: number;
  readonly raisedAtMs: number;
  /** It needs no more attention. */
  readonly isOver: boolean;
}

export type TickerItem =
  | { readonly kind: 'alarm'; readonly key: string; readonly alarm: TickerAlarm }
  /** The same cause in one community during a flood: 停电 18 台. */
  | {
      readonly kind: 'group';
      readonly key: string;
      readonly kindLabel: string;
      readonly communityName: string;
      readonly priority: number;
      readonly lifts: number;
      readonly count: number;
      readonly latestMs: number;
    };

export const floodWindowMs = 600_000;
/** This many alarms in the window are a flood for one operator (design: lifecycles, alarm priorities). */
export const floodAt = 10;

/** Returns the number of alarms that came within the window. */
export function countRecent(alarms: readonly TickerAlarm[], nowMs: number): number {
  return alarms.reduce((count, { raisedAtMs }) => count + (raisedAtMs > nowMs - floodWindowMs ? 1 : 0), 0);
}

export const timeOf = (item: TickerItem): number => (item.kind === 'alarm' ? item.alarm.raisedAtMs : item.latestMs);
const isUrgent = (item: TickerItem): boolean =>
  item.kind === 'alarm' && item.alarm.priority === 1 && !item.alarm.isOver;

/** The sections of the list: alarms that stand above others whatever their age; those that came within the window; older ones. */
export type TickerSection = 'urgent' | 'recent' | 'earlier';
export const sectionOf = (item: TickerItem, nowMs: number): TickerSection =>
  isUrgent(item) ? 'urgent' : timeOf(item) > nowMs - floodWindowMs ? 'recent' : 'earlier';

/** Returns the time of the next change of `countRecent` by age alone, epoch ms; null where nothing is recent. */
export function nextLeavesAtMs(alarms: readonly TickerAlarm[], nowMs: number): number | null {
  let oldestMs = Number.POSITIVE_INFINITY;
  for (const { raisedAtMs } of alarms)
    if (raisedAtMs > nowMs - floodWindowMs) oldestMs = Math.min(oldestMs, raisedAtMs);
  return oldestMs === Number.POSITIVE_INFINITY ? null : oldestMs + floodWindowMs;
}

/**
 * The ticker's lines: open alarms of priority 1 on top, each on a line of its own whatever comes; the rest newest first, and in a
 * flood those of priority 2 and 3 joined by community and cause, so that every one is counted and none pushes another out.
 */
export function groupAlarms(alarms: readonly TickerAlarm[], nowMs: number): readonly TickerItem[] {
  const isFlooded = countRecent(alarms, nowMs) >= floodAt;
  const groups = new Map<string, TickerAlarm[]>();
  const items: TickerItem[] = [];
  for (const alarm of alarms) {
    if (!isFlooded || alarm.priority === 1 || alarm.raisedAtMs <= nowMs - floodWindowMs) {
      items.push({ kind: 'alarm', key: `alarm-${alarm.id}`, alarm });
      continue;
    }
    const key = `${alarm.communityName} ${alarm.kindLabel}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [alarm]);
    else group.push(alarm);
  }
  for (const [key, group] of groups) {
    const [first] = group;
    if (first === undefined) continue;
    if (group.length === 1) items.push({ kind: 'alarm', key: `alarm-${first.id}`, alarm: first });
    else {
      items.push({
        kind: 'group',
        key,
        kindLabel: first.kindLabel,
        communityName: first.communityName,
        priority: group.reduce((least, { priority }) => Math.min(least, priority), 3),
        lifts: new Set(group.map(({ elevatorId }) => elevatorId)).size,
        count: group.length,
        latestMs: group.reduce((latest, { raisedAtMs }) => Math.max(latest, raisedAtMs), 0),
      });
    }
  }
  return items.toSorted((a, b) => Number(isUrgent(b)) - Number(isUrgent(a)) || timeOf(b) - timeOf(a));
}
