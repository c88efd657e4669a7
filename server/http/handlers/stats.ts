import type { Directory } from '../../domain/city/directory.ts';
import type { Settings } from '../../domain/domain.ts';
import { readEventStats } from '../../queries/eventStats.ts';
import { LiftCensus } from '../../queries/liftCensus.ts';
import { countOpenByArea } from '../../queries/openByArea.ts';
import { countRescueCauses } from '../../queries/rescueCauses.ts';
import { countByAge, countByArea, countByAreaInDetail, countByBrand } from '../../queries/stats.ts';
import type { OpenItems } from '../../queries/openItems.ts';
import { countWaitingWork } from '../../queries/waitingWork.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { EventStore } from '../../store/eventStore.ts';
import type { FleetReader } from '../../ports/fleetReader.ts';
import type { Handlers } from '../handlers.ts';

type StatsHandlers = Pick<
  Handlers,
  | 'statsWorks'
  | 'statsElevator'
  | 'statsElevatorBrand'
  | 'statsAreaCommunityElevator'
  | 'statsElevatorEvent'
  | 'statsRescueCauses'
>;

export interface StatsHandlerParts {
  readonly store: EventStore;
  readonly clock: Clock;
  readonly settings: Settings;
  readonly directory: Directory;
  readonly latest: FleetReader;
  /** The records of each lifecycle that wait for a person, in the order of the overview's tiles. */
  readonly openItems: readonly OpenItems[];
}

export function statsHandlers({
  store,
  clock,
  settings,
  directory,
  latest,
  openItems,
}: StatsHandlerParts): StatsHandlers {
  const parts = { store, directory, census: new LiftCensus({ store, directory, fleet: latest }) };

  return {
    statsWorks: (_input, { principal }) => countWaitingWork({ ...parts, openItems }, principal, clock.nowMs()),
    statsElevator: (input, { principal }) => countByAge(parts, principal, clock.nowMs(), input),
    statsElevatorBrand: (input, { principal }) => countByBrand(parts, principal, clock.nowMs(), input),
    async statsAreaCommunityElevator(input, { principal }) {
      if (input.detail === true) return countByAreaInDetail(parts, principal, clock.nowMs());
      const [tree, openIn] = await Promise.all([
        countByArea(parts, principal, clock.nowMs()),
        countOpenByArea(store, principal),
      ]);
      const communities = input.areas_only === true ? { communities: [] } : {};
      return { ...tree, areas: tree.areas.map((area) => ({ ...area, ...openIn(area.id), ...communities })) };
    },
    statsRescueCauses: (input, { principal }) => countRescueCauses(store, principal, input),
    statsElevatorEvent: (_input, { principal }) => readEventStats(store, principal, clock.nowMs(), settings.current()),
  };
}
