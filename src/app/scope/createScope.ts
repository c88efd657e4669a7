import {
  combineLatest,
  distinctUntilChanged,
  filter,
  fromEvent,
  map,
  merge,
  of,
  startWith,
  Subject,
  Subscription,
  switchMap,
  withLatestFrom,
  type Observable,
} from 'rxjs';
import { createElement, type ReactNode } from 'react';
import { noticeCallback } from '../../contract/endpoints/alarm.ts';
import { userDetail, userMenuTree } from '../../contract/endpoints/auth.ts';
import type { MenuNode, UserInfo } from '../../contract/entities/session.ts';
import { heldClaims } from '../../streams/calls/heldClaims.ts';
import type { FeatureDeps, RecordedIncident } from '../../streams/featureDeps.ts';
import type { LiveFeed } from '../../streams/link/liveFeed.ts';
import type { LoadState } from '../../streams/loading/loadState.ts';
import { handOverResults, type HandOvers } from '../../streams/calls/watchHandOvers.ts';
import { loadWithRetry } from '../../streams/loading/loadWithRetry.ts';
import { pushWorkerClient } from '../../streams/link/pushWorkerClient.ts';
import { workerTicks } from '../../streams/link/workerTicks.ts';
import { openRescuesOf } from '../account/openRescuesOf.ts';
import { createAlarmConsole, type AlarmConsole } from '../alarm/createAlarmConsole.ts';
import { createPushLink } from '../live/createPushLink.ts';
import { watchLinkHealth, type LinkHealth } from '../../streams/link/linkHealth.ts';
import { pushTarget } from '../live/pushTarget.ts';
import { handOverText, watchOwnHandOvers } from '../handOver/ownHandOvers.ts';
import { answerProbes, watchProbeSilence } from '../live/chainProbe.ts';
import { watchNotices, type Notices } from '../live/watchNotices.ts';
import { createPreloader, entrancesOf, type Preloader } from '../preload/createPreloader.ts';
import { rescuePath, wallPath } from '../paths.ts';
import { screens, type CreateScreen } from '../screens.ts';
import type { Services } from '../services.ts';

/** The services that live while one user is signed in: the live link, the alarm console, and the pages built on them. */
export interface Scope {
  readonly live: LiveFeed;
  readonly health$: Observable<LinkHealth>;
  /** A page asked for the search of lifts. */
  readonly liftAsked$: Observable<void>;
  readonly recordingAsked$: Observable<RecordedIncident>;
  readonly menu$: Observable<LoadState<readonly MenuNode[]>>;
  readonly notices$: Observable<LoadState<Notices>>;
  /** Hand-overs offered to or by this user; never emits for a user who does not handle rescues. */
  readonly handOvers$: Observable<LoadState<HandOvers>>;
  /** Null for a user whom no call rings. */
  readonly alarm: AlarmConsole | null;
  /** The page of this name, made once for as long as the user is signed in. */
  readonly page: (name: string, create: CreateScreen) => ReactNode;
  readonly preloader: Preloader;
  readNotices(ids: readonly number[]): void;
  can: FeatureDeps['can'];
  /** The same user signed in again: pages stay as they are, and the live link continues with the new token. */
  renew(token: string): void;
  /** Someone requests the live link that had to give way to a newer page. */
  reconnect(): void;
  start(): void;
  /** Leaves the layout: the socket closes with 1000, the alarm falls silent. A second time does nothing. */
  stop(): void;
}

/** The first page comes first. */
const deskFetchDelayMs = 1_500;
const entrancesFetchDelayMs = 2_500;

const createPushWorker = (): Worker =>
  new Worker(new URL('../../streams/link/push.worker.ts', import.meta.url), { type: 'module', name: 'push' });
const createTickWorker = (): Worker =>
  new Worker(new URL('../../streams/link/tick.worker.ts', import.meta.url), { type: 'module', name: 'tick' });

export function createScope(
  services: Services,
  { token, user }: { readonly token: string; readonly user: UserInfo },
): Scope {
  const { call, saveFile, navigate, notifier, session, sound } = services;
  const can: FeatureDeps['can'] = (permission) => user.permissions.includes(permission);
  const openRescue = (elevatorId: number): void => navigate(rescuePath(elevatorId));

  let target = pushTarget(window.location, user.id, token);
  const link = createPushLink({
    connect: (resume, commands$) => pushWorkerClient(createPushWorker, { ...target, resume }, commands$),
    random: Math.random,
    nowMs: Date.now,
  });
  const live = link.feed;

  // A user who must change the password first could not answer: a dialog that cannot be closed would block the way to it.
  const alarm =
    can('rescue.answer') && !user.must_change_password
      ? createAlarmConsole({
          userId: user.id,
          live,
          call,
          sound,
          heldClaims$: heldClaims({
            userId: user.id,
            load: () => openRescuesOf(call, user).then((orders) => orders.map(({ id }) => id)),
            events$: live.events$,
            snapshotNeeded$: live.snapshotNeeded$,
          }),
          // A desk that is already open keeps the text being typed: it opens the order that was just answered in half a second.
          openRescueCall: () => {
            if (window.location.pathname !== '/alarm-center') navigate('/alarm-center');
          },
          openHandling: (elevatorId) => navigate(rescuePath(elevatorId), { replace: true }),
        })
      : null;

  const handOvers$ = watchOwnHandOvers({ call, live, user, can });
  const noticesRead$ = new Subject<void>();
  const liftAsked$ = new Subject<void>();
  const recordingAsked$ = new Subject<RecordedIncident>();
  const deps: FeatureDeps = {
    call,
    saveFile,
    live,
    user,
    can,
    openRescue,
    findLift: () => liftAsked$.next(),
    // A new object each time: the same recording can be opened again.
    openRecording: ({ kind, id }) => recordingAsked$.next({ kind, id }),
    ticks$: workerTicks(createTickWorker),
    tabStorage: window.sessionStorage,
    sound: {
      permission$: sound.permission$,
      start: () => void sound.start(),
      stop: () => sound.stop(),
      arm: () => void sound.arm(),
    },
    notify: {
      success: (message) => notifier.notify({ tone: 'success', message }),
      error: (message) => notifier.notify({ tone: 'error', message }),
    },
  };

  const askWhoWeAre = (): void => {
    call(userDetail, {}, { quiet: true }).then(
      (fresh) => session.refreshUser(fresh),
      () => undefined,
    );
  };

  const hears$ = combineLatest([sound.permission$, sound.volumePercent$]).pipe(
    map(([permission, volumePercent]) => permission === 'armed' && volumePercent > 0),
    distinctUntilChanged(),
  );
  let running: Subscription | undefined;
  const watchConsole = (): Subscription => {
    const watching = hears$.subscribe((hears) => link.sayConsole(hears ? 'armed' : 'blocked'));
    // Any click or key press on the page lifts the browser's block.
    const gestures$ = merge(fromEvent(document, 'click'), fromEvent(document, 'keydown')).pipe(
      withLatestFrom(sound.permission$),
    );
    watching.add(gestures$.subscribe(([, permission]) => void (permission === 'armed' ? undefined : sound.arm())));
    void sound.arm();
    return watching;
  };

  const preloader = createPreloader({ screens, askAhead: services.askAhead, openPath: () => window.location.pathname });

  const pages = new Map<string, ReactNode>();
  return {
    live,
    preloader,
    alarm,
    can,
    liftAsked$,
    recordingAsked$,
    // Until the password is changed the server tells this user nothing, and the dialog says what to do.
    health$: user.must_change_password
      ? of<LinkHealth>({ state: 'closed', lostSinceMs: null })
      : combineLatest([
          watchLinkHealth(live.link$),
          alarm === null ? of(false) : watchProbeSilence({ call, live }),
        ]).pipe(map(([health, isUntested]) => (isUntested ? { ...health, isUntested } : health))),
    menu$: link.access$.pipe(
      startWith('menu' as const),
      switchMap(() => loadWithRetry(() => call(userMenuTree, {}, { quiet: true }))),
    ),
    handOvers$,
    notices$: watchNotices({ call, events$: live.events$, reload$: merge(noticesRead$, live.snapshotNeeded$) }),
    page(name, create) {
      const page = pages.get(name) ?? createElement(create(deps));
      pages.set(name, page);
      return page;
    },
    readNotices(ids) {
      call(noticeCallback, { ids: [...ids], result: 'read' }).then(
        () => noticesRead$.next(),
        () => noticesRead$.next(),
      );
    },
    renew(nextToken) {
      const next = pushTarget(window.location, user.id, nextToken);
      if (next.hello === target.hello) return;
      target = next;
      link.renew(next.hello);
    },
    reconnect: () => link.retryNow(),
    start() {
      running = new Subscription();
      // Subscribed for as long as someone is signed in: both know only what arrived while they had a subscriber.
      running.add(live.ringing$.subscribe());
      running.add(
        handOverResults(live.events$, handOvers$).subscribe((result) => notifier.notify(handOverText(result))),
      );
      // A refused socket usually means that the session has ended: this call tells, and a 401 leads to the login page. After an
      // interruption, too, because nobody reported what changed meanwhile.
      let wasLive = false;
      running.add(
        live.link$.subscribe(({ state }) => {
          if (state === 'refused' || (state === 'live' && wasLive)) askWhoWeAre();
          wasLive ||= state === 'live';
        }),
      );
      // With other rights or another scope, the layout and the pages open in it are rebuilt.
      running.add(
        link.access$
          .pipe(
            filter((change) => change === 'changed'),
            switchMap(() => loadWithRetry(() => call(userDetail, {}, { quiet: true }))),
          )
          .subscribe((fresh) => {
            if (fresh.kind === 'ready') session.refreshUser(fresh.value);
          }),
      );
      if (alarm !== null) {
        alarm.start();
        running.add(watchConsole());
        running.add(answerProbes({ call, live, hears$, random: Math.random }).subscribe());
        running.add(services.desktopNotices.watch(live.ringing$));
        // An answer must not wait for the desk to be fetched.
        const fetching = setTimeout(
          () =>
            void screens
              .find(({ name }) => name === 'RescueCall')
              ?.load()
              .catch(() => undefined),
          deskFetchDelayMs,
        );
        running.add(() => clearTimeout(fetching));
      }
      // A wall opens nothing else.
      if (window.location.pathname !== wallPath) {
        const fetching = setTimeout(() => void preloader.inTurn(entrancesOf(screens, can)), entrancesFetchDelayMs);
        running.add(() => clearTimeout(fetching));
      }
      if (!user.must_change_password) link.start();
      // What the account may do can have changed since it signed in.
      askWhoWeAre();
    },
    stop() {
      if (running === undefined) return;
      alarm?.stop();
      link.stop();
      running.unsubscribe();
      running = undefined;
    },
  };
}
