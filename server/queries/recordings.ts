import type { OutputOf } from '../../src/contract/endpoint.ts';
import type { Recording, recordingsOfLift } from '../../src/contract/endpoints/replay.ts';
import type { Directory } from '../domain/city/directory.ts';
import type { EventStore } from '../store/eventStore.ts';
import type { RecordingTable } from '../store/rowTables.ts';
import { joinChunks } from '../telemetry/recordingSamples.ts';

const mostListed = 200;

type Parts = { readonly store: Pick<EventStore, 'reads'>; readonly directory: Directory };

function toSummary(directory: Directory, row: RecordingTable): Omit<Recording, 'samples'> {
  const lift = directory.elevator(row.elevator_id);
  return {
    id: row.id,
    elevator_id: row.elevator_id,
    tag: lift?.tag ?? '',
    floor_min: lift?.floorMin ?? 1,
    floor_max: lift?.floorMax ?? 1,
    rescue_order_id: row.rescue_order_id,
    alarm_id: row.alarm_id,
    incident_ms: row.incident_at_ms,
    from_ms: row.from_ms,
    to_ms: row.to_ms,
    is_open: row.is_open === 1,
  };
}

/** The first recording of an order, or of an alarm and what it opened, with its samples; undefined where none was made. */
export async function findRecording(
  { store: { reads }, directory }: Parts,
  of: { readonly rescueOrderId: number } | { readonly alarmId: number },
): Promise<Recording | undefined> {
  const recordings = reads.selectFrom('recordings').selectAll().orderBy('incident_at_ms').orderBy('id');
  const row = await (
    'rescueOrderId' in of
      ? recordings.where('rescue_order_id', '=', of.rescueOrderId)
      : recordings.where((row) =>
          row.or([
            row('alarm_id', '=', of.alarmId),
            row('exception_id', 'in', row.selectFrom('exceptions').select('id').where('alarm_id', '=', of.alarmId)),
          ]),
        )
  ).executeTakeFirst();
  if (row === undefined) return undefined;
  const chunks = await reads
    .selectFrom('recording_chunks')
    .select('samples')
    .where('recording_id', '=', row.id)
    .orderBy('seq')
    .execute();
  return { ...toSummary(directory, row), samples: joinChunks(chunks.map(({ samples }) => samples)) };
}

/** Newest first. */
export async function listRecordings(
  { store: { reads }, directory }: Parts,
  elevatorId: number,
): Promise<OutputOf<typeof recordingsOfLift>> {
  const rows = await reads
    .selectFrom('recordings')
    .selectAll()
    .where('elevator_id', '=', elevatorId)
    .orderBy('incident_at_ms', 'desc')
    .orderBy('id', 'desc')
    .limit(mostListed)
    .execute();
  return rows.map((row) => toSummary(directory, row));
}
