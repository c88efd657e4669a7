import {
  asyncScheduler,
  filter,
  merge,
  of,
  scan,
  startWith,
  type Observable,
  type ObservableInput,
  type SchedulerLike,
} from 'rxjs';
import type { ElevatorDetail } from '../contract/entities/elevator.ts';
import type { PushEvent } from '../contract/push.ts';
import { exhaustLatest } from './exhaustLatest.ts';
import { loading, refreshed, type LoadState } from './loadState.ts';
import { loadWithRetry } from './loadWithRetry.ts';

export interface ElevatorSources {
  readonly elevatorId: number;
  readonly load: () => ObservableInput<ElevatorDetail>;
  readonly events$: Observable<PushEvent>;
  readonly snapshotNeeded$: Observable<void>;
}

/** A lift with its contacts, reloaded when its device comes or goes. */
export function watchElevator(
  { elevatorId, load, events$, snapshotNeeded$ }: ElevatorSources,
  {
    retryAfterMs = 3_000,
    scheduler = asyncScheduler,
  }: { readonly retryAfterMs?: number; readonly scheduler?: SchedulerLike } = {},
): Observable<LoadState<ElevatorDetail>> {
  const changed$ = events$.pipe(filter((event) => event.kind === 'device.changed' && event.elevatorId === elevatorId));
  return merge(of(null), changed$, snapshotNeeded$).pipe(
    exhaustLatest(() => loadWithRetry(load, { retryAfterMs, scheduler })),
    scan((before: LoadState<ElevatorDetail>, result: LoadState<ElevatorDetail>) => refreshed(before, result), loading),
    startWith<LoadState<ElevatorDetail>>(loading),
  );
}
