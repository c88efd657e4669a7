import {
  asyncScheduler,
  distinctUntilChanged,
  map,
  merge,
  of,
  switchMap,
  type Observable,
  type ObservableInput,
  type SchedulerLike,
} from 'rxjs';
import type { OutputOf } from '../../contract/endpoint.ts';
import type { elevatorList } from '../../contract/endpoints/elevator.ts';
import { loading, type LoadState } from '../loading/loadState.ts';
import { loadWithRetry } from '../loading/loadWithRetry.ts';

export type ElevatorPage = OutputOf<typeof elevatorList>;

export interface ElevatorSearch {
  /** The keyword of the search; empty before anything was typed. */
  readonly keyword: string;
  readonly result: LoadState<ElevatorPage> | { readonly kind: 'idle' };
}

export const noSearch: ElevatorSearch = { keyword: '', result: { kind: 'idle' } };

/** Finds lifts as someone types (the box waits for a pause): the last keyword wins, a response to an earlier one is dropped. */
export function searchElevators(
  keyword$: Observable<string>,
  load: (keyword: string) => ObservableInput<ElevatorPage>,
  { scheduler = asyncScheduler }: { readonly scheduler?: SchedulerLike } = {},
): Observable<ElevatorSearch> {
  return keyword$.pipe(
    map((keyword) => keyword.trim()),
    distinctUntilChanged(),
    switchMap((keyword): Observable<ElevatorSearch> => {
      if (keyword === '') return of(noSearch);
      return merge(
        of<ElevatorSearch>({ keyword, result: loading }),
        loadWithRetry(() => load(keyword), { scheduler }).pipe(map((result) => ({ keyword, result }))),
      );
    }),
  );
}
