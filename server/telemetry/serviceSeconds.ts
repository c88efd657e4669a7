import { readHour } from '../domain/devices/hourRows.ts';
import type { Clock } from '../runtime/clock.ts';
import type { EventStore } from '../store/eventStore.ts';
import { decodeHour } from './hourBlock.ts';
import { hourMs, isMinuteIn, minutesOfHour, type HourCounters, type LiftHour } from './hourCounters.ts';

const minuteMs = 60_000;

/** A time at a lift, by our clock. */
export interface Stay {
  readonly elevatorId: number;
  readonly fromMs: number;
  readonly toMs: number;
}

/** A time at a lift by its reports; what is not reported is known to nobody. */
export interface ServiceSeconds {
  readonly reportedSeconds: number;
  readonly inspectionSeconds: number;
  readonly doorCycles: number;
  readonly runs: number;
}

export interface ServiceSecondsParts {
  readonly store: Pick<EventStore, 'rows'>;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly counters: HourCounters;
}

const nothing: ServiceSeconds = { reportedSeconds: 0, inspectionSeconds: 0, doorCycles: 0, runs: 0 };

const hoursOf = ({ fromMs, toMs }: Stay): number[] => {
  const first = Math.floor(fromMs / hourMs) * hourMs;
  return Array.from({ length: Math.max(0, Math.ceil((toMs - first) / hourMs)) }, (_, index) => first + index * hourMs);
};

/**
 * The part of an hour that a stay covers. A whole hour counts to the second. At the edges each minute counts by what held in its middle,
 * as far as the stay reaches into it, so that an edge is wrong by half a minute at most and neither for nor against the worker; door
 * cycles and runs, which have no minutes, are shared out by the time with reports.
 */
function partOf(hour: LiftHour, startMs: number, { fromMs, toMs }: Stay): ServiceSeconds {
  if (fromMs <= startMs && toMs >= startMs + hourMs) return hour;
  let [reportedMs, inspectionMs, wholeMs] = [0, 0, 0];
  for (let minute = 0; minute < minutesOfHour; minute += 1) {
    if (!isMinuteIn(hour.reportedMinutes, minute)) continue;
    wholeMs += minuteMs;
    const atMs = startMs + minute * minuteMs;
    const insideMs = Math.max(0, Math.min(toMs, atMs + minuteMs) - Math.max(fromMs, atMs));
    reportedMs += insideMs;
    if (isMinuteIn(hour.inspectionMinutes, minute)) inspectionMs += insideMs;
  }
  const share = wholeMs === 0 ? 0 : reportedMs / wholeMs;
  return {
    reportedSeconds: Math.round(reportedMs / 1_000),
    inspectionSeconds: Math.round(inspectionMs / 1_000),
    doorCycles: Math.round(hour.doorCycles * share),
    runs: Math.round(hour.runs * share),
  };
}

const sum = (one: ServiceSeconds, other: ServiceSeconds): ServiceSeconds => ({
  reportedSeconds: one.reportedSeconds + other.reportedSeconds,
  inspectionSeconds: one.inspectionSeconds + other.inspectionSeconds,
  doorCycles: one.doorCycles + other.doorCycles,
  runs: one.runs + other.runs,
});

/** As `serviceSeconds` for many stays, in their order: each hour is read and unpacked once. */
export async function serviceSecondsOf(
  { store, clock, counters }: ServiceSecondsParts,
  stays: readonly Stay[],
): Promise<readonly ServiceSeconds[]> {
  const nowMs = clock.nowMs();
  const sums = stays.map(() => nothing);
  for (const startMs of new Set(stays.flatMap(hoursOf))) {
    const concerned = stays.filter(({ fromMs, toMs }) => fromMs < startMs + hourMs && toMs > startMs);
    const ids = new Set(concerned.map(({ elevatorId }) => elevatorId));
    const isInMemory = startMs === counters.startMs || counters.finished.some(({ atMs }) => atMs === startMs);
    const kept = isInMemory ? undefined : await readHour(store, startMs);
    const written = kept === undefined ? undefined : await decodeHour(startMs, kept, (id) => ids.has(id));
    for (const [index, stay] of stays.entries()) {
      if (stay.fromMs >= startMs + hourMs || stay.toMs <= startMs) continue;
      const hour = written?.get(stay.elevatorId) ?? counters.hourOf(stay.elevatorId, startMs, nowMs);
      if (hour !== undefined) sums[index] = sum(sums[index] ?? nothing, partOf(hour, startMs, stay));
    }
  }
  return sums;
}

/**
 * Counts for a lift and a time the seconds with reports and those in inspection mode, the door cycles and the runs.
 * Seconds without reports are the rest of the time. Nothing is known of more than 35 days ago.
 */
export async function serviceSeconds(
  parts: ServiceSecondsParts,
  elevatorId: number,
  fromMs: number,
  toMs: number,
): Promise<ServiceSeconds> {
  const [found] = await serviceSecondsOf(parts, [{ elevatorId, fromMs, toMs }]);
  return found ?? nothing;
}
