import { firstValueFrom, NEVER, of, Subject, toArray } from 'rxjs';
import { expect, test, vi } from 'vitest';
import type { RescueOrderRow } from '../../contract/entities/rescueOrder.ts';
import { fixtureNowMs, fixtureTime, rescueRowFixture } from '../../contract/fixtures/rescueFixtures.ts';
import type { PushEvent } from '../../contract/push.ts';
import { changeFixture } from '../../contract/fixtures/pushFixtures.ts';
import { ready } from '../loading/loadState.ts';
import { handOverResults, watchHandOvers, type HandOvers } from './watchHandOvers.ts';

const zhang = { id: 61, name: '张伟' };
const li = { id: 62, name: '李娜' };

const order = (id: number, by: typeof zhang, to: typeof zhang | null): RescueOrderRow =>
  rescueRowFixture({
    id,
    stage: 'dispatched',
    agoMs: 600_000,
    row: {
      accepted_by: by,
      hand_over:
        to === null ? null : { to, outcome: 'offered', at: fixtureTime(10_000), answer_by: fixtureTime(-50_000) },
    },
  });

const pushOf = (id: number, type: string, data: object = {}, actor = li): PushEvent =>
  changeFixture(type, {
    id,
    fact: {
      version: 9,
      type,
      data,
      actor: { kind: 'user', ...actor },
      atMs: fixtureNowMs,
      receivedAtMs: fixtureNowMs,
    },
  });

function watching(rows: readonly RescueOrderRow[]) {
  const events$ = new Subject<PushEvent>();
  const open = { rows };
  const load = vi.fn(() => of(open.rows));
  return { open, load, events$, offers$: watchHandOvers({ userId: zhang.id, load, events$, snapshotNeeded$: NEVER }) };
}

const idsOf = ({ toMe, ofMine }: HandOvers) => ({ toMe: toMe.map(({ id }) => id), ofMine: ofMine.map(({ id }) => id) });

test('an offer to me, and one of mine, are known from the first load; those of others are not', () => {
  const { offers$ } = watching([order(1, li, zhang), order(2, zhang, li), order(3, li, li), order(4, zhang, null)]);
  const seen: unknown[] = [];
  const subscription = offers$.subscribe((state) =>
    seen.push(state.kind === 'ready' ? idsOf(state.value) : state.kind),
  );
  subscription.unsubscribe();
  expect(seen).toEqual(['loading', { toMe: [1], ofMine: [2] }]);
});

test('is loaded again for an offer to me and for whatever happens to it, and for nothing else', async () => {
  const { open, load, events$, offers$ } = watching([]);
  const subscription = offers$.subscribe();
  const loaded = (times: number) => vi.waitFor(() => expect(load).toHaveBeenCalledTimes(times));
  events$.next(pushOf(1, 'rescue.dispatched'));
  events$.next(pushOf(1, 'rescue.handOverOffered', { toUserId: 99 }));
  expect(load).toHaveBeenCalledTimes(1);
  open.rows = [order(1, li, zhang)];
  events$.next(pushOf(1, 'rescue.handOverOffered', { toUserId: zhang.id }));
  await loaded(2);
  open.rows = [];
  events$.next({ kind: 'rescue.over', orderId: 1, elevatorId: 1, how: 'completed' });
  await loaded(3);
  events$.next(pushOf(1, 'rescue.noted'));
  open.rows = [order(5, zhang, li)];
  events$.next(pushOf(5, 'rescue.handOverOffered', { toUserId: li.id }, zhang));
  await loaded(4);
  subscription.unsubscribe();
});

test('the giver hears how each offer ended', async () => {
  const offers$ = of(ready<HandOvers>({ toMe: [], ofMine: [order(2, zhang, li), order(3, zhang, li)] }));
  const events$ = of(
    pushOf(2, 'rescue.handOverAccepted'),
    pushOf(3, 'rescue.handOverExpired'),
    pushOf(4, 'rescue.handOverDeclined'),
  );
  const results = await firstValueFrom(handOverResults(events$, offers$).pipe(toArray()));
  expect(results.map(({ row, outcome }) => [row.id, outcome])).toEqual([
    [2, 'accepted'],
    [3, 'expired'],
  ]);
});
