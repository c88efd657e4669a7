import { Subject } from 'rxjs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeWebSocket, lastSocket } from './fakeWebSocket.testing.ts';
import type { PushCommand, PushReport, PushTarget } from './pushReport.ts';
import { pushWorkerClient, type PushWorker } from './pushWorkerClient.ts';
import { runPushWorker } from './runPushWorker.ts';
import { changeFixture } from '../../contract/fixtures/pushFixtures.ts';

const target: PushTarget = { url: 'ws://127.0.0.1/ws', hello: '61@0123456789abcdef', resume: null };

/** A worker in the same thread: messages are cloned as a real one would. */
function threadlessWorker(): {
  create: () => PushWorker;
  isClosed: () => boolean;
  fail: () => void;
  say: (message: unknown) => void;
} {
  let toWorker: ((message: unknown) => void) | undefined;
  let toPage: ((event: { readonly data: unknown }) => void) | undefined;
  let fail: (() => void) | undefined;
  let isClosed = false;
  const create = (): PushWorker => {
    runPushWorker(
      {
        post: (report) => toPage?.({ data: structuredClone(report) }),
        onMessage: (handle) => {
          toWorker = handle;
        },
        close: () => {
          isClosed = true;
        },
      },
      { webSocket: fakeWebSocket(), random: () => 0.5 },
    );
    return {
      postMessage: (message) => toWorker?.(structuredClone(message)),
      addEventListener: (type: 'message' | 'error', listener: (event: { readonly data: unknown }) => void) => {
        if (type === 'message') toPage = listener;
        else fail = () => listener({ data: undefined });
      },
      terminate: () => {
        isClosed = true;
      },
    };
  };
  return { create, isClosed: () => isClosed, fail: () => fail?.(), say: (message) => toPage?.({ data: message }) };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the push link in a worker', () => {
  it('reports to the page as if it ran there, and accepts its commands', async () => {
    const worker = threadlessWorker();
    const commands$ = new Subject<PushCommand>();
    const reports: PushReport[] = [];
    const subscription = pushWorkerClient(worker.create, target, commands$).subscribe((report) => reports.push(report));
    await vi.advanceTimersByTimeAsync(0);
    lastSocket().open();
    lastSocket().deliver({ welcome: { fresh: true, serverTimeMs: 5 } });
    commands$.next({ kind: 'console', state: 'armed' });
    expect(lastSocket().sent).toEqual([{ text: target.hello, last: null, streams: true }, { console: 'armed' }]);
    expect(reports.map((report) => (report.kind === 'link' ? report.state : report.kind))).toEqual([
      'connecting',
      'opened',
      'live',
      'frames',
    ]);
    subscription.unsubscribe();
  });
  it('reports every frame of a flood in few turns, and a call for help immediately', async () => {
    const worker = threadlessWorker();
    const reports: PushReport[] = [];
    const subscription = pushWorkerClient(worker.create, target, new Subject()).subscribe((report) =>
      reports.push(report),
    );
    await vi.advanceTimersByTimeAsync(0);
    lastSocket().open();
    lastSocket().deliver({ welcome: { fresh: true, serverTimeMs: 5 }, epoch: 'e1', position: 0 });
    for (let position = 1; position <= 1_000; position += 1) {
      lastSocket().deliver({ epoch: 'e1', position, event: { kind: 'notice.raised', noticeId: position, title: '' } });
      await vi.advanceTimersByTimeAsync(2);
    }
    lastSocket().deliver({
      epoch: 'e1',
      position: 1_001,
      event: changeFixture('rescue.noted'),
    });
    const told = reports.flatMap((report) => (report.kind === 'frames' ? [report.frames] : []));
    expect(told.flat().map(({ position }) => position)).toEqual(
      Array.from({ length: 1_002 }, (_, position) => position),
    );
    expect(told.length).toBeLessThan(50);
    subscription.unsubscribe();
  });
  it('says goodbye with 1000 and ends when the layout is left', async () => {
    const worker = threadlessWorker();
    const subscription = pushWorkerClient(worker.create, target, new Subject()).subscribe();
    await vi.advanceTimersByTimeAsync(0);
    lastSocket().open();
    subscription.unsubscribe();
    expect(lastSocket().closedWith).toBe(1000);
    expect(worker.isClosed()).toBe(true);
  });
  it('that fails ends the stream with an error, so that app starts another', () => {
    const worker = threadlessWorker();
    const errors: unknown[] = [];
    pushWorkerClient(worker.create, target, new Subject()).subscribe({ error: (error) => errors.push(error) });
    worker.fail();
    expect(errors).toHaveLength(1);
    expect(worker.isClosed()).toBe(true);
  });
  it('is trusted only as far as the shape of its reports', () => {
    const worker = threadlessWorker();
    const reports: PushReport[] = [];
    const subscription = pushWorkerClient(worker.create, target, new Subject()).subscribe((report) =>
      reports.push(report),
    );
    worker.say({ kind: 'link', state: 'marvellous' });
    expect(reports.at(-1)).toEqual({ kind: 'malformed', problem: 'not a report' });
    subscription.unsubscribe();
  });
});
