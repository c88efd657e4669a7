import { BehaviorSubject, fromEvent, tap } from 'rxjs';
import { useEffect, useMemo, useState } from 'react';
import { planReload } from '../../streams/loading/planReload.ts';
import { useObservable } from '../../ui/live/useObservable.ts';

/** The deployed version is the name of the first script in the page that the server gives out here now. */
async function readVersion(): Promise<string> {
  const answer = await fetch(window.location.pathname, { cache: 'no-store' });
  if (!answer.ok) throw new Error(`the server answered ${answer.status}`);
  return /src="([^"]+\.js)"/.exec(await answer.text())?.[1] ?? 'unknown';
}

/**
 * Reloads the wall after a deployment or a lost part of the page, while no one is calling for help. Returns the message
 * to show meanwhile.
 */
export function useSelfRepair(isQuiet: boolean): string | null {
  const [isQuiet$] = useState(() => new BehaviorSubject(isQuiet));
  useEffect(() => isQuiet$.next(isQuiet), [isQuiet$, isQuiet]);
  const reload$ = useMemo(
    () =>
      planReload({ readVersion, partFailed$: fromEvent(window, 'vite:preloadError'), isQuiet$ }).pipe(
        tap(() => window.location.reload()),
      ),
    [isQuiet$],
  );
  const hasFailed$ = useMemo(() => fromEvent(window, 'vite:preloadError'), []);
  useObservable<unknown>(reload$, null);
  return useObservable<unknown>(hasFailed$, null) === null ? null : '页面已更新，空闲时将自动刷新';
}
