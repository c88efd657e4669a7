import type { CarSamples } from '../../../src/contract/entities/elevator.ts';
import { run, type EventStore, type Queries, type TransactionSteps } from '../../store/eventStore.ts';
import type { RecordingTable } from '../../store/rowTables.ts';
import { runPrepared } from '../../store/runPrepared.ts';

/** A recording under way, as its rows say. */
export interface KeptRecording {
  readonly id: number;
  readonly elevatorId: number;
  readonly exceptionId: number | null;
  readonly incidentAtMs: number;
  /** The time of the last sample written. */
  readonly toMs: number;
  readonly nextSeq: number;
}

/** The samples that a recording gets at once. */
export interface RecordingPiece {
  readonly id: number;
  readonly seq: number;
  /** Undefined when nothing was reported since the last piece. */
  readonly samples: CarSamples | undefined;
  readonly toMs: number;
  readonly isOver: boolean;
}

export async function readOpenRecordings({ rows }: EventStore): Promise<readonly KeptRecording[]> {
  const open = await rows
    .selectFrom('recordings')
    .select(['id', 'elevator_id', 'exception_id', 'incident_at_ms', 'to_ms'])
    .where('is_open', '=', 1)
    .execute();
  return Promise.all(
    open.map(async (row) => {
      const last = await rows
        .selectFrom('recording_chunks')
        .select((chunk) => chunk.fn.max('seq').as('seq'))
        .where('recording_id', '=', row.id)
        .executeTakeFirst();
      return {
        id: row.id,
        elevatorId: row.elevator_id,
        exceptionId: row.exception_id,
        incidentAtMs: row.incident_at_ms,
        toMs: row.to_ms,
        nextSeq: (last?.seq ?? -1) + 1,
      };
    }),
  );
}

/** Begins a recording with the samples from before the incident. */
export function* insertRecording(queries: Queries, recording: RecordingTable, samples: CarSamples): TransactionSteps {
  yield* runPrepared(queries, 'recordings.insert', Object.values(recording), () =>
    queries.insertInto('recordings').values(recording),
  );
  const chunk = { recording_id: recording.id, seq: 0, samples: JSON.stringify(samples) };
  yield* runPrepared(queries, 'recording_chunks.insert', Object.values(chunk), () =>
    queries.insertInto('recording_chunks').values(chunk),
  );
}

export function* appendToRecording(
  queries: Queries,
  { id, seq, samples, toMs, isOver }: RecordingPiece,
): TransactionSteps {
  if (samples !== undefined)
    yield* run(
      queries.insertInto('recording_chunks').values({ recording_id: id, seq, samples: JSON.stringify(samples) }),
    );
  yield* run(
    queries
      .updateTable('recordings')
      .set({ to_ms: toMs, is_open: isOver ? 0 : 1 })
      .where('id', '=', id),
  );
}

/** The recordings of an alarm belong to the order that it opened or joined. */
export function* linkRecordings(queries: Queries, alarmId: number, rescueOrderId: number): TransactionSteps {
  yield* runPrepared(queries, 'recordings.link', [rescueOrderId, alarmId], () =>
    queries
      .updateTable('recordings')
      .set({ rescue_order_id: rescueOrderId })
      .where('alarm_id', '=', alarmId)
      .where('rescue_order_id', 'is', null),
  );
}
