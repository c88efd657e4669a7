import type { Server } from 'node:http';
import { WebSocketServer } from 'ws';
import type { StoredEvent } from '../../src/contract/events/storedEvent.ts';
import { closeCodes, heartbeatDeadAfterMs, heartbeatPeriodMs } from '../../src/contract/push.ts';
import type { Sessions } from '../access/sessions.ts';
import type { ConsolePresence } from '../ports/consolePresence.ts';
import type { Directory } from '../domain/city/directory.ts';
import { every, type Clock } from '../runtime/clock.ts';
import type { EventStore } from '../store/eventStore.ts';
import { AudienceGroups, audienceKey } from './audienceGroups.ts';
import { createClientEntry } from './clientEntry.ts';
import type { DescribeEvent } from './describeEvent.ts';
import { SealedPlaces } from './framePlaces.ts';
import { pingFrame, textFrame, type Announcement } from './frames.ts';
import type { PushClient } from './pushClient.ts';
import { PushLog } from './pushLog.ts';
import { Reminders, reminderTickMs } from './reminders.ts';
import { RingingCalls } from './ringingCalls.ts';
import { RingLog } from './ringLog.ts';
import { SignedInClients } from './signedInClients.ts';
import { createUpgrade } from './upgrade.ts';

const mostFrameBytes = 4_096;
/** Events within this time after a write are written together. */
const coalesceMs = 2;
/**
 * The delay of frames that ring nowhere: the alarm of a call for help would otherwise be written to a thousand sockets before the order that
 * it opens can be recorded, and the ring would wait for that.
 */
const unhurriedMs = 8;
const sessionCheckMs = 60_000;
const restartCode = 1012;

export interface PushHubOptions {
  readonly store: EventStore;
  readonly clock: Clock;
  readonly sessions: Sessions;
  readonly directory: Pick<Directory, 'elevator'>;
  readonly describe: DescribeEvent;
  /** Seals the places in the log that clients carry; every process of the site has the same. */
  readonly siteKey: Uint8Array;
  /** Origins besides the server's own whose pages may connect, as `https://desk.example`. */
  readonly allowedOrigins?: readonly string[];
  readonly trustProxy?: boolean;
  /** True if frames are written past `ws`, encoded once for all; true by default. */
  readonly ownFrames?: boolean | undefined;
  /** The synthetic call has been sent to the consoles. */
  readonly onProbe?: ((probeId: string) => void) | undefined;
  /** A client has joined whose user may answer calls. */
  readonly onConsole?: (() => void) | undefined;
  readonly onError: (error: unknown) => void;
}

export interface PushHub extends ConsolePresence {
  /** Serves `/ws` on the server; other upgrades are refused. */
  attach(server: Server): void;
  /** For the health figures. */
  stats(): { readonly clients: number; readonly position: number };
  /** Tells every client to come back (1012) and stops. */
  close(): Promise<void>;
}

/**
 * The `/ws` of the specification: users who may answer are notified of a call once its commit is durable, in log order.
 * Our own clients resume from their position; a spec-only client gets the open calls again each time.
 */
export async function createPushHub(options: PushHubOptions): Promise<PushHub> {
  const {
    store,
    clock,
    sessions,
    directory,
    describe,
    siteKey,
    allowedOrigins = [],
    trustProxy = false,
    ownFrames = true,
    onProbe,
    onConsole,
    onError,
  } = options;
  const wss = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: mostFrameBytes,
    clientTracking: true,
  });
  const signedIn = new SignedInClients();
  const groups = new AudienceGroups(clock);
  const reminders = new Reminders();
  const ringLog = new RingLog({ store, clock, onError });
  const places = new SealedPlaces(siteKey, store.epoch);
  const log = await PushLog.open({ store, places, clock, describe, onError });
  const { recent } = log;
  // After reading the head: the hub follows what happens from then on.
  const ringing = await RingingCalls.open({ store, directory, epoch: places.epoch, onError });
  let planned: { readonly dueMs: number; readonly cancel: () => void } | undefined;
  let flushedAtMs = Number.NEGATIVE_INFINITY;
  let isClosing = false;

  function flush(): void {
    planned?.cancel();
    planned = undefined;
    flushedAtMs = clock.monotonicMs();
    groups.flush();
  }

  /** Writes frames that ring immediately after a quiet moment; only events in quick succession wait, and those that do not ring. */
  function flushSoon(rings: boolean): void {
    const nowMs = clock.monotonicMs();
    const dueMs = Math.max(flushedAtMs + coalesceMs, rings ? nowMs : nowMs + unhurriedMs);
    if (planned !== undefined && planned.dueMs <= dueMs) return;
    planned?.cancel();
    if (dueMs <= nowMs) return flush();
    planned = { dueMs, cancel: clock.after(dueMs - nowMs, flush) };
  }

  async function onEvents(events: readonly StoredEvent[]): Promise<void> {
    const entries = await log.announce(events);
    // The next tick retries a failure: a call must not stay silent because the database was unreachable for a moment.
    await ringing.follow(events).catch(onError);
    const last = events.at(-1);
    if (last === undefined) return;
    // No await from here on: a client that joins before has the old state, one that joins after has the new one.
    recent.add(entries, last.position);
    for (const { announcements } of entries) groups.tell(announcements);
    reminders.heard(entries, clock.monotonicMs());
    if (entries.length > 0) flushSoon(entries.some(({ announcements }) => announcements.some(rings)));
    menuMayHaveChanged(events);
    for (const { announcements, position } of entries) {
      ringLog.pushed(announcements, position);
      for (const { push } of announcements) if (push.event.kind === 'probe.sent') onProbe?.(push.event.probeId);
    }
  }

  async function remind(): Promise<void> {
    await ringing.catchUp().catch(onError);
    const due = reminders.due(ringing.list(), clock.monotonicMs());
    for (const announcement of due) groups.tell([announcement]);
    if (due.length > 0) groups.flush();
    ringLog.pushed(due);
  }

  function beat(): void {
    const serverTimeMs = clock.nowMs();
    const resume = places.seal(recent.head);
    groups.writeToAll((kind, order) => {
      if (kind === 'spec') return pingFrame;
      const position = order.next();
      const heartbeat = { position, serverTimeMs };
      return Buffer.concat([textFrame({ position, epoch: places.epoch, resume, heartbeat }), pingFrame]);
    });
    // A browser answers pings automatically: a client that does not is gone, whatever the network says.
    const nowMs = clock.monotonicMs();
    for (const client of groups.clients()) if (nowMs - client.heardAtMs > heartbeatDeadAfterMs) client.cutOff();
  }

  async function recheck(client: PushClient): Promise<void> {
    const principal = await sessions.principalOfKey(client.sessionKey);
    if (principal === undefined) client.close(closeCodes.refused, 'session ended');
    else if (principal.mustChangePassword) client.close(closeCodes.refused, 'password must be changed');
    else if (audienceKey(principal) !== audienceKey(client.principal)) {
      if (client.kind !== 'spec') client.write(textFrame({ access: 'changed' }));
      client.close(restartCode, 'access changed');
    }
  }

  /** Rows of the menu, or who holds them, have changed. */
  function menuMayHaveChanged(events: readonly StoredEvent[]): void {
    if (events.every(({ type }) => type !== 'role.changed' && type !== 'permission.changed')) return;
    const frame = textFrame({ access: 'menu' });
    for (const client of signedIn.all()) if (client.kind !== 'spec') client.write(frame);
  }

  const recheckAll = (clients: Iterable<PushClient>) => {
    for (const client of clients) recheck(client).catch(onError);
  };

  const accept = createClientEntry({
    clock,
    sessions,
    places,
    log,
    ringing,
    ringLog,
    groups,
    signedIn,
    ownFrames,
    isClosing: () => isClosing,
    recheck: (client) => void recheck(client).catch(onError),
    onConsole,
    onError,
  });

  const upgrade = createUpgrade({ wss, allowedOrigins, trustProxy, accept, isClosing: () => isClosing });
  const subscription = store.subscribe({ afterPosition: recent.head, onEvents, onError });
  const stops = [
    every(clock, heartbeatPeriodMs, beat),
    every(clock, reminderTickMs, remind),
    every(clock, sessionCheckMs, () => recheckAll(signedIn.all())),
    sessions.onAccessChanged((userId) => recheckAll(userId === undefined ? signedIn.all() : signedIn.ofUser(userId))),
  ];

  return {
    attach(server) {
      server.on('upgrade', upgrade);
    },
    stats: () => ({ clients: groups.size, position: recent.head }),
    isAnyArmedFor: (responsibility) => groups.isAnyArmedFor(responsibility),
    isOnline: (userId) => groups.ofUser(userId).length > 0,
    async close() {
      isClosing = true;
      for (const stop of stops) stop();
      planned?.cancel();
      log.close();
      await subscription.close();
      groups.flush();
      for (const ws of wss.clients) ws.close(restartCode, 'restart');
      // Clients that do not answer the close frame within a second are dropped.
      await Promise.race([allClosed(wss), new Promise<void>((resolve) => setTimeout(resolve, 1_000).unref())]);
      for (const ws of wss.clients) ws.terminate();
      await ringLog.close();
    },
  };
}

/** A dispatcher's screen rings by its text. */
const rings = ({ push }: Announcement): boolean => push.text !== undefined;

async function allClosed(wss: WebSocketServer): Promise<void> {
  await Promise.all([...wss.clients].map((ws) => new Promise<void>((resolve) => ws.once('close', () => resolve()))));
}
