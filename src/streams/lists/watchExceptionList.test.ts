import { EMPTY, NEVER } from 'rxjs';
import { test } from 'vitest';
import { exceptionRowFixture } from '../../contract/fixtures/exceptionFixtures.ts';
import type { PushEvent } from '../../contract/push.ts';
import { changeFixture } from '../../contract/fixtures/pushFixtures.ts';
import { withMarbles } from '../loading/marbles.testing.ts';
import { watchExceptionList } from './watchExceptionList.ts';

const fault: PushEvent = changeFixture('fault.accepted', { id: 1, elevatorId: 9 });
const scooter: PushEvent = changeFixture('scooter.detected', { id: 1, elevatorId: 9 });
const picture: PushEvent = changeFixture('alarm.pictured', { id: 4, elevatorId: 9 });
const rescue: PushEvent = changeFixture('rescue.accepted', { id: 2, elevatorId: 9 });
const refetch = { kind: 'refetch' };
const row = exceptionRowFixture({ type: 3, stage: 'accepted', id: 1, agoMs: 60_000 });
const quiet = { events$: EMPTY, snapshotNeeded$: NEVER, link$: NEVER, answers$: NEVER } as const;

test('a push loads the list again only where it shows that type', () => {
  withMarbles(({ hot, expectObservable }, scheduler) => {
    const events$ = hot('f s p r', { f: fault, s: scooter, p: picture, r: rescue });
    const timing = { scheduler, atMostEveryMs: 1 };
    expectObservable(watchExceptionList({ ...quiet, types: [3], events$ }, timing)).toBe('f', { f: refetch });
    expectObservable(watchExceptionList({ ...quiet, types: [2], events$ }, timing)).toBe('-sp', {
      s: refetch,
      p: refetch,
    });
    expectObservable(watchExceptionList({ ...quiet, types: [1, 4], events$ }, timing)).toBe('---r', { r: refetch });
  });
});

test('a flood of pushes loads the list once a second, and once more after the last', () => {
  withMarbles(({ hot, expectObservable }, scheduler) => {
    const events$ = hot('ffff 1s ---', { f: fault });
    expectObservable(watchExceptionList({ ...quiet, types: [3], events$ }, { scheduler })).toBe('f 999ms f', {
      f: refetch,
    });
  });
});

test('an answered row is replaced at once', () => {
  withMarbles(({ hot, expectObservable }, scheduler) => {
    const answers$ = hot('--a', { a: row });
    expectObservable(watchExceptionList({ ...quiet, events$: NEVER, types: [3], answers$ }, { scheduler })).toBe(
      '--a',
      {
        a: { kind: 'patch', row },
      },
    );
  });
});

test('a link that stays down makes the list stale until it is back; a short gap does not', () => {
  withMarbles(({ hot, expectObservable }, scheduler) => {
    const link$ = hot('l d l 5s d 5s l', {
      l: { state: 'live', sinceMs: 0 } as const,
      d: { state: 'waiting', sinceMs: 0 } as const,
    });
    expectObservable(watchExceptionList({ ...quiet, events$: NEVER, types: [3], link$ }, { scheduler })).toBe(
      'f - f 8s s 1999ms - f',
      { f: { kind: 'fresh' }, s: { kind: 'stale' } },
    );
  });
});

test('a list that the page has left stops listening', () => {
  withMarbles(({ hot, expectObservable, expectSubscriptions }, scheduler) => {
    const events$ = hot<PushEvent>('-----');
    const link$ = hot<{ state: 'live'; sinceMs: number }>('-----');
    const answers$ = hot<typeof row>('-----');
    const snapshotNeeded$ = hot<void>('-----');
    expectObservable(
      watchExceptionList({ types: [3], events$, link$, answers$, snapshotNeeded$ }, { scheduler }),
      '--!',
    ).toBe('---');
    for (const source of [events$, link$, answers$, snapshotNeeded$])
      expectSubscriptions(source.subscriptions).toBe('^-!');
  });
});
