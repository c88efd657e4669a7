import { Subject, VirtualTimeScheduler } from 'rxjs';
import { expect, test } from 'vitest';
import { CallError } from '../../../contract/call.ts';
import type { OutputOf } from '../../../contract/endpoint.ts';
import type { presenceCode } from '../../../contract/endpoints/cabin.ts';
import { loginExpiredMessage, refusalCodes } from '../../../contract/envelope.ts';
import { toWireTime } from '../../../contract/time.ts';
import { storyNowMs } from '../../../ui/stories/nowMs.ts';
import { watchPresenceCode, type CodeView } from './watchPresenceCode.ts';

const offline = new CallError('offline', '网络连接失败，请检查网络后重试', 0);

/** A telephone whose clock is a day ahead of the server's. */
function play() {
  const aheadMs = 86_400_000;
  const scheduler = new VirtualTimeScheduler(undefined, 0);
  const asked: Subject<OutputOf<typeof presenceCode>>[] = [];
  const views: CodeView[] = [];
  const serverMs = (): number => storyNowMs + scheduler.now();
  const subscription = watchPresenceCode(
    {
      load() {
        const answer$ = new Subject<OutputOf<typeof presenceCode>>();
        asked.push(answer$);
        return answer$;
      },
      nowMs: () => serverMs() + aheadMs,
    },
    { scheduler },
  ).subscribe((view) => views.push(view));
  const passUntil = (ms: number): void => {
    scheduler.maxFrames = ms;
    scheduler.flush();
  };
  passUntil(0);
  return {
    asked,
    views,
    passUntil,
    subscription,
    /** The last request is answered with this code, which is the newest one for so long. */
    answer: (code: string, forMs: number): void => {
      const fromMs = serverMs() - (5_000 - forMs);
      asked.at(-1)?.next({
        code,
        next_at: toWireTime(serverMs() + forMs),
        valid_until: toWireTime(fromMs + 60_000),
        now: toWireTime(serverMs()),
      });
      asked.at(-1)?.complete();
    },
    fail: (error: CallError) => asked.at(-1)?.error(error),
    last: () => views.at(-1),
  };
}

test('a code counts down by the server’s clock, and the next one is asked for when it is over', () => {
  const { asked, passUntil, answer, last } = play();
  expect(last()).toEqual({ kind: 'loading' });
  answer('482913', 3_000);
  expect(last()).toEqual({ kind: 'shown', code: '482913', nextInSeconds: 3, validForSeconds: 58, problem: null });
  passUntil(2_500);
  expect(last()).toMatchObject({ code: '482913', nextInSeconds: 1 });
  expect(asked).toHaveLength(1);
  passUntil(3_000);
  expect(asked).toHaveLength(2);
  expect(last()).toMatchObject({ code: '482913', nextInSeconds: 0 });
  answer('070611', 5_000);
  expect(last()).toMatchObject({ code: '070611', nextInSeconds: 5 });
});

test('without a network the last code stays for as long as it may be entered, and comes back with the network', () => {
  const { passUntil, answer, fail, last } = play();
  answer('482913', 5_000);
  passUntil(5_000);
  fail(offline);
  expect(last()).toEqual({
    kind: 'shown',
    code: '482913',
    nextInSeconds: 0,
    validForSeconds: 55,
    problem: '网络连接失败，请检查网络后重试',
  });
  passUntil(60_000);
  expect(last()).toMatchObject({ kind: 'failed', failure: 'offline' });
  answer('070611', 5_000);
  expect(last()).toMatchObject({ kind: 'shown', code: '070611', problem: null });
});

test('a refusal takes the code away at once', () => {
  const { passUntil, answer, fail, last } = play();
  answer('482913', 5_000);
  passUntil(5_000);
  fail(new CallError('refused', '须由该小区的电梯安全员出示动态码', refusalCodes.denied));
  expect(last()).toMatchObject({ kind: 'failed', message: '须由该小区的电梯安全员出示动态码' });
});

test('after the session has ended nothing more is asked', () => {
  const { asked, passUntil, fail, subscription } = play();
  fail(new CallError('expired', loginExpiredMessage, 401));
  passUntil(120_000);
  expect(asked).toHaveLength(1);
  subscription.unsubscribe();
});
