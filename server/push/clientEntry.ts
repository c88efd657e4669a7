import type { Duplex } from 'node:stream';
import type { RawData, WebSocket } from 'ws';
import {
  closeCodes,
  consoleFrameSchema,
  helloFrameSchema,
  mostConsoleFramesPerSecond,
  type ConsoleFrame,
  type HelloFrame,
  type ServerFrame,
} from '../../src/contract/push.ts';
import { findUnkeepable } from '../../src/contract/text.ts';
import type { Sessions } from '../access/sessions.ts';
import type { Clock } from '../runtime/clock.ts';
import { TokenBucket } from '../runtime/tokenBucket.ts';
import type { AudienceGroups } from './audienceGroups.ts';
import { FrameOrder, type SealedPlaces } from './framePlaces.ts';
import { textFrame, type ClientKind } from './frames.ts';
import { HelloLimits } from './helloLimits.ts';
import { isToldTo } from './push.ts';
import { PushClient } from './pushClient.ts';
import type { PushLog } from './pushLog.ts';
import { announcementFor } from './recentPushes.ts';
import type { RingingCalls } from './ringingCalls.ts';
import type { RingLog } from './ringLog.ts';
import type { SignedInClients } from './signedInClients.ts';

const helloLimitMs = 5_000;
/** Sends a replay in parts of this size, each after the client has read the previous one. */
const replayPartBytes = 262_144;
const replayLimitMs = 60_000;

export interface ClientEntryParts {
  readonly clock: Clock;
  readonly sessions: Sessions;
  readonly places: SealedPlaces;
  readonly log: PushLog;
  readonly ringing: RingingCalls;
  readonly ringLog: RingLog;
  readonly groups: AudienceGroups;
  readonly signedIn: SignedInClients;
  readonly ownFrames: boolean;
  readonly isClosing: () => boolean;
  /** Closes the client if its session has ended or its rights are others by now. */
  readonly recheck: (client: PushClient) => void;
  /** See `PushHubOptions`. */
  readonly onConsole: (() => void) | undefined;
  readonly onError: (error: unknown) => void;
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
 * Returns the function that takes a new socket: by its first frame the client signs in, gets what it has missed or the open calls, and
 * joins its group. Then it receives everything as it happens.
 */
export function createClientEntry(parts: ClientEntryParts): (ws: WebSocket, socket: Duplex, ip: string) => void {
  const {
    clock,
    sessions,
    places,
    log,
    ringing,
    ringLog,
    groups,
    signedIn,
    ownFrames,
    isClosing,
    recheck,
    onConsole,
    onError,
  } = parts;
  const { recent } = log;
  const limits = new HelloLimits(clock, (userId, ip) => sessions.hasSessionFrom(userId, ip));

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
    if (!client.isOpen || isClosing()) return;
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
    recheck(client);
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

  return accept;
}

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
