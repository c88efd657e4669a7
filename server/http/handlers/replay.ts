import type { CityMap } from '../../../src/contract/endpoints/replay.ts';
import type { Principal } from '../../access/principal.ts';
import type { Directory } from '../../domain/city/directory.ts';
import {
  alarmScope,
  requireElevatorInScope,
  requireRecordInScope,
  rescueScope,
} from '../../domain/city/recordScope.ts';
import { createCityMaps } from '../../queries/cityMap.ts';
import { findRecording, listRecordings } from '../../queries/recordings.ts';
import { readReplayCity, readReplayRange } from '../../queries/replay.ts';
import type { OnTrouble } from '../../runtime/troubleLog.ts';
import type { EventStore } from '../../store/eventStore.ts';
import { readsOf } from '../../store/readsOf.ts';
import type { Handlers } from '../handlers.ts';
import { prepareOnce } from '../preparedJson.ts';

type ReplayHandlers = Pick<Handlers, 'cityMap' | 'replayRange' | 'replayCity' | 'recordingOf' | 'recordingsOfLift'>;

export interface ReplayHandlerParts {
  readonly store: EventStore;
  readonly directory: Directory;
  readonly dataDir: string;
  readonly onTrouble: OnTrouble;
}

export function replayHandlers(parts: ReplayHandlerParts): ReplayHandlers {
  const { store, directory } = parts;
  const cityMaps = createCityMaps(parts);
  const prepareMap = prepareOnce<CityMap>();
  /** In the caller's turn, so that nobody waits for another user's replay. */
  const readsFor = (by: Principal) => ({ directory, store: { reads: readsOf(store, by) } });
  return {
    cityMap: async (_input, { principal }) => prepareMap(await cityMaps.mapFor(principal)),
    replayRange: (_input, { principal }) => readReplayRange(readsFor(principal).store),
    replayCity: (input, { principal }) =>
      readReplayCity(parts, principal, Date.parse(input.from), Date.parse(input.to)),

    async recordingOf({ rescue_order_id: rescueOrderId, alarm_id: alarmId }, { principal }) {
      if (rescueOrderId !== undefined) {
        await requireRecordInScope(parts, principal, rescueScope.table, rescueOrderId);
        return (await findRecording(readsFor(principal), { rescueOrderId })) ?? null;
      }
      if (alarmId === undefined) return null;
      await requireRecordInScope(parts, principal, alarmScope.table, alarmId);
      return (await findRecording(readsFor(principal), { alarmId })) ?? null;
    },

    async recordingsOfLift(input, { principal }) {
      const { id } = requireElevatorInScope(directory, principal, input.elevator_id);
      return listRecordings(readsFor(principal), id);
    },
  };
}
