import { BehaviorSubject, type Observable } from 'rxjs';
import * as z from 'zod';
import { rememberedForUser, type RememberingStorage } from '../../parts/drafts/keptForUser.ts';

/** A page that was opened in this session, as it was left. */
export interface VisitedPage {
  readonly path: string;
  /** `?…` with its filters, sort, page and open row; empty without. */
  readonly search: string;
  /** The distance that it was scrolled, in px. */
  readonly scrollTop: number;
}

export interface VisitedPages {
  /** In the order of the first visit. */
  readonly pages$: Observable<readonly VisitedPage[]>;
  pages(): readonly VisitedPage[];
  /** The page is open at this address now. */
  visit(path: string, search: string): void;
  /** It is left, scrolled so far. */
  leave(path: string, scrollTop: number): void;
  /** Its tab is closed. */
  close(path: string): void;
  /** All other tabs are closed. */
  keepOnly(path: string): void;
  /** The session is over. */
  clear(): void;
}

const keptSchema = z.object({
  pages: z.array(z.object({ path: z.string().startsWith('/'), search: z.string(), scrollTop: z.number().min(0) })),
});

/**
 * The pages of this tab of the browser; they outlast a reload and go with the session. `userId`: who is signed in, null
 * for no one.
 */
export function createVisitedPages(storage: RememberingStorage, userId: () => number | null): VisitedPages {
  const kept = rememberedForUser(storage, 'visitedPages', keptSchema);
  const pages$ = new BehaviorSubject<readonly VisitedPage[]>(kept.read(userId())?.pages ?? []);
  const keep = (pages: readonly VisitedPage[]): void => {
    const owner = userId();
    if (owner !== null) kept.write(owner, { pages: [...pages] });
    pages$.next(pages);
  };
  const change = (path: string, changed: Partial<VisitedPage>): void =>
    keep(pages$.value.map((page) => (page.path === path ? { ...page, ...changed } : page)));
  return {
    pages$,
    pages: () => pages$.value,
    visit(path, search) {
      const known = pages$.value.find((page) => page.path === path);
      if (known === undefined) keep([...pages$.value, { path, search, scrollTop: 0 }]);
      else if (known.search !== search) change(path, { search });
    },
    leave: (path, scrollTop) => change(path, { scrollTop }),
    close: (path) => keep(pages$.value.filter((page) => page.path !== path)),
    keepOnly: (path) => keep(pages$.value.filter((page) => page.path === path)),
    clear: () => pages$.next([]),
  };
}
