import { every, type Clock } from '../runtime/clock.ts';
import type { IncidentRecorder } from '../domain/domain.ts';
import {
  appendToRecording,
  insertRecording,
  linkRecordings,
  readOpenRecordings,
} from '../domain/devices/recordingRows.ts';
import type { OnTrouble } from '../runtime/troubleLog.ts';
import { UniqueConflictError, type EventStore } from '../store/eventStore.ts';
import type { FleetReader, RingSample } from '../ports/fleetReader.ts';
import { samplesOf } from './recordingSamples.ts';

/** The length of a recording after the incident (design: stack, telemetry). */
export const recordForMs = 10 * 60_000;
/** The most that a crash can lose of a recording under way. */
const flushPeriodMs = 15_000;
/**
 * The most faults and scooters that are recorded at once: a flood of them must not fill the store, nor the transaction in
 * which all recordings are carried on. Calls for help do not count and are always recorded.
 */
export const mostExceptionsAtOnce = 50;

export interface RecorderParts {
  readonly store: EventStore;
  readonly clock: Clock;
  readonly fleet: FleetReader;
  readonly onTrouble: OnTrouble;
}

export interface Recorder extends IncidentRecorder {
  /** The server's calendar was moved by this amount: recordings in progress still last as long as planned. */
  calendarMoved(byMs: number): void;
  /** Writes what has been reported so far. */
  close(): Promise<void>;
}

interface OpenRecording {
  readonly id: number;
  readonly elevatorId: number;
  readonly exceptionId: number | null;
  untilMs: number;
  nextSeq: number;
  /** The time of the last sample written. */
  writtenToMs: number;
}

/** Saves a lift's ring with its incident, then continues for ten minutes in small pieces, even after a restart. */
export async function openRecorder({ store, clock, fleet, onTrouble }: RecorderParts): Promise<Recorder> {
  const open = new Map<number, OpenRecording>();
  let flushing = Promise.resolve();

  for (const { id, elevatorId, exceptionId, incidentAtMs, toMs, nextSeq } of await readOpenRecordings(store)) {
    open.set(id, { id, elevatorId, exceptionId, untilMs: incidentAtMs + recordForMs, nextSeq, writtenToMs: toMs });
  }

  async function flush(): Promise<void> {
    const nowMs = clock.nowMs();
    const pieces = [...open.values()]
      .map((recording) => ({
        recording,
        samples: fleet
          .ring(recording.elevatorId)
          .filter(({ receivedAtMs }) => receivedAtMs > recording.writtenToMs && receivedAtMs <= recording.untilMs),
        isOver: nowMs >= recording.untilMs,
      }))
      .filter(({ samples, isOver }) => samples.length > 0 || isOver);
    if (pieces.length === 0) return;
    await store.write(function* (queries) {
      for (const { recording, samples, isOver } of pieces) {
        const { id, nextSeq: seq, writtenToMs } = recording;
        yield* appendToRecording(queries, {
          id,
          seq,
          samples: samples.length > 0 ? samplesOf(samples) : undefined,
          toMs: newestMs(samples, writtenToMs),
          isOver,
        });
      }
    });
    for (const { recording, samples, isOver } of pieces) {
      if (samples.length > 0) recording.nextSeq += 1;
      recording.writtenToMs = newestMs(samples, recording.writtenToMs);
      if (isOver) open.delete(recording.id);
    }
  }

  const flushInTurn = () => {
    flushing = flushing.then(flush).catch((error: unknown) => onTrouble('电梯录制数据未能保存，将重试', error));
    return flushing;
  };
  const stop = every(clock, flushPeriodMs, flushInTurn);

  /** Exceptions whose recording is about to begin. */
  const beginning = new Set<number>();
  const exceptionNum = (): number => {
    let count = beginning.size;
    for (const { exceptionId } of open.values()) if (exceptionId !== null) count += 1;
    return count;
  };

  const recorder: Recorder = {
    async begin({ elevatorId, alarmId, rescueOrderId, exceptionId = null, atMs }) {
      const id = await store.nextId('recording');
      const ring = fleet.ring(elevatorId);
      const writtenToMs = newestMs(ring, atMs);
      return {
        *effects(queries) {
          const recording = {
            id,
            elevator_id: elevatorId,
            alarm_id: alarmId,
            rescue_order_id: rescueOrderId,
            exception_id: exceptionId,
            incident_at_ms: atMs,
            from_ms: Math.min(atMs, ring[0]?.receivedAtMs ?? atMs),
            to_ms: writtenToMs,
            is_open: 1,
          } as const;
          yield* insertRecording(queries, recording, samplesOf(ring));
        },
        kept: () =>
          void open.set(id, {
            id,
            elevatorId,
            exceptionId,
            untilMs: atMs + recordForMs,
            nextSeq: 1,
            writtenToMs: newestMs(ring, 0),
          }),
      };
    },

    async recordException({ elevatorId, exceptionId, atMs }) {
      if (beginning.has(exceptionId) || exceptionNum() >= mostExceptionsAtOnce) return false;
      beginning.add(exceptionId);
      try {
        const { effects, kept } = await recorder.begin({
          elevatorId,
          alarmId: null,
          rescueOrderId: null,
          exceptionId,
          atMs,
        });
        await store.write(effects);
        kept();
        return true;
      } catch (error) {
        // Recorded before.
        if (error instanceof UniqueConflictError) return false;
        throw error;
      } finally {
        beginning.delete(exceptionId);
      }
    },

    link: (alarmId, rescueOrderId) => (queries) => linkRecordings(queries, alarmId, rescueOrderId),

    calendarMoved(byMs) {
      for (const recording of open.values()) {
        recording.untilMs += byMs;
        recording.writtenToMs += byMs;
      }
    },

    async close() {
      stop();
      await flushInTurn();
    },
  };
  return recorder;
}

const newestMs = (samples: readonly RingSample[], least: number): number =>
  samples.reduce((newest, { receivedAtMs }) => Math.max(newest, receivedAtMs), least);
