import {
  distinctUntilChanged,
  filter,
  map,
  Observable,
  retry,
  shareReplay,
  Subject,
  type SchedulerLike,
  asyncScheduler,
} from 'rxjs';
import { createActor, fromCallback, type SnapshotFrom } from 'xstate';
import type { ServerFrame } from '../../contract/push.ts';
import { laterPoint, pointOf, type ResumePoint } from '../../contract/resumePoint.ts';
import {
  pushConnectionMachine,
  type PushConnectionEvent,
  type SocketCommand,
} from '../../machines/pushConnectionMachine.ts';
import { createLiveFeed } from '../../streams/link/createLiveFeed.ts';
import type { LinkState, LinkStatus, LiveFeed } from '../../streams/link/liveFeed.ts';
import { framesOf } from '../../streams/link/pushFrames.ts';
import type { PushCommand, PushReport } from '../../streams/link/pushReport.ts';

export interface PushLink {
  readonly feed: LiveFeed;
  /** The server says that the user's access or the menu has changed. */
  readonly access$: Observable<NonNullable<ServerFrame['access']>>;
  start(): void;
  /** Leaves the layout: the socket closes with 1000. */
  stop(): void;
  retryNow(): void;
  /** Call after a renewed sign-in: the link continues with this first frame. */
  renew(hello: string): void;
  /** Tells the server whether this console can sound: the server notifies the next level if none can. */
  sayConsole(state: 'armed' | 'blocked'): void;
}

export interface PushLinkDeps {
  /** Reports of one link from a resume point on; the link runs while subscribed. */
  readonly connect: (resume: ResumePoint | null, commands$: Observable<PushCommand>) => Observable<PushReport>;
  readonly random: () => number;
  readonly nowMs: () => number;
  readonly scheduler?: SchedulerLike;
}

/** A worker that died is restarted after this long. */
const workerRestartMs = 1_000;

/** Returns the point up to which these frames read the log. */
function lastPointOf(frames: readonly ServerFrame[]): ResumePoint | null {
  return frames.reduce<ResumePoint | null>((known, frame) => {
    const point = pointOf(frame);
    return point === undefined ? known : laterPoint(known, point);
  }, null);
}

/** Returns the meaning of a report of the transport for the machine; undefined if nothing. */
function connectionEventOf(report: PushReport): PushConnectionEvent | undefined {
  switch (report.kind) {
    case 'opened':
      return { type: 'socket.opened' };
    case 'frames': {
      const resume = lastPointOf(report.frames);
      return resume === null ? { type: 'frame.arrived' } : { type: 'frame.arrived', resume };
    }
    case 'malformed':
      return undefined;
    case 'link':
      switch (report.state) {
        case 'connecting':
          return { type: 'socket.connecting' };
        case 'stale':
          return { type: 'heartbeat.missed' };
        case 'waiting':
          return { type: 'socket.dropped', ...(report.retryInMs === undefined ? {} : { retryInMs: report.retryInMs }) };
        case 'refused':
          return { type: 'socket.refused', ...(report.isCrowdedOut === true ? { isCrowdedOut: true } : {}) };
        case 'live':
        case 'closed':
          return undefined;
      }
  }
}

/** The state that screens show: signing in to the socket is still connecting. */
function linkStateOf(snapshot: SnapshotFrom<typeof pushConnectionMachine>): LinkState {
  return snapshot.value === 'authenticating' ? 'connecting' : snapshot.value;
}

const linkOf = (snapshot: SnapshotFrom<typeof pushConnectionMachine>): Omit<LinkStatus, 'sinceMs'> => {
  const state = linkStateOf(snapshot);
  return state === 'refused' && snapshot.context.isCrowdedOut ? { state, isCrowdedOut: true } : { state };
};

/** The push link of a signed-in user: the worker's reports drive the machine, and the machine gives the state of the link. */
export function createPushLink({ connect, random, nowMs, scheduler = asyncScheduler }: PushLinkDeps): PushLink {
  const reports$ = new Subject<PushReport>();
  const commands$ = new Subject<PushCommand>();
  let consoleState: 'armed' | 'blocked' | undefined;

  const socket = fromCallback<SocketCommand, { readonly resume: ResumePoint | null }>(
    ({ sendBack, receive, input }) => {
      const sayAgain = (): void => {
        if (consoleState !== undefined) commands$.next({ kind: 'console', state: consoleState });
      };
      const link = connect(input.resume, commands$)
        .pipe(retry({ delay: workerRestartMs }))
        .subscribe((report) => {
          const event = connectionEventOf(report);
          if (event !== undefined) sendBack(event);
          if (report.kind === 'opened') sayAgain();
          reports$.next(report);
        });
      receive(() => commands$.next({ kind: 'reconnect' }));
      return () => link.unsubscribe();
    },
  );

  const actor = createActor(pushConnectionMachine.provide({ actors: { socket } }), { input: { resume: null, random } });
  const link$ = new Observable<Omit<LinkStatus, 'sinceMs'>>((subscriber) => {
    subscriber.next(linkOf(actor.getSnapshot()));
    const subscription = actor.subscribe((snapshot) => subscriber.next(linkOf(snapshot)));
    return () => subscription.unsubscribe();
  }).pipe(
    distinctUntilChanged((before, now) => before.state === now.state && before.isCrowdedOut === now.isCrowdedOut),
    map((link): LinkStatus => ({ ...link, sinceMs: nowMs() })),
    shareReplay({ bufferSize: 1, refCount: true }),
  );

  return {
    feed: { ...createLiveFeed(reports$, { scheduler }), link$ },
    access$: framesOf(reports$).pipe(
      map(({ access }) => access),
      filter((access) => access !== undefined),
    ),
    start: () => actor.start(),
    stop: () => {
      actor.send({ type: 'layout.left' });
      actor.stop();
    },
    retryNow: () => actor.send({ type: 'user.retried' }),
    renew(hello) {
      commands$.next({ kind: 'renew', hello });
      // A refused or waiting link would miss a connection that it did not request.
      actor.send({ type: 'user.retried' });
    },
    sayConsole(state) {
      consoleState = state;
      commands$.next({ kind: 'console', state });
    },
  };
}
