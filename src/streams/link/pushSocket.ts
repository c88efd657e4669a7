import ReconnectingWebSocket from 'reconnecting-websocket';
import {
  asyncScheduler,
  EMPTY,
  Observable,
  share,
  startWith,
  Subject,
  Subscription,
  switchMap,
  timer,
  type SchedulerLike,
} from 'rxjs';
import { closeCodes, heartbeatDeadAfterMs, type ConsoleFrame, type HelloFrame } from '../../contract/push.ts';
import { reconnectDelayMs } from '../../contract/reconnectDelay.ts';
import { resumePosition } from './dedupeByPosition.ts';
import { heartbeatWatchdog } from './heartbeatWatchdog.ts';
import type { LinkState } from './liveFeed.ts';
import { pushFrames, understood, type PushFrame } from './pushFrames.ts';
import type { PushCommand, PushReport, PushTarget } from './pushReport.ts';

/** A report of the socket: the same as its link, but one frame at a time. */
export type SocketReport = Exclude<PushReport, { readonly kind: 'frames' }> | PushFrame;

/** The browser's WebSocket, or its stand-in. */
export type SocketConstructor = new (url: string) => object;

export interface PushSocketOptions {
  readonly webSocket: SocketConstructor;
  /** Uniform in [0, 1). */
  readonly random: () => number;
  readonly deadAfterMs?: number;
  readonly connectTimeoutMs?: number;
  /** A shorter-lived link counts as a failed attempt, so that a server that drops everyone is not flooded. */
  readonly stableAfterMs?: number;
  readonly scheduler?: SchedulerLike;
}

/**
 * One live link to `/ws` that never gives up, except when the server refuses our sign-in or a newer page takes our
 * place: connects, sends the first frame, resumes from the last position, drops a link that has been silent for 12 s
 * (it may be half open), and waits with full jitter between attempts. Nothing is queued for sending: the console's
 * latest state is sent again on each connection.
 */
export function pushSocket(
  { url, hello: firstHello, resume }: PushTarget,
  commands$: Observable<PushCommand>,
  {
    webSocket,
    random,
    deadAfterMs = heartbeatDeadAfterMs,
    connectTimeoutMs = 5_000,
    stableAfterMs = 5_000,
    scheduler = asyncScheduler,
  }: PushSocketOptions,
): Observable<SocketReport> {
  return new Observable<SocketReport>((subscriber) => {
    const tasks = new Subscription();
    const isOpen$ = new Subject<boolean>();
    const raw$ = new Subject<unknown>();
    const retry$ = new Subject<void>();
    let connection: Subscription | undefined;
    let sendConsole: (() => void) | undefined;
    let consoleState: ConsoleFrame['console'] | undefined;
    let hello = firstHello;
    let point = resume;
    let failures = 0;
    let linkState: LinkState = 'connecting';
    let liveSinceMs: number | null = null;

    const failuresAfterThis = (): number =>
      liveSinceMs !== null && scheduler.now() - liveSinceMs >= stableAfterMs ? 1 : failures + 1;

    const say = (
      state: LinkState,
      more: { readonly retryInMs?: number; readonly isCrowdedOut?: boolean } = {},
    ): void => {
      linkState = state;
      if (state !== 'live') liveSinceMs = null;
      subscriber.next({ kind: 'link', state, sinceMs: scheduler.now(), ...more });
    };

    const hear = ({ data }: MessageEvent<unknown>): void => {
      if (liveSinceMs === null) {
        liveSinceMs = scheduler.now();
        say('live');
        // The server accepts the console's frame only after it has answered the first frame.
        sendConsole?.();
      }
      raw$.next(data);
    };

    const connect = (): void => {
      connection?.unsubscribe();
      const own = new Subscription();
      connection = own;
      let delayMs = 0;
      const socket = new ReconnectingWebSocket(
        () => {
          // The library asks for the address even for an attempt that was cancelled meanwhile.
          if (!own.closed) say('connecting');
          return url;
        },
        [],
        {
          WebSocket: webSocket,
          connectionTimeout: connectTimeoutMs,
          maxEnqueuedMessages: 0,
          reconnectionDelayGrowFactor: 1,
          maxReconnectionDelay: Number.POSITIVE_INFINITY,
          // Read again before every attempt, which turns the library's fixed delays into jittered ones.
          get minReconnectionDelay() {
            delayMs = reconnectDelayMs(failuresAfterThis(), random);
            return delayMs;
          },
        },
      );
      const sendNow = (frame: HelloFrame | ConsoleFrame): void => {
        if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(frame));
      };
      const onOpen = (): void => {
        isOpen$.next(true);
        sendNow({ text: hello, last: point, streams: true });
        subscriber.next({ kind: 'opened' });
      };
      const onClose = ({ code }: { readonly code: number }): void => {
        isOpen$.next(false);
        if (code === closeCodes.refused || code === closeCodes.tooManySockets) {
          own.unsubscribe();
          // Retrying automatically would only push out another page of the same user.
          say('refused', code === closeCodes.tooManySockets ? { isCrowdedOut: true } : {});
          return;
        }
        failures = failuresAfterThis();
        say('waiting', { retryInMs: delayMs });
      };
      socket.addEventListener('open', onOpen);
      socket.addEventListener('message', hear);
      socket.addEventListener('close', onClose);
      sendConsole = () => {
        if (liveSinceMs !== null && consoleState !== undefined) sendNow({ console: consoleState });
      };
      own.add(() => {
        socket.removeEventListener('open', onOpen);
        socket.removeEventListener('message', hear);
        socket.removeEventListener('close', onClose);
        isOpen$.next(false);
        socket.close(1000);
      });
    };

    const obey = (command: PushCommand): void => {
      switch (command.kind) {
        case 'console':
          consoleState = command.state;
          sendConsole?.();
          return;
        case 'reconnect':
          // A try under way is left alone.
          if (linkState === 'waiting' || linkState === 'refused') connect();
          return;
        case 'renew':
          // Before the sign-in of the open connection ends. The server sends missed events again from the last position.
          hello = command.hello;
          connect();
          return;
        case 'close':
          connection?.unsubscribe();
          say('closed');
          subscriber.complete();
      }
    };

    const parsed$ = pushFrames(raw$).pipe(share());
    tasks.add(
      resumePosition(understood(parsed$), { from: resume }).subscribe((next) => {
        point = next;
      }),
    );
    tasks.add(parsed$.subscribe((report) => subscriber.next(report)));
    const silences$ = isOpen$.pipe(
      switchMap((isOpen) =>
        isOpen ? heartbeatWatchdog(raw$.pipe(startWith(undefined)), { deadAfterMs, scheduler }) : EMPTY,
      ),
    );
    tasks.add(
      silences$.subscribe(() => {
        failures = failuresAfterThis();
        say('stale');
        connection?.unsubscribe();
        retry$.next();
      }),
    );
    // The server may have fallen silent for everyone at once: these attempts are spread like any other.
    tasks.add(retry$.pipe(switchMap(() => timer(reconnectDelayMs(failures, random), scheduler))).subscribe(connect));
    tasks.add(commands$.subscribe(obey));
    connect();
    return () => {
      tasks.unsubscribe();
      connection?.unsubscribe();
    };
  });
}
