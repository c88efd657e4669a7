import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type RawData, type WebSocket } from 'ws';
import type { StoredEvent } from '../../src/contract/events/storedEvent.ts';
import {
  closeCodes,
  consoleFrameSchema,
  helloFrameSchema,
  heartbeatDeadAfterMs,
  heartbeatPeriodMs,
  mostConsoleFramesPerSecond,
  type ConsoleFrame,
  type HelloFrame,
  type ServerFrame,
} from '../../src/contract/push.ts';
import { findUnkeepable } from '../../src/contract/text.ts';
import type { Sessions } from '../access/sessions.ts';
import type { ConsolePresence } from '../ports/consolePresence.ts';
import type { Directory } from '../domain/city/directory.ts';
import { TokenBucket } from '../runtime/tokenBucket.ts';
import { every, type Clock } from '../runtime/clock.ts';
import type { EventStore } from '../store/eventStore.ts';
import { AudienceGroups, audienceKey } from './audienceGroups.ts';
import type { DescribeEvent } from './describeEvent.ts';
import { FrameOrder, SealedPlaces } from './framePlaces.ts';
import { pingFrame, textFrame, type Announcement, type ClientKind } from './frames.ts';
import { HelloLimits } from './helloLimits.ts';
import { isToldTo } from './push.ts';
import { PushClient } from './pushClient.ts';
import { PushLog } from './pushLog.ts';
import { announcementFor } from './recentPushes.ts';
import { Reminders, reminderTickMs } from './reminders.ts';
import { RingingCalls } from './ringingCalls.ts';
import { RingLog } from './ringLog.ts';
import { SignedInClients } from './signedInClients.ts';
import { createUpgrade } from './upgrade.ts';

const helloLimitMs = 5_000;
const mostFrameBytes = 4_096;
/** Events within this time after a write are written together. */
const coalesceMs = 2;
/**
 * The delay of frames that ring nowhere: the alarm of a call for help would otherwise be written to a thousand sockets before the order that
 * it opens can be recorded, and the ring would wait for that.
 */
const unhurriedMs = 8;
/** Sends a replay in parts of this size, each after the client has read the previous one. */
const replayPartBytes = 262_144;
const replayLimitMs = 60_000;
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

interface Connection {
  readonly ws: WebSocket;
  readonly socket: Duplex;
  readonly ip: string;
  console: ConsoleFrame['console'] | undefined;
  /** From its first frame on. */
  signedIn: PushClient | undefined;
  /** The same, once it receives everything as it happens. */
  client: PushClient | undefined;
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
  const limits = new HelloLimits(clock, (userId, ip) => sessions.hasSessionFrom(userId, ip));
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

  async function refuse(connection: Connection, userId: number | undefined, code: number): Promise<void> {
    if ((await limits.wrong(connection.ip, userId)) === 'refused') connection.ws.close(code, 'refused');
    else connection.ws.close(closeCodes.tooManyTries, 'too many attempts');
  }

  async function authenticate(connection: Connection, raw: RawData, isBinary: boolean): Promise<void> {
    const hello = helloFrameSchema.safeParse(isBinary ? undefined : parseJson(raw));
    if (!hello.success) return refuse(connection, undefined, closeCodes.badFrame);
    const [, id, fragment] = /^(\d{1,15})@([0-9a-f]{16})$/i.exec(hello.data.text) ?? [];
    if (id === undefined || fragment === undefined) return refuse(connection, undefined, closeCodes.refused);
    const userId = Number(id);
    const session = await sessions.findByFragment(userId, fragment.toLowerCase());
    if (session === undefined) return refuse(connection, userId, closeCodes.refused);
    // As for calls: the user may do nothing else until then.
    if (session.principal.mustChangePassword)
      return connection.ws.close(closeCodes.refused, 'password must be changed');
    const client = new PushClient({
      ws: connection.ws,
      socket: connection.socket,
      principal: session.principal,
      sessionKey: session.key,
      kind: kindOf(hello.data),
      order: new FrameOrder(clock),
      ownFrames,
      heardAtMs: clock.monotonicMs(),
    });
    if (!client.isOpen) return;
    connection.signedIn = client;
    // Before sending what it missed, which may take long: the client counts already, and ends with its session.
    signedIn.add(client);
    await welcome(connection, client, hello.data.last ?? null);
  }

  async function welcome(connection: Connection, client: PushClient, last: HelloFrame['last']): Promise<void> {
    if (client.kind === 'spec') return join(connection, client);
    const from = await log.resumeFrom(last);
    if (last?.epoch === places.epoch) client.order.continueAfter(last.position);
    const greeting: ServerFrame = {
      epoch: places.epoch,
      welcome: { fresh: from === undefined, serverTimeMs: clock.nowMs() },
    };
    if (from === undefined) {
      // The place from which this client's snapshot continues: it joins without an await in between.
      client.write(textFrame({ ...greeting, position: client.order.next(), resume: places.seal(recent.head) }));
      return join(connection, client);
    }
    client.write(textFrame(greeting));
    const cancelReplay = clock.after(replayLimitMs, () => client.cutOff());
    await replay(connection, client, from).finally(cancelReplay);
  }

  /** Joins at the very moment when nothing is missing: there must be no await between the two. */
  async function replay(connection: Connection, client: PushClient, from: number): Promise<void> {
    let position = from;
    while (client.isOpen) {
      if (!recent.covers(position)) return client.cutOff();
      const part: Buffer[] = [];
      let bytes = 0;
      for (const entry of recent.after(position)) {
        if (bytes > replayPartBytes) break;
        position = entry.position;
        const frame = announcementFor(entry.announcements, client.principal)?.bytesFor(client.kind, client.order);
        if (frame === undefined) continue;
        part.push(frame);
        bytes += frame.length;
      }
      if (part.length > 0) client.write(Buffer.concat(part));
      if (bytes <= replayPartBytes) return join(connection, client);
      await client.drained();
    }
  }

  /** Gets the open calls, then everything as it happens. */
  function join(connection: Connection, client: PushClient): void {
    if (!client.isOpen || isClosing) return;
    const open = ringing.list().flatMap(({ announcement }) => {
      const bytes = isToldTo(announcement.push.audience, client.principal)
        ? announcement.bytesFor(client.kind, client.order)
        : undefined;
      return bytes === undefined ? [] : [bytes];
    });
    if (open.length > 0) client.write(Buffer.concat(open));
    client.console = connection.console;
    connection.client = client;
    groups.add(client);
    ringLog.joined(client);
    if (client.principal.permissions.has('rescue.answer')) onConsole?.();
    // The session may have ended during the replay.
    recheckAll([client]);
  }

  function accept(ws: WebSocket, socket: Duplex, ip: string): void {
    const connection: Connection = { ws, socket, ip, console: undefined, signedIn: undefined, client: undefined };
    let isFirst = true;
    const frames = new TokenBucket(
      { burst: mostConsoleFramesPerSecond, perSecond: mostConsoleFramesPerSecond },
      clock.monotonicMs(),
    );
    const cancelHello = clock.after(helloLimitMs, () => ws.close(closeCodes.tooSlow, 'no first frame'));
    ws.on('message', (raw, isBinary) => {
      if (connection.client !== undefined) connection.client.heardAtMs = clock.monotonicMs();
      if (isFirst) {
        isFirst = false;
        cancelHello();
        authenticate(connection, raw, isBinary).catch((error: unknown) => {
          onError(error);
          ws.close(1011, 'try again');
        });
        return;
      }
      if (!frames.take(clock.monotonicMs())) {
        ws.close(closeCodes.tooManyTries, 'too many frames');
        return;
      }
      const frame = consoleFrameSchema.safeParse(isBinary ? undefined : parseJson(raw));
      if (!frame.success) {
        ws.close(closeCodes.badFrame, 'unknown frame');
        return;
      }
      connection.console = frame.data.console;
      if (connection.client === undefined) return;
      connection.client.console = frame.data.console;
      ringLog.sounds(connection.client, frame.data.console);
    });
    ws.on('pong', () => {
      if (connection.client !== undefined) connection.client.heardAtMs = clock.monotonicMs();
    });
    // `ws` closes the socket itself, with the code that gives the reason.
    ws.on('error', () => undefined);
    ws.on('close', () => {
      cancelHello();
      if (connection.signedIn !== undefined) signedIn.remove(connection.signedIn);
      if (connection.client === undefined) return;
      groups.remove(connection.client);
      ringLog.left(connection.client);
    });
  }

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

const kindOf = ({ last, streams }: HelloFrame): ClientKind =>
  last === undefined ? 'spec' : streams === true ? 'ours' : 'older';

function parseJson(raw: RawData): unknown {
  try {
    const value: unknown = JSON.parse(Buffer.isBuffer(raw) ? raw.toString('utf8') : '');
    return findUnkeepable(value) === undefined ? value : undefined;
  } catch {
    return undefined;
  }
}

async function allClosed(wss: WebSocketServer): Promise<void> {
  await Promise.all([...wss.clients].map((ws) => new Promise<void>((resolve) => ws.once('close', () => resolve()))));
}
