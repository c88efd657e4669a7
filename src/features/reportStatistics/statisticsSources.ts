import { interval, map, merge, type Observable } from 'rxjs';
import type { InputOf, OutputOf } from '../../contract/endpoint.ts';
import { elevatorList } from '../../contract/endpoints/elevator.ts';
import {
  statsAreaCommunityElevator,
  statsElevator,
  statsElevatorBrand,
  type AgeDetail,
} from '../../contract/endpoints/stats.ts';
import type { FeatureDeps } from '../../streams/featureDeps.ts';
import type { LoadState } from '../../streams/loading/loadState.ts';
import { watchLatest } from '../../streams/loading/watchLatest.ts';
import type { ListChange, LoadList } from '../../ui/list/listTypes.ts';
import { toBrandShares, toParkShares, type Shares } from './shares.ts';

export type StatisticsDeps = Pick<FeatureDeps, 'call' | 'live' | 'can'>;

export type LiftRow = OutputOf<typeof elevatorList>['list'][number];
export type LiftQuery = InputOf<typeof elevatorList>;
export type BrandOptions = OutputOf<typeof statsElevatorBrand>['brands'];

export interface StatisticsSources {
  readonly loadLifts: LoadList<LiftRow, LiftQuery>;
  /** All lifts by age, or those of a brand. */
  readonly ages$: (brandId: number | null) => Observable<LoadState<AgeDetail>>;
  readonly brands$: Observable<LoadState<BrandOptions>>;
  readonly loadBrands: (signal: AbortSignal) => Promise<Shares>;
  readonly loadParks: (signal: AbortSignal) => Promise<Shares>;
  /** Figures that change slowly: asked for again now and then, and after something may have been missed. */
  readonly changes$: Observable<ListChange<never>>;
}

const refreshEveryMs = 300_000;
const quiet = { quiet: true } as const;

export function createStatisticsSources({ call, live }: StatisticsDeps): StatisticsSources {
  const watch = <T>(load: () => Promise<T>): Observable<LoadState<T>> =>
    watchLatest({ load, reload$: live.snapshotNeeded$ }, { atLeastEveryMs: refreshEveryMs });
  return {
    loadLifts: (query, signal) => call(elevatorList, { ...query, show_more: true }, { quiet: true, signal }),
    ages$: (brandId) =>
      watch(async () => {
        const { detail } = await call(
          statsElevator,
          { detail: true, ...(brandId === null ? {} : { brand_id: brandId }) },
          quiet,
        );
        if (detail === undefined)
          throw new Error('the server does not tell the ages one by one: it is older than this page');
        return detail;
      }),
    brands$: watch(async () => (await call(statsElevatorBrand, {}, quiet)).brands),
    loadBrands: async (signal) =>
      toBrandShares(await call(statsElevatorBrand, { detail: true }, { quiet: true, signal })),
    loadParks: async (signal) =>
      toParkShares(await call(statsAreaCommunityElevator, { detail: true }, { quiet: true, signal })),
    changes$: merge(live.snapshotNeeded$, interval(refreshEveryMs)).pipe(map(() => ({ kind: 'refetch' as const }))),
  };
}
