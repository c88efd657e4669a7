import { Upcasters } from '../../store/upcasters.ts';

/** Types of events that open an alarm or exception, or make it worse: what later events of the stream leave out. */
export const openingTypes = [
  'alarm.raised',
  'alarm.worsened',
  'fault.occurred',
  'scooter.detected',
  'incident.opened',
] as const;

interface EventRow {
  readonly position: number;
  readonly stream: string;
  readonly type: string;
  readonly schema_version: number;
  readonly data: string;
  readonly at_ms: number;
  readonly received_at_ms: number;
}

const upcasters = new Upcasters();

/** A stored row as rules read it, in today's shape of its type. */
export const toRuleSource = (row: EventRow) => ({
  position: row.position,
  stream: row.stream,
  type: row.type,
  data: todaysData(row.type, row.schema_version, JSON.parse(row.data)),
  atMs: row.at_ms,
  receivedAtMs: row.received_at_ms,
});

/** Returns the data of a stored event in today's shape of its type. */
export const todaysData = (type: string, schemaVersion: number, data: unknown): unknown =>
  upcasters.upcast(type, schemaVersion, data);

/**
 * The last position up to `upTo` that was received before that moment. What was imported says nothing of the time at which it was
 * appended, so `firstLive` passes over it: it finds the first live event between two positions, both inclusive.
 * Times in the log only grow, but for a calendar that was set back.
 */
export async function lastPositionBefore(
  atMs: number,
  upTo: number,
  firstLive: (
    from: number,
    to: number,
  ) => Promise<{ readonly position: number; readonly received_at_ms: number } | undefined>,
): Promise<number> {
  let [low, high] = [0, upTo];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const event = await firstLive(middle, high);
    if (event !== undefined && event.received_at_ms < atMs) low = event.position;
    else high = middle - 1;
  }
  return low;
}
