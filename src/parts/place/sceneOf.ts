import { combineLatest, filter, map, take, type Observable } from 'rxjs';
import type { Call } from '../../contract/call.ts';
import type { OutputOf } from '../../contract/endpoint.ts';
import { cityMap } from '../../contract/endpoints/replay.ts';
import type { statsAreaCommunityElevator } from '../../contract/endpoints/stats.ts';
import { toCityScene, type CityScene } from '../../streams/fleet/cityScene.ts';
import type { LoadState } from '../../streams/loading/loadState.ts';
import { loadWithRetry } from '../../streams/loading/loadWithRetry.ts';

/** The city that a place is chosen on, once it has been read. */
export const sceneOf = (call: Call): Observable<CityScene> =>
  loadWithRetry(() => call(cityMap, {}, { quiet: true })).pipe(
    map((state) => (state.kind === 'ready' ? toCityScene(state.value) : undefined)),
    filter((scene) => scene !== undefined),
  );

export interface NamedCity {
  readonly name: string;
  readonly scene: CityScene;
}

/** The city with the names of its communities, once both have been read. */
export const namedCityOf = (
  call: Call,
  tree$: Observable<LoadState<OutputOf<typeof statsAreaCommunityElevator>>>,
): Observable<NamedCity> =>
  combineLatest([loadWithRetry(() => call(cityMap, {}, { quiet: true })), tree$]).pipe(
    map(([city, tree]) =>
      city.kind === 'ready' && tree.kind === 'ready'
        ? {
            name: city.value.name,
            scene: toCityScene(
              city.value,
              tree.value.areas.flatMap(({ communities }) => communities),
            ),
          }
        : undefined,
    ),
    filter((city) => city !== undefined),
    take(1),
  );
