import { Subject, VirtualTimeScheduler } from 'rxjs';
import { expect, test } from 'vitest';
import type { CabinState } from '../../contract/endpoints/cabin.ts';
import { cabinFixture } from './cabin.fixtures.ts';
import { watchCabin, type CabinView } from './watchCabin.ts';

function play() {
  const scheduler = new VirtualTimeScheduler(undefined, 60_000);
  const asked: Subject<CabinState>[] = [];
  const receipts: number[] = [];
  const views: CabinView[] = [];
  const feed = watchCabin(
    {
      load() {
        const answer$ = new Subject<CabinState>();
        asked.push(answer$);
        return answer$;
      },
      shown(id) {
        receipts.push(id);
        return Promise.resolve();
      },
      monotonicMs: () => scheduler.now(),
    },
    { scheduler },
  );
  const subscription = feed.view$.subscribe((view) => views.push(view));
  const passUntil = (ms: number) => {
    scheduler.maxFrames = ms;
    scheduler.flush();
  };
  passUntil(0);
  const answer = (index: number) => {
    asked[index]?.next(cabinFixture);
    asked[index]?.complete();
  };
  return { passUntil, asked, receipts, views, feed, subscription, answer, last: () => views.at(-1) };
}

test('the page asks again after each answer, keeps what it has while the server is away, and says since when', () => {
  const { passUntil, asked, subscription, answer, last } = play();
  answer(0);
  expect(last()).toMatchObject({ state: { tag: cabinFixture.tag }, lostSinceMs: null });
  passUntil(10_500);
  expect(asked).toHaveLength(2);
  asked[1]?.error(new Error('offline'));
  const nowMs = Date.parse(cabinFixture.now);
  expect(last()).toMatchObject({ state: { tag: cabinFixture.tag }, lostSinceMs: nowMs + 10_000 });
  passUntil(20_500);
  answer(2);
  expect(last()).toMatchObject({ lostSinceMs: null });
  subscription.unsubscribe();
  passUntil(60_000);
  expect(asked).toHaveLength(3);
});

test('a slow answer is waited for: nothing piles up', () => {
  const { passUntil, asked, subscription } = play();
  passUntil(50_000);
  expect(asked).toHaveLength(1);
  expect(asked[0]?.observed).toBe(true);
  subscription.unsubscribe();
  expect(asked[0]?.observed).toBe(false);
});

test('a notice that is seen is said to be shown', () => {
  const { feed, receipts, subscription } = play();
  feed.seen(7);
  expect(receipts).toEqual([7]);
  subscription.unsubscribe();
  feed.seen(8);
  expect(receipts).toEqual([7]);
});
