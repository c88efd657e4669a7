import { defer, filter, from, map, tap, withLatestFrom, type Observable, type ObservableInput } from 'rxjs';
import type { RescueOrderRow } from '../../contract/entities/rescueOrder.ts';
import type { PushEvent } from '../../contract/push.ts';
import type { LoadState } from '../loading/loadState.ts';
import { rescuePushOf, type RescuePush } from './rescuePush.ts';
import { watchLatest, type LatestTiming } from '../loading/watchLatest.ts';

/** Open orders with an offer to a colleague that nobody has answered yet. */
export interface HandOvers {
  /** This user is asked. */
  readonly toMe: readonly RescueOrderRow[];
  /** This user has them, and a colleague is asked. */
  readonly ofMine: readonly RescueOrderRow[];
}

export interface HandOverSources {
  readonly userId: number;
  /** All open orders of the user's scope. */
  readonly load: () => ObservableInput<readonly RescueOrderRow[]>;
  readonly events$: Observable<PushEvent>;
  readonly snapshotNeeded$: Observable<void>;
}

const isOffered = ({ hand_over: offer }: RescueOrderRow): boolean => offer !== null && offer.answer_by !== null;

function offeredTo({ fact }: RescuePush): unknown {
  if (fact?.type !== 'rescue.handOverOffered' || typeof fact.data !== 'object' || fact.data === null) return undefined;
  return 'toUserId' in fact.data ? fact.data.toUserId : undefined;
}

/** The offers that concern this user: loaded once, and again when one is made to or by him, or when anything happens to such an order. */
export function watchHandOvers(
  { userId, load, events$, snapshotNeeded$ }: HandOverSources,
  timing: LatestTiming = {},
): Observable<LoadState<HandOvers>> {
  return defer(() => {
    let known: ReadonlySet<number> = new Set();
    const concerns = (event: PushEvent): boolean => {
      const push = rescuePushOf(event);
      if (push === undefined) return false;
      const offered = offeredTo(push);
      return known.has(push.orderId) || offered === userId || (offered !== undefined && push.fact?.actor.id === userId);
    };
    const loadOffers = (): Observable<HandOvers> =>
      from(load()).pipe(
        map((rows) => {
          const offered = rows.filter(isOffered);
          return {
            toMe: offered.filter((row) => row.hand_over?.to.id === userId),
            ofMine: offered.filter((row) => row.accepted_by?.id === userId),
          };
        }),
        tap(({ toMe, ofMine }) => {
          known = new Set([...toMe, ...ofMine].map(({ id }) => id));
        }),
      );
    return watchLatest(
      { load: loadOffers, events$, concerns, reload$: snapshotNeeded$ },
      { atMostEveryMs: 0, ...timing },
    );
  });
}

/** The end of an offer of this user. */
export interface HandOverResult {
  readonly row: RescueOrderRow;
  readonly outcome: 'accepted' | 'declined' | 'expired';
}

const outcomes: Readonly<Record<string, HandOverResult['outcome']>> = {
  'rescue.handOverAccepted': 'accepted',
  'rescue.handOverDeclined': 'declined',
  'rescue.handOverExpired': 'expired',
};

/** The answers to this user's offers, as they arrive. */
export function handOverResults(
  events$: Observable<PushEvent>,
  handOvers$: Observable<LoadState<HandOvers>>,
): Observable<HandOverResult> {
  return events$.pipe(
    map(rescuePushOf),
    filter((push) => push !== undefined),
    withLatestFrom(handOvers$),
    map(([{ orderId, fact }, offers]): HandOverResult | undefined => {
      const outcome = outcomes[fact?.type ?? ''];
      const row = offers.kind === 'ready' ? offers.value.ofMine.find(({ id }) => id === orderId) : undefined;
      return outcome === undefined || row === undefined ? undefined : { row, outcome };
    }),
    filter((result) => result !== undefined),
  );
}
