import { catchError, exhaustMap, filter, from, map, of, shareReplay, take, tap, timer, type Observable } from 'rxjs';
import type { Call } from '../../contract/call.ts';
import { bindingList } from '../../contract/endpoints/notification.ts';

/** Scans are not pushed, so this polls. */
const askEveryMs = 3_000;
const mostRows = 200;

/** Emits true once the person has a binding that did not exist at the first poll. */
export function watchBinding({
  call,
  person,
  onBound,
}: {
  readonly call: Call;
  readonly person: { readonly value: number; readonly label: string };
  readonly onBound: () => void;
}): Observable<boolean> {
  let before: string | null = null;
  return timer(0, askEveryMs).pipe(
    exhaustMap(() =>
      from(call(bindingList, { keyword: person.label, page_size: mostRows }, { quiet: true })).pipe(
        map(({ list }) =>
          list
            .filter(({ person_id: id }) => id === person.value)
            .map(({ id, bound_at: boundAt }) => `${id} ${boundAt}`)
            .join(),
        ),
        // The next poll asks again.
        catchError(() => of(null)),
      ),
    ),
    filter((now) => now !== null),
    filter((now) => {
      before ??= now;
      return now !== before && now !== '';
    }),
    take(1),
    tap(onBound),
    map(() => true),
    shareReplay({ bufferSize: 1, refCount: true }),
  );
}
