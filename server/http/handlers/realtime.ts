import type { OutputOf } from '../../../src/contract/endpoint.ts';
import type { elevatorRealtime } from '../../../src/contract/endpoints/realtime.ts';
import { refusalCodes } from '../../../src/contract/envelope.ts';
import { Buckets } from '../../access/buckets.ts';
import type { Principal } from '../../access/principal.ts';
import type { Directory } from '../../domain/city/directory.ts';
import { createRealtime } from '../../queries/realtime.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { FleetReader } from '../../ports/fleetReader.ts';
import { HttpFailure } from '../failure.ts';
import type { Handlers } from '../handlers.ts';
import { prepareOnce } from '../preparedJson.ts';

/**
 * The limit of one account's reads of the whole city. A page takes one when it opens and one for each change of base data, and callers with
 * the same question share it; with a question of its own each time, one account would keep the thread that rings busy.
 */
const walks = { burst: 60, perHour: 36_000 } as const;

export interface RealtimeHandlerParts {
  readonly clock: Clock;
  readonly directory: Directory;
  readonly latest: FleetReader;
}

export function realtimeHandlers({
  clock,
  directory,
  latest,
}: RealtimeHandlerParts): Pick<Handlers, 'elevatorRealtime'> {
  const budget = new Buckets(walks, clock);
  const admitWalk = ({ userId }: Principal) => {
    if (!budget.tryTake(String(userId)))
      throw new HttpFailure(429, '刷新过于频繁，请稍等一秒再试', refusalCodes.throttled, [], { 'retry-after': '1' });
  };
  const realtime = createRealtime({ fleet: latest, directory, clock, admitWalk });
  const prepare = prepareOnce<OutputOf<typeof elevatorRealtime>>();
  return {
    elevatorRealtime: async (input, { principal }) => prepare(realtime.read(principal, input)),
  };
}
