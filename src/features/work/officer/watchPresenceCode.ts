import {
  asyncScheduler,
  catchError,
  combineLatest,
  defer,
  distinctUntilChanged,
  EMPTY,
  from,
  map,
  of,
  repeat,
  scan,
  startWith,
  tap,
  timer,
  type Observable,
  type ObservableInput,
  type SchedulerLike,
} from 'rxjs';
import type { OutputOf } from '../../../contract/endpoint.ts';
import type { presenceCode } from '../../../contract/endpoints/cabin.ts';
import { toFailure, type LoadFailure } from '../../../streams/loading/loadState.ts';

export type CodeView =
  | { readonly kind: 'loading' }
  | {
      readonly kind: 'shown';
      readonly code: string;
      /** 0 while the next one is awaited. */
      readonly nextInSeconds: number;
      /** The time for which it may still be entered, even if no newer one comes. */
      readonly validForSeconds: number;
      /** The reason why no newer one came; null while they come. */
      readonly problem: string | null;
    }
  | LoadFailure;

export interface CodeSources {
  readonly load: () => ObservableInput<OutputOf<typeof presenceCode>>;
  /** The telephone's clock, epoch ms. */
  readonly nowMs: () => number;
}

/** A code with its times by the telephone's clock. */
interface KeptCode {
  readonly code: string;
  readonly nextAtMs: number;
  readonly validUntilMs: number;
}
interface Kept {
  readonly code: KeptCode | null;
  readonly failure: LoadFailure | null;
}
const nothing: Kept = { code: null, failure: null };

const shortestWaitMs = 500;
const retryOfflineMs = 2_000;
/** The server has answered, and will hardly answer otherwise at once. */
const retryRefusedMs = 10_000;
const drawnEveryMs = 250;

const isUnreached = ({ failure }: LoadFailure): boolean => failure === 'offline' || failure === 'failed';

/** The middle of the request is when the server looked at its clock. */
function keptOf(answer: OutputOf<typeof presenceCode>, sentAtMs: number, receivedAtMs: number): KeptCode {
  const aheadMs = (sentAtMs + receivedAtMs) / 2 - Date.parse(answer.now);
  return {
    code: answer.code,
    nextAtMs: Date.parse(answer.next_at) + aheadMs,
    validUntilMs: Date.parse(answer.valid_until) + aheadMs,
  };
}

const secondsUntil = (atMs: number, nowMs: number): number => Math.max(0, Math.ceil((atMs - nowMs) / 1_000));

function viewOf({ code, failure }: Kept, nowMs: number): CodeView {
  if (code !== null && nowMs < code.validUntilMs)
    return {
      kind: 'shown',
      code: code.code,
      nextInSeconds: secondsUntil(code.nextAtMs, nowMs),
      validForSeconds: secondsUntil(code.validUntilMs, nowMs),
      problem: failure?.message ?? null,
    };
  return failure ?? { kind: 'loading' };
}

const isSameView = (a: CodeView, b: CodeView): boolean => JSON.stringify(a) === JSON.stringify(b);

/**
 * The code of a lift, second by second: the next one is asked for when the last is over. Without a network the last one is shown for as long
 * as it may be entered; the server's refusal takes it away at once.
 */
export function watchPresenceCode(
  { load, nowMs }: CodeSources,
  { scheduler = asyncScheduler }: { readonly scheduler?: SchedulerLike } = {},
): Observable<CodeView> {
  return defer(() => {
    /** Null where asking again helps nobody: the session has ended. */
    let waitMs: number | null = 0;
    const asked$ = defer(() => {
      const sentAtMs = nowMs();
      return from(load()).pipe(map((answer) => keptOf(answer, sentAtMs, nowMs())));
    });
    type Change = (before: Kept) => Kept;
    const answers$ = asked$.pipe(
      tap(({ nextAtMs }) => {
        waitMs = Math.max(shortestWaitMs, nextAtMs - nowMs());
      }),
      map((code): Change => () => ({ code, failure: null })),
      catchError((error: unknown) => {
        const failure = toFailure(error);
        const isPassing = isUnreached(failure);
        waitMs = failure.failure === 'expired' ? null : isPassing ? retryOfflineMs : retryRefusedMs;
        return of<Change>((before) => ({ code: isPassing ? before.code : null, failure }));
      }),
      repeat({ delay: () => (waitMs === null ? EMPTY : timer(waitMs, scheduler)) }),
    );
    const kept$ = answers$.pipe(
      scan((kept: Kept, change: Change) => change(kept), nothing),
      startWith(nothing),
    );
    return combineLatest([kept$, timer(0, drawnEveryMs, scheduler)]).pipe(
      map(([kept]) => viewOf(kept, nowMs())),
      distinctUntilChanged(isSameView),
    );
  });
}
