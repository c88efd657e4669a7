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
  const answer = (index: number) => {
    asked[index]?.next(cabinFixture);
    asked[index]?.complete();
  };
  return { scheduler, asked, receipts, views, feed, subscription, answer, last: () => views.at(-1) };
}

test('the page asks again after each answer, keeps what it has while the server is away, and says since when', () => {
  const { scheduler, asked, subscription, answer, last } = play();
  answer(0);
  expect(last()).toMatchObject({ state: { tag: cabinFixture.tag }, lostSinceMs: null });
  scheduler.maxFrames = 10_500;
  scheduler.flush();
  expect(asked).toHaveLength(2);
  asked[1]?.error(new Error('offline'));
  const nowMs = Date.parse(cabinFixture.now);
  expect(last()).toMatchObject({ state: { tag: cabinFixture.tag }, lostSinceMs: nowMs + 10_000 });
  scheduler.maxFrames = 20_500;
  scheduler.flush();
  answer(2);
  expect(last()).toMatchObject({ lostSinceMs: null });
  subscription.unsubscribe();
  scheduler.maxFrames = 60_000;
  scheduler.flush();
  expect(asked).toHaveLength(3);
});

test('a slow answer is waited for: nothing piles up', () => {
  const { scheduler, asked, subscription } = play();
  scheduler.maxFrames = 50_000;
  scheduler.flush();
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
