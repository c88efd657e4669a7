import { Directory } from '../../server/domain/city/directory.ts';
import { LiftCensus } from '../../server/queries/liftCensus.ts';
import type { StatsParts } from '../../server/queries/stats.ts';
import { systemClock } from '../../server/runtime/clock.ts';
import type { EventStore } from '../../server/store/eventStore.ts';
import { FleetState } from '../../server/telemetry/fleetState.ts';
import { followFleet } from '../../server/telemetry/followFleet.ts';

export interface OpenCensus extends StatsParts {
  /** Ends the following; the store stays open. */
  close(): Promise<void>;
}

/** Follows the lifts of a store in memory, as a server does. `directory`: of a domain that is open already, whose changes are followed. */
export async function openCensus(
  store: EventStore,
  { directory }: { readonly directory?: Directory | undefined } = {},
): Promise<OpenCensus> {
  const known = directory ?? (await Directory.load(store));
  const fleet = new FleetState();
  const following = await followFleet(store, fleet, {
    clock: systemClock,
    onError: (error) => {
      throw error;
    },
  });
  const census = new LiftCensus({ store, directory: known, fleet });
  return { store, directory: known, census, close: () => following.close() };
}
