import {
  catchError,
  concatMap,
  defer,
  filter,
  finalize,
  firstValueFrom,
  map,
  of,
  scan,
  shareReplay,
  startWith,
  Subject,
  switchMap,
  takeWhile,
  timer,
  type Observable,
} from 'rxjs';
import { ruleBodySchema, type RuleBody } from '../../contract/rules/alarmRule.ts';
import type { RuleTestResult } from '../../contract/rules/alarmRuleRow.ts';
import { toFailure } from '../../streams/loading/loadState.ts';
import type { RuleSources, TestAsk } from './ruleSources.ts';

export type TestDays = 7 | 30 | 90;
/** A finished test, and the content it tested. */
export interface DoneTest {
  readonly kind: 'done';
  readonly days: TestDays;
  readonly body: RuleBody;
  /** The saved version that was tested; null for unsaved content. */
  readonly version: number | null;
  readonly result: RuleTestResult;
}
export type TestRun =
  | { readonly kind: 'idle' }
  /** `progress`: 0 to 1. */
  | { readonly kind: 'running'; readonly days: TestDays; readonly progress: number }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed'; readonly message: string }
  | DoneTest;
export interface TestView {
  readonly run: TestRun;
  /** The last result. */
  readonly shown: DoneTest | null;
  /** The result before it, for the same days and different content: 41 → 6. */
  readonly former: DoneTest | null;
}
export const noTest: TestView = { run: { kind: 'idle' }, shown: null, former: null };

/** The subject of a test: a saved version, or the editor's content, compared with the rule's active version. */
export interface AskedTest {
  readonly days: TestDays;
  readonly body: RuleBody;
  readonly ruleId: number | null;
  readonly version: number | null;
}
export interface TestRunner {
  readonly view$: Observable<TestView>;
  /** Cancels a running test and resolves when the new one has ended. Something must watch the view. */
  readonly start: (asked: AskedTest) => Promise<TestRun>;
  readonly cancel: () => void;
}

const everyMs = 400;
/** The content as JSON, with its members in the schema's order. */
const writtenOut = (body: RuleBody): string => JSON.stringify(ruleBodySchema.safeParse(body).data ?? body);
export const isSameBody = (a: RuleBody, b: RuleBody): boolean => writtenOut(a) === writtenOut(b);

function askOf({ ruleId, version, body, days }: AskedTest): TestAsk {
  if (ruleId !== null && version !== null) return { id: ruleId, version, days };
  return { body, days, ...(ruleId === null ? {} : { id: ruleId }) };
}

/** The view after a result: the older one stays beside it if the two can be compared. */
function withRun(before: TestView, run: TestRun): TestView {
  if (run.kind !== 'done') return { ...before, run };
  const { shown } = before;
  if (shown === null || shown.days !== run.days) return { run, shown: run, former: null };
  return { run, shown: run, former: isSameBody(shown.body, run.body) ? before.former : shown };
}

/** Runs the tests of one editor, one at a time. The server stops a test that no one is waiting for. */
export function createTestRunner(sources: Pick<RuleSources, 'startTest' | 'readTest' | 'cancelTest'>): TestRunner {
  const asked$ = new Subject<AskedTest | null>();
  const poll = (testId: number, { days, body, version }: AskedTest): Observable<TestRun> => {
    let hasEnded = false;
    return timer(0, everyMs).pipe(
      concatMap(() => sources.readTest(testId)),
      map(({ state, progress, message, result }): TestRun => {
        hasEnded = state !== 'waiting' && state !== 'running';
        if (state === 'done' && result !== null) return { kind: 'done', days, body, version, result };
        if (state === 'cancelled') return { kind: 'cancelled' };
        return hasEnded ? { kind: 'failed', message } : { kind: 'running', days, progress };
      }),
      takeWhile(({ kind }) => kind === 'running', true),
      finalize(() => {
        if (!hasEnded) void sources.cancelTest(testId).catch(() => undefined);
      }),
    );
  };
  const runOf = (asked: AskedTest): Observable<TestRun> =>
    defer(() => sources.startTest(askOf(asked))).pipe(
      switchMap((testId) => poll(testId, asked)),
      catchError((error: unknown) => of<TestRun>({ kind: 'failed', message: toFailure(error).message })),
      startWith<TestRun>({ kind: 'running', days: asked.days, progress: 0 }),
    );
  const view$ = asked$.pipe(
    switchMap((asked) => (asked === null ? of<TestRun>({ kind: 'cancelled' }) : runOf(asked))),
    scan(withRun, noTest),
    startWith(noTest),
    shareReplay({ bufferSize: 1, refCount: true }),
  );
  return {
    view$,
    start(asked) {
      asked$.next(asked);
      return firstValueFrom(
        view$.pipe(
          map(({ run }) => run),
          filter(({ kind }) => kind !== 'running'),
        ),
      );
    },
    cancel: () => asked$.next(null),
  };
}
