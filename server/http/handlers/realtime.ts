import type { OutputOf } from '../../../src/contract/endpoint.ts';
import type { elevatorRealtime } from '../../../src/contract/endpoints/realtime.ts';
import type { Directory } from '../../domain/directory.ts';
import { createRealtime } from '../../queries/realtime.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { FleetState } from '../../telemetry/fleetState.ts';
import type { Handlers } from '../handlers.ts';
import { prepareOnce } from '../preparedJson.ts';

export interface RealtimeHandlerParts {
  readonly clock: Clock;
  readonly directory: Directory;
  readonly latest: FleetState;
}

export function realtimeHandlers({
  clock,
  directory,
  latest,
}: RealtimeHandlerParts): Pick<Handlers, 'elevatorRealtime'> {
  const realtime = createRealtime({ fleet: latest, directory, clock });
  const prepare = prepareOnce<OutputOf<typeof elevatorRealtime>>();
  return {
    elevatorRealtime: (input, { principal }) => Promise.resolve(prepare(realtime.read(principal, input))),
  };
}
