import { NEVER, type Observable } from 'rxjs';
import { test } from 'vitest';
import { CallError } from '../../contract/call.ts';
import type { PushEvent } from '../../contract/push.ts';
import { withMarbles } from './marbles.testing.ts';
import { watchRecord } from './watchRecord.ts';

interface Visit {
  readonly position: number;
  readonly word: string;
}
const planned: Visit = { position: 10, word: 'planned' };
const begun: Visit = { position: 12, word: 'begun' };
const patched: Visit = { position: 10, word: 'patched' };

const push = (noticeId: number): PushEvent => ({ kind: 'notice.raised', noticeId, title: '' });
const own = push(1);
const other = push(2);
const loading = { kind: 'loading' };
const ready = (value: Visit, problem: string | null = null) => ({ kind: 'ready', value, problem });
const inTurn =
  <T>(...loads: Observable<T>[]) =>
  () =>
    loads.shift() ?? NEVER;
const quiet = {
  events$: NEVER,
  reload$: NEVER,
  concerns: (event: PushEvent) => event.kind === 'notice.raised' && event.noticeId === 1,
};

test('a record is loaded once, and again when a push concerns it', () => {
  withMarbles(({ hot, cold, expectObservable, expectSubscriptions }, scheduler) => {
    const again$ = cold('--(b|)', { b: begun });
    const record$ = watchRecord(
      { ...quiet, load: inTurn(cold('-(a|)', { a: planned }), again$), events$: hot('---x-e', { x: other, e: own }) },
      { scheduler },
    );
    expectObservable(record$, '----------!').toBe('la-----b', { l: loading, a: ready(planned), b: ready(begun) });
    expectSubscriptions(again$.subscriptions).toBe('-----^-!');
  });
});

test('pushes that come while it is loaded cost one more load, which is later than all of them', () => {
  withMarbles(({ hot, cold, expectObservable, expectSubscriptions }, scheduler) => {
    const again$ = cold('--(b|)', { b: begun });
    const record$ = watchRecord(
      { ...quiet, load: inTurn(cold('----(a|)', { a: planned }), again$), events$: hot('-eee', { e: own }) },
      { scheduler },
    );
    expectObservable(record$, '----------!').toBe('l---a-b', { l: loading, a: ready(planned), b: ready(begun) });
    expectSubscriptions(again$.subscriptions).toBe('----^-!');
  });
});

test('an answered step is shown at once, and a response that has seen less of the log does not take it back', () => {
  withMarbles(({ hot, cold, expectObservable }, scheduler) => {
    const record$ = watchRecord(
      {
        ...quiet,
        load: inTurn(cold('(a|)', { a: planned }), cold('---(a|)', { a: planned })),
        events$: hot('------e', { e: own }),
        answers$: hot('-------s', { s: begun }),
      },
      { scheduler },
    );
    expectObservable(record$, '------------!').toBe('(la)---s-s', {
      l: loading,
      a: ready(planned),
      s: ready(begun),
    });
  });
});

test('a push changes the record before it is loaded again; a failed load keeps what was shown and says so', () => {
  withMarbles(({ hot, cold, expectObservable }, scheduler) => {
    const failed = cold<Visit>('--#', {}, new CallError('offline', '网络连接失败', 0));
    const record$ = watchRecord(
      {
        ...quiet,
        load: inTurn(cold('(a|)', { a: planned }), failed),
        events$: hot('-----e', { e: own }),
        patch: () => patched,
      },
      { scheduler },
    );
    expectObservable(record$, '--------!').toBe('(la)-p-f', {
      l: loading,
      a: ready(planned),
      p: ready(patched),
      f: ready(patched, '网络连接失败'),
    });
  });
});

test('what concerns a record may depend on the record that is shown', () => {
  withMarbles(({ hot, cold, expectObservable }, scheduler) => {
    const record$ = watchRecord(
      {
        ...quiet,
        load: inTurn(cold('--(a|)', { a: planned }), cold('(b|)', { b: begun })),
        events$: hot('-e--e', { e: own }),
        concerns: (_event: PushEvent, known: Visit | undefined) => known?.word === 'planned',
      },
      { scheduler },
    );
    expectObservable(record$, '--------!').toBe('l-a-b', { l: loading, a: ready(planned), b: ready(begun) });
  });
});

test('a record that the page has left is no longer loaded or watched', () => {
  withMarbles(({ hot, cold, expectObservable, expectSubscriptions }, scheduler) => {
    const load$ = cold<Visit>('-------(a|)', { a: planned });
    const events$ = hot<PushEvent>('-----');
    const reload$ = hot<void>('-----');
    const answers$ = hot<Visit>('-----');
    expectObservable(
      watchRecord({ ...quiet, load: () => load$, events$, reload$, answers$ }, { scheduler }),
      '----!',
    ).toBe('l', { l: loading });
    for (const source of [load$, events$, reload$, answers$]) expectSubscriptions(source.subscriptions).toBe('^---!');
  });
});
