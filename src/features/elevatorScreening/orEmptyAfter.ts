import { connect, map, merge, takeUntil, timer, type MonoTypeOperatorFunction } from 'rxjs';
import { emptyScene, type CityScene } from '../../streams/fleet/cityScene.ts';

/** A scene without ground if none is known by then; the real one follows when it comes. */
export const orEmptyAfter = (withinMs: number): MonoTypeOperatorFunction<CityScene> =>
  connect((known$) =>
    merge(
      known$,
      timer(withinMs).pipe(
        map(() => emptyScene),
        takeUntil(known$),
      ),
    ),
  );
