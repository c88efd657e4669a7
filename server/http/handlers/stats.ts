import type { Directory } from '../../domain/directory.ts';
import { BaseDataFigures } from '../../queries/baseDataFigures.ts';
import { countOpenByArea } from '../../queries/openByArea.ts';
import { countByAge, countByAreaInDetail, countByBrand, countLiveByArea, readEventStats } from '../../queries/stats.ts';
import { countWorks } from '../../queries/works.ts';
import type { Settings } from '../../domain/domain.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { EventStore } from '../../store/eventStore.ts';
import type { FleetState } from '../../telemetry/fleetState.ts';
import type { Handlers } from '../handlers.ts';

type StatsHandlers = Pick<
  Handlers,
  'statsWorks' | 'statsElevator' | 'statsElevatorBrand' | 'statsAreaCommunityElevator' | 'statsElevatorEvent'
>;

export interface StatsHandlerParts {
  readonly store: EventStore;
  readonly clock: Clock;
  readonly settings: Settings;
  readonly directory: Directory;
  readonly latest: FleetState;
}

export function statsHandlers({ store, clock, settings, directory, latest }: StatsHandlerParts): StatsHandlers {
  const figures = new BaseDataFigures({ directory, clock });

  return {
    statsWorks: (_input, { principal }) => countWorks(store, principal),
    statsElevator: (input, { principal }) => {
      const count = () => countByAge(store, principal, clock.nowMs(), input);
      // In detail it also says who is online just now.
      return input.detail === true ? count() : figures.read('byAge', principal, input, count);
    },
    statsElevatorBrand: (input, { principal }) => {
      const count = () => countByBrand(store, principal, clock.nowMs(), input);
      return input.detail === true ? count() : figures.read('byBrand', principal, input, count);
    },
    async statsAreaCommunityElevator(input, { principal }) {
      if (input.detail === true) return countByAreaInDetail(store, principal, clock.nowMs());
      const tree = countLiveByArea({ directory, fleet: latest }, principal);
      const openIn = await countOpenByArea(store, principal);
      return { ...tree, areas: tree.areas.map((area) => ({ ...area, ...openIn(area.id) })) };
    },
    statsElevatorEvent: (_input, { principal }) => readEventStats(store, principal, clock.nowMs(), settings.current()),
  };
}
