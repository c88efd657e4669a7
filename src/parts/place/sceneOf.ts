import { filter, map, type Observable } from 'rxjs';
import type { Call } from '../../contract/call.ts';
import { cityMap } from '../../contract/endpoints/replay.ts';
import { toCityScene, type CityScene } from '../../streams/cityScene.ts';
import { loadWithRetry } from '../../streams/loadWithRetry.ts';

/** The city that a place is chosen on, once it has been read. */
export const sceneOf = (call: Call): Observable<CityScene> =>
  loadWithRetry(() => call(cityMap, {}, { quiet: true })).pipe(
    map((state) => (state.kind === 'ready' ? toCityScene(state.value) : undefined)),
    filter((scene) => scene !== undefined),
  );
