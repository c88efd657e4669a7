import {
  asyncScheduler,
  combineLatest,
  concat,
  distinctUntilChanged,
  map,
  of,
  scan,
  startWith,
  switchMap,
  timer,
  type Observable,
  type SchedulerLike,
} from 'rxjs';

/** A line of a live list as it is shown. */
export interface HeldLine<Entry> {
  readonly entry: Entry;
  /** It has left the list, and its place is kept until the pointer is gone. */
  readonly isGone: boolean;
}

export interface HeldLines<Entry> {
  readonly lines: readonly HeldLine<Entry>[];
  /** Lines that have come since and are not shown yet. */
  readonly waitingNum: number;
}

export const noLines = { lines: [], waitingNum: 0 } as const;

const fresh = <Entry>(entries: readonly Entry[]): HeldLines<Entry> => ({
  lines: entries.map((entry) => ({ entry, isGone: false })),
  waitingNum: 0,
});

/** Every line keeps its place: known lines are updated, lines that have left stay and are marked, new ones wait. */
export function keepPlaces<Entry extends { readonly key: string }>(
  { lines }: HeldLines<Entry>,
  entries: readonly Entry[],
): HeldLines<Entry> {
  const latest = new Map(entries.map((entry) => [entry.key, entry]));
  const shown = new Set(lines.map(({ entry }) => entry.key));
  return {
    lines: lines.map(({ entry }) => {
      const now = latest.get(entry.key);
      return { entry: now ?? entry, isGone: now === undefined };
    }),
    waitingNum: entries.filter(({ key }) => !shown.has(key)).length,
  };
}

/** A movement of the pointer over the list. */
export type Pointing = 'moved' | 'left';

/** Emits whether someone is about to click: from a movement of the pointer over the list until it leaves or has rested. */
export function isPointing(
  pointing$: Observable<Pointing>,
  { restMs = 4_000, scheduler = asyncScheduler }: { readonly restMs?: number; readonly scheduler?: SchedulerLike } = {},
): Observable<boolean> {
  return pointing$.pipe(
    switchMap((pointing) =>
      pointing === 'left' ? of(false) : concat(of(true), timer(restMs, scheduler).pipe(map(() => false))),
    ),
    startWith(false),
    distinctUntilChanged(),
  );
}

/** The lines of a live list; while `held$` nothing moves under the pointer. */
export function holdLines<Entry extends { readonly key: string }>(
  entries$: Observable<readonly Entry[]>,
  held$: Observable<boolean>,
): Observable<HeldLines<Entry>> {
  return combineLatest([entries$, held$]).pipe(
    scan(
      (before: HeldLines<Entry>, [entries, isHeld]) =>
        isHeld && before.lines.length > 0 ? keepPlaces(before, entries) : fresh(entries),
      noLines,
    ),
  );
}
