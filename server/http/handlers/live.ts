import type { OutputOf } from '../../../src/contract/endpoint.ts';
import type { elevatorRealtime } from '../../../src/contract/endpoints/realtime.ts';
import type { CityMap } from '../../../src/contract/endpoints/replay.ts';
import type { Directory } from '../../domain/directory.ts';
import { BaseDataFigures } from '../../queries/baseDataFigures.ts';
import { createCityMaps } from '../../queries/cityMap.ts';
import { createRealtime } from '../../queries/realtime.ts';
import { countByAge, countByAreaInDetail, countByBrand, countLiveByArea, readEventStats } from '../../queries/stats.ts';
import type { Settings } from '../../domain/domain.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { EventStore } from '../../store/eventStore.ts';
import type { FleetState } from '../../telemetry/fleetState.ts';
import type { Handlers } from '../handlers.ts';
import { PreparedJson } from '../preparedJson.ts';

type LiveHandlers = Pick<Handlers, 'elevatorRealtime' | 'statsElevator' | 'statsElevatorBrand' | 'statsAreaCommunityElevator' | 'statsElevatorEvent' | 'cityMap'>;

export interface LiveHandlerParts {
  readonly store: EventStore;
  readonly clock: Clock;
  readonly settings: Settings;
  readonly directory: Directory;
  readonly latest: FleetState;
  readonly dataDir: string;
  readonly onTrouble: (trouble: string, error: unknown) => void;
}

export function liveHandlers({ store, clock, settings, directory, latest, dataDir, onTrouble }: LiveHandlerParts): LiveHandlers {
  const realtime = createRealtime({ fleet: latest, directory, clock });
  const figures = new BaseDataFigures({ directory, clock });
  const cityMaps = createCityMaps({ dataDir, directory, onTrouble });
  const prepareRealtime = prepareOnce<OutputOf<typeof elevatorRealtime>>();
  const prepareMap = prepareOnce<CityMap>();

  return {
    elevatorRealtime: (input, { principal }) => Promise.resolve(prepareRealtime(realtime.read(principal, input))),
    statsElevator: (input, { principal }) => {
      const count = () => countByAge(store, principal, clock.nowMs(), input);
      // In detail it also says who is online just now.
      return input.detail === true ? count() : figures.read('byAge', principal, input, count);
    },
    statsElevatorBrand: (input, { principal }) => {
      const count = () => countByBrand(store, principal, clock.nowMs(), input);
      return input.detail === true ? count() : figures.read('byBrand', principal, input, count);
    },
    statsAreaCommunityElevator: async (input, { principal }) =>
      input.detail === true ? countByAreaInDetail(store, principal, clock.nowMs()) : countLiveByArea({ directory, fleet: latest }, principal),
    statsElevatorEvent: (_input, { principal }) => readEventStats(store, principal, clock.nowMs(), settings.current()),
    cityMap: async (_input, { principal }) => prepareMap(await cityMaps.mapFor(principal)),
  };
}

/** The JSON of an answer lives as long as the answer: the same object is always sent as the same bytes. */
function prepareOnce<Data extends object>(): (data: Data) => PreparedJson<Data> {
  const prepared = new WeakMap<Data, PreparedJson<Data>>();
  return (data) => {
    const known = prepared.get(data) ?? new PreparedJson(data);
    prepared.set(data, known);
    return known;
  };
}
