import { asyncScheduler, defer, from, map, tap, type Observable, type ObservableInput } from 'rxjs';
import type { OutputOf } from '../../contract/endpoint.ts';
import type { alarmBoard } from '../../contract/endpoints/alarmBoard.ts';
import type { PushEvent } from '../../contract/push.ts';
import { changeOf, isChangeOf } from '../../contract/streamChange.ts';
import type { LoadState } from '../loading/loadState.ts';
import { watchLatest, type LatestTiming } from '../loading/watchLatest.ts';

export type AlarmBoardData = OutputOf<typeof alarmBoard>;

/** The board, and when it was true by this machine's clock. */
export interface DatedBoard {
  readonly board: AlarmBoardData;
  readonly loadedAtMs: number;
}

export interface AlarmBoardSources {
  /** `wasFlood`: the board that is shown is in a flood, which therefore ends later than it began. */
  readonly load: (wasFlood: boolean) => ObservableInput<AlarmBoardData>;
  readonly events$: Observable<PushEvent>;
  /** Another page, another view, a step taken here, a possible gap in the pushes. */
  readonly reload$: Observable<unknown>;
}

/** Alarms themselves; a rescue takes its alarm off the list, and so does a collector that goes away. */
export const changesAlarms = (event: PushEvent): boolean =>
  event.kind === 'rescue.ringing' ||
  event.kind === 'rescue.over' ||
  changeOf(event)?.stream === 'alarm' ||
  isChangeOf(event, 'device');

/**
 * Emits the work that waits for the operator: asked for again when a push says that it changed, at most once a second however many come, and
 * each half minute, so that the rate of a flood falls without a push.
 */
export function watchAlarmBoard(
  { load, events$, reload$ }: AlarmBoardSources,
  { atLeastEveryMs = 30_000, scheduler = asyncScheduler, ...timing }: LatestTiming = {},
): Observable<LoadState<DatedBoard>> {
  return defer(() => {
    let isFlood = false;
    const loadDated = () =>
      defer(() => from(load(isFlood))).pipe(
        tap((board) => {
          isFlood = board.flood.is_flood;
        }),
        map((board): DatedBoard => ({ board, loadedAtMs: scheduler.now() })),
      );
    return watchLatest(
      { load: loadDated, events$, concerns: changesAlarms, reload$ },
      { ...timing, atLeastEveryMs, scheduler },
    );
  });
}
