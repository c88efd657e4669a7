import type { Telemetry } from '../../src/contract/device.ts';
import type { RealtimeColumns } from '../../src/contract/fleetColumns.ts';

/** One report of one lift's device. */
export interface LatestReport {
  readonly deviceKey: string;
  readonly report: Telemetry;
  readonly receivedAtMs: number;
}

/** One report as kept in the ring: enough to draw the lift again. */
export interface RingSample {
  readonly receivedAtMs: number;
  readonly atMs: number;
  readonly serviceMode: number;
  readonly carStatus: number;
  readonly direction: number;
  readonly doorZone: boolean;
  readonly floor: number;
  /** Index into `doorStates`. */
  readonly door: number;
  readonly people: number;
  /** Null where not reported. */
  readonly speedCmps: number | null;
}

/**
 * The fleet as it is now, for those who read it: lists, live pictures, recordings, decisions. A gateway of the same process, or a
 * feed from the gateways of others, keeps it up to date.
 */
export interface FleetReader {
  /** Rises with each visible change of any lift. */
  readonly sequence: number;
  /** Up to where statuses and open calls follow the log. */
  readonly log: {
    /** Resolves once everything up to this position is known; rejects when it cannot be read now. */
    until(position: number): Promise<void>;
  };
  /** The lift's last report; undefined if it never reported. */
  get(elevatorId: number): LatestReport | undefined;
  /** The lift's last five minutes at least, oldest first. */
  ring(elevatorId: number): readonly RingSample[];
  /** Returns the place of a lift in memory, for readers of all lifts: a known lift keeps its place. -1 of a lift that is not known. */
  placeOf(elevatorId: number): number;
  /** Device status index, by `placeOf`; 0 of a lift that is not known. */
  statusAt(place: number): number;
  /** Returns true if the lift has an open rescue order, by `placeOf`. */
  hasCallAt(place: number): boolean;
  /** Names each lift that changed after `sequence` (0: every known lift). */
  visitChangedSince(sequence: number, visit: (elevatorId: number) => void): void;
  /** Puts a lift's present state at the end of each column; false for a lift that is not known. */
  appendTo(columns: RealtimeColumns, elevatorId: number): boolean;
}

/** Takes the reports that a gateway receives. */
export interface FleetWriter {
  put(elevatorId: number, latest: LatestReport): void;
}
