import type { Directory } from '../../domain/directory.ts';
import { requireElevatorInScope, requireRecordInScope } from '../../domain/recordScope.ts';
import { findRecording, listRecordings } from '../../queries/recordings.ts';
import { readReplayCity, readReplayRange } from '../../queries/replay.ts';
import type { EventStore } from '../../store/eventStore.ts';
import type { Handlers } from '../handlers.ts';

type ReplayHandlers = Pick<Handlers, 'replayRange' | 'replayCity' | 'recordingOf' | 'recordingsOfLift'>;

export interface ReplayHandlerParts {
  readonly store: EventStore;
  readonly directory: Directory;
}

export function replayHandlers(parts: ReplayHandlerParts): ReplayHandlers {
  const { store, directory } = parts;
  return {
    replayRange: () => readReplayRange(store),
    replayCity: (input, { principal }) => readReplayCity(parts, principal, Date.parse(input.from), Date.parse(input.to)),

    async recordingOf({ rescue_order_id: rescueOrderId, alarm_id: alarmId }, { principal }) {
      if (rescueOrderId !== undefined) {
        await requireRecordInScope(parts, principal, 'rescue_orders', rescueOrderId);
        return (await findRecording(parts, { rescueOrderId })) ?? null;
      }
      if (alarmId === undefined) return null;
      await requireRecordInScope(parts, principal, 'alarms', alarmId);
      return (await findRecording(parts, { alarmId })) ?? null;
    },

    async recordingsOfLift(input, { principal }) {
      const { id } = requireElevatorInScope(directory, principal, input.elevator_id);
      return listRecordings(parts, id);
    },
  };
}
