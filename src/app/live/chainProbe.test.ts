import { BehaviorSubject, Subject, VirtualTimeScheduler } from 'rxjs';
import { expect, test } from 'vitest';
import type { Call } from '../../contract/call.ts';
import type { PushEvent } from '../../contract/push.ts';
import type { LinkStatus } from '../../streams/link/liveFeed.ts';
import { answerProbes, watchProbeSilence } from './chainProbe.ts';

const probe = (probeId: string): PushEvent => ({ kind: 'probe.sent', probeId });

/** A page whose time moves by `passed` only. */
function page({ isEnabled = true }: { readonly isEnabled?: boolean } = {}) {
  const scheduler = new VirtualTimeScheduler();
  const events$ = new Subject<PushEvent>();
  const link$ = new BehaviorSubject<LinkStatus>({ state: 'live', sinceMs: 0 });
  const sent: unknown[] = [];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the test's own stand-in returns what the endpoint would
  const call = ((_endpoint: unknown, input: unknown) => {
    sent.push(input);
    return Promise.resolve({ enabled: isEnabled, stages: [] });
  }) as Call;
  return {
    deps: { call, live: { events$, link$ }, scheduler },
    events$,
    link$,
    sent,
    passed: async (ms: number): Promise<void> => {
      scheduler.maxFrames = scheduler.frame + ms;
      scheduler.schedule(() => undefined, ms);
      scheduler.flush();
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

test('each synthetic call is answered within five seconds, with whether this console would sound', async () => {
  const { deps, events$, sent, passed } = page();
  const hears$ = new BehaviorSubject(true);
  const answering = answerProbes({ ...deps, hears$, random: () => 0.5 }).subscribe();
  events$.next(probe('first-one'));
  events$.next({ kind: 'notice.raised', noticeId: 1, title: '' });
  await passed(2_000);
  expect(sent).toEqual([]);
  await passed(1_000);
  hears$.next(false);
  events$.next(probe('second-one'));
  await passed(5_000);
  expect(sent).toEqual([
    { probe_id: 'first-one', armed: true },
    { probe_id: 'second-one', armed: false },
  ]);
  answering.unsubscribe();
});

test('the page says that no synthetic call has come for 60 s, until one comes', async () => {
  const { deps, events$, passed } = page();
  const said: boolean[] = [];
  const watching = watchProbeSilence(deps).subscribe((isSilent) => said.push(isSilent));
  await passed(40_000);
  events$.next(probe('first-one'));
  await passed(59_000);
  expect(said).toEqual([false]);
  await passed(1_000);
  expect(said).toEqual([false, true]);
  events$.next(probe('second-one'));
  expect(said).toEqual([false, true, false]);
  watching.unsubscribe();
});

test('it says nothing while the link is known to be lost, nor where the server makes no such calls', async () => {
  const off = page({ isEnabled: false });
  const saidWhileOff: boolean[] = [];
  const watchingOff = watchProbeSilence(off.deps).subscribe((isSilent) => saidWhileOff.push(isSilent));
  await off.passed(200_000);
  expect(saidWhileOff).toEqual([false]);
  watchingOff.unsubscribe();

  const lost = page();
  const said: boolean[] = [];
  const watching = watchProbeSilence(lost.deps).subscribe((isSilent) => said.push(isSilent));
  await lost.passed(50_000);
  lost.link$.next({ state: 'waiting', sinceMs: 50_000 });
  await lost.passed(200_000);
  expect(said).toEqual([false]);
  watching.unsubscribe();
});
