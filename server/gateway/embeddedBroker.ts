import { randomUUID } from 'node:crypto';
import { createServer, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { Aedes, type AedesOptions, type AuthenticateError, type AuthorizePublishHandler, type AuthorizeSubscribeHandler, type Client, type PublishPacket } from 'aedes';
import { parseTopic, topicOf, type DeviceChannel } from '../../src/contract/device.ts';
import type { DeviceFacts } from '../domain/domain.ts';
import { bridgeSecret, bridgeUser, deviceSecret, isSameSecret } from './credentials.ts';
import type { Delivery, DeviceInbox, Taken } from './deviceInbox.ts';
import type { GatewayCounters } from './gatewayStats.ts';
import { ReadTurns, type Arrived } from './readTurns.ts';
import { ReportLane, type TakeReport } from './reportLane.ts';
import { TopicListeners, wildcardChannel } from './topicListeners.ts';
import type { Transport } from './transport.ts';

const maxPacketBytes = 64 * 1024;
/** Whoever has not said goodbye by then is cut off: a stop must not wait for a socket that says nothing. */
const farewellMs = 500;
/** A commit, a deadline or a console's socket waits no longer than this for reports, and there are a dozen such waits on a call's way. */
const readBudgetMs = 5;
const badCredentials = 4;
const notAuthorized = 5;
/** Its packets have properties, which a short way through the bytes does not know. */
const mqtt5 = 5;

export interface EmbeddedBrokerOptions {
  readonly port: number;
  readonly host: string;
  readonly tls?: { readonly key: Buffer; readonly cert: Buffer } | undefined;
  readonly siteKey: Buffer;
  readonly devices: DeviceFacts;
  readonly inbox: DeviceInbox;
  readonly counters: GatewayCounters;
  /** A device, or `undefined` a bridge, now listens for commands. */
  readonly onCommandListener: (deviceKey: string | undefined) => void;
  readonly onTrouble: (trouble: string, error: unknown) => void;
}

type PublishDone = (error?: Error) => void;

/** What devices say has been taken in before it is published; where nobody else listens it ends there. */
class DeviceBroker extends Aedes {
  readonly #hasListener: (topic: string) => boolean;

  constructor(options: AedesOptions, hasListener: (topic: string) => boolean) {
    super(options);
    this.#hasListener = hasListener;
  }

  /** aedes names the client of what comes over the wire. */
  override publish(packet: PublishPacket, ...rest: [done: PublishDone] | [client: Client | null, done: PublishDone]): void {
    const [client, done] = rest;
    if (rest.length === 2 && client !== null && !this.#hasListener(packet.topic)) done?.();
    else Reflect.apply(super.publish.bind(this), undefined, [packet, ...rest]);
  }
}

/** Why a device's connection is closed or refused. */
function refusal(message: string, returnCode: number): AuthenticateError {
  return Object.assign(new Error(message), { returnCode });
}

const asBuffer = (payload: string | Buffer): Buffer => (typeof payload === 'string' ? Buffer.from(payload) : payload);

/**
 * MQTT 3.1.1 in this process. PUBACK follows the commit, because the message is taken in while it is being authorised.
 * Sessions are never kept: what waits for a device is in the store, and is sent again when the device subscribes.
 */
export async function startEmbeddedBroker(options: EmbeddedBrokerOptions): Promise<Transport> {
  const { siteKey, devices, inbox, counters, onCommandListener, onTrouble } = options;
  const users = new WeakMap<Client, string>();
  const keepAlivesMs = new WeakMap<Client, number>();
  const listeners = new TopicListeners<Client>();
  /** A device's own connections, newest last. */
  const ownConnections = new Map<string, Set<Client>>();
  const takingIn = new Set<Promise<void>>();
  let isClosing = false;

  const forget = (client: Client) => {
    listeners.removeAll(client);
    const user = users.get(client);
    const own = user === undefined ? undefined : ownConnections.get(user);
    own?.delete(client);
    if (user !== undefined && own?.size === 0) ownConnections.delete(user);
  };

  /** A device that has come back under another connection is not lost with the old one. */
  const isStillConnected = (client: Client, deviceKey: string): boolean =>
    [...(ownConnections.get(deviceKey) ?? [])].some((other) => other !== client && !other.closed);

  const sendReceipt = (client: Client, { receipt }: Taken): void => {
    if (receipt !== undefined && !client.closed && listeners.has(receipt.deviceKey, 'receipt')) transport.publish(receipt.deviceKey, 'receipt', { id: receipt.id });
  };

  const authorizePublish: AuthorizePublishHandler = (client, packet, done) => {
    const user = client === null ? undefined : users.get(client);
    if (client === null || user === undefined) {
      done(new Error('not signed in'));
      return;
    }
    // aedes hands the last will over when the connection is already closed.
    const isLastWill = client.closed;
    const delivery: Delivery = {
      topic: packet.topic, payload: asBuffer(packet.payload), sender: user, canWait: user !== bridgeUser, isLastWill, isRetained: false,
    };
    const topic = parseTopic(packet.topic);
    if (isLastWill && (isClosing || (topic !== undefined && isStillConnected(client, topic.deviceKey)))) {
      done(new Error('the will is void'));
      return;
    }
    const isForeign = topic !== undefined && user !== bridgeUser && topic.deviceKey !== user;
    const isServers = topic?.channel === 'command' || topic?.channel === 'receipt';
    // Nobody reads retained device messages here: the gateway itself knows who is online.
    packet.retain = false;
    const taking = isForeign || isServers ? undefined : inbox.take(delivery);
    if (taking !== undefined && !(taking instanceof Promise)) {
      sendReceipt(client, taking);
      done();
      return;
    }
    const work = taking === undefined
      ? inbox.keepIfHelp(delivery, `设备 ${user} 无权发布该主题`).then(() => {
          counters.refusedTopics += 1;
          throw new Error(`${user} may not publish on ${packet.topic}`);
        })
      : taking.then((taken) => sendReceipt(client, taken));
    const settled = work.then(
      () => done(),
      (error: unknown) => {
        if (!isForeign && !isServers) onTrouble(`设备消息未能保存（${packet.topic}），等待设备重发`, error);
        // Not acknowledged, and the connection is dropped, so that the device sends it again.
        done(error instanceof Error ? error : new Error(String(error)));
      },
    );
    takingIn.add(settled);
    void settled.finally(() => takingIn.delete(settled));
  };

  const authorizeSubscribe: AuthorizeSubscribeHandler = (client, subscription, done) => {
    const user = users.get(client);
    const topic = parseTopic(subscription.topic);
    const isOwn = topic?.deviceKey === user && (topic?.channel === 'command' || topic?.channel === 'receipt');
    const isBridges = user === bridgeUser && (topic !== undefined || wildcardChannel(subscription.topic) !== undefined);
    if (!isOwn && !isBridges) counters.refusedTopics += 1;
    done(null, isOwn || isBridges ? subscription : null);
  };

  const broker = new DeviceBroker({
    connectTimeout: 10_000,
    maxClientsIdLength: 256,
    // A device may send a burst before its CONNACK: QoS 1 senders are bounded by their own window.
    queueLimit: 1_000,
    preConnect(client, packet, done) {
      // Sessions die with the process, so none is promised. A name cannot be taken over by another device.
      packet.clean = true;
      packet.clientId = `${packet.username ?? ''}:${packet.clientId === '' ? randomUUID() : packet.clientId}`;
      keepAlivesMs.set(client, (packet.keepalive ?? 0) * 1_000);
      done(null, !isClosing);
      if (isClosing) client.close();
    },
    authenticate(client, username, password, done) {
      const expected = username === bridgeUser
        ? bridgeSecret(siteKey)
        // A device that is not bound yet may be heard all the same: what it says goes to quarantine.
        : deviceSecret(siteKey, username ?? '', devices.findDevice(username ?? '')?.secretVersion ?? 1);
      if (username === undefined || !isSameSecret(expected, password)) {
        counters.refusedLogins += 1;
        done(refusal('unknown device or wrong secret', badCredentials), null);
        return;
      }
      if (parseTopic(topicOf(username, 'event')) === undefined) {
        done(refusal('a device key is made of letters, digits, - and _', notAuthorized), null);
        return;
      }
      users.set(client, username);
      if (username !== bridgeUser) {
        const own = ownConnections.get(username) ?? new Set();
        for (const other of own) if (other.closed) own.delete(other);
        ownConnections.set(username, own.add(client));
      }
      done(null, true);
    },
    authorizePublish,
    authorizeSubscribe,
  }, (topic) => listeners.hears(topic));
  await broker.listen();
  broker.on('clientDisconnect', forget);
  broker.on('clientError', forget);
  broker.on('subscribe', (subscriptions, client) => {
    for (const { topic: filter, qos } of subscriptions) {
      const refusedQos: number = 128;
      if (qos === refusedQos || filter.startsWith('$')) continue;
      listeners.add(client, filter);
      if (wildcardChannel(filter) === 'command') onCommandListener(undefined);
      const topic = parseTopic(filter);
      if (topic?.channel === 'command') onCommandListener(topic.deviceKey);
    }
  });
  broker.on('unsubscribe', (filters, client) => {
    for (const filter of filters) listeners.remove(client, filter);
  });

  /** Reports of those that may speak for the lift, where nobody else listens to them. */
  const takeReportOf = (client: Client): TakeReport => (deviceKey, payload) => {
    const user = users.get(client);
    return (user === bridgeUser || user === deviceKey) && !listeners.hearsAny('telemetry') && inbox.takeReport(deviceKey, payload);
  };

  const sockets = new Set<Socket>();
  const turns = new ReadTurns<Socket>(
    { budgetMs: readBudgetMs, urgentMark: Buffer.from('/event' satisfies `/${DeviceChannel}`), nowMs: () => performance.now(), nextTurn: (callback) => void setImmediate(callback) },
    (socket) => socket.emit('readable'),
  );
  const onConnection = (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    socket.setNoDelay(true);
    socket.setKeepAlive(true, 30_000);
    const client = broker.handle(socket);
    let throughMs = 0;
    const lane = new ReportLane({
      maxPacketBytes,
      take: takeReportOf(client),
      onTooLarge() {
        counters.oversizedPackets += 1;
        socket.destroy();
      },
    });
    readThrough(socket, turns, (chunk) => {
      // The broker counts a client's keep-alive by what reaches it, so something does, three times within it.
      const nowMs = performance.now();
      const keepAliveMs = keepAlivesMs.get(client) ?? 0;
      const mayTake = client.connected && !client.closed && client.version !== mqtt5 && (keepAliveMs === 0 || nowMs - throughMs < keepAliveMs / 3);
      const left = lane.read(chunk, mayTake);
      if (left !== null) throughMs = nowMs;
      return left;
    });
  };
  const server = options.tls === undefined ? createServer(onConnection) : createTlsServer(options.tls, onConnection);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, () => {
      server.off('error', reject);
      server.on('error', (error) => onTrouble('MQTT 端口出错', error));
      resolve();
    });
  });

  const address = server.address();
  const transport: Transport = {
    port: address === null || typeof address === 'string' ? undefined : address.port,
    isReady: () => !isClosing && server.listening,
    connections: () => broker.connectedClients,
    hasListener: (deviceKey, channel) => listeners.has(deviceKey, channel),
    publish(deviceKey, channel, message) {
      broker.publish(
        { cmd: 'publish', topic: topicOf(deviceKey, channel), payload: JSON.stringify(message), qos: 1, dup: false, retain: false },
        (error) => {
          if (error !== undefined && error !== null) onTrouble(`未能发布到 ${topicOf(deviceKey, channel)}`, error);
        },
      );
    },
    disconnect(deviceKey) {
      for (const client of ownConnections.get(deviceKey) ?? []) client.close();
    },
    async close() {
      isClosing = true;
      const serverClosed = new Promise<void>((resolve) => server.close(() => resolve()));
      // What is already here is still taken in; its PUBACK may no longer arrive, and the repeat will be harmless.
      inbox.close();
      await Promise.allSettled(takingIn);
      const cutOff = setTimeout(() => {
        for (const socket of sockets) socket.destroy();
      }, farewellMs);
      await new Promise<void>((resolve) => broker.close(resolve));
      await serverClosed;
      clearTimeout(cutOff);
    },
  };
  return transport;
}

/** aedes reads its sockets by `read()`: every chunk comes in its turn, and `take` says what of it goes on to aedes. */
function readThrough(socket: Socket, turns: ReadTurns<Socket>, take: (chunk: Buffer) => Buffer | null): void {
  const readAny = socket.read.bind(socket);
  const arrived: Arrived = {
    get length() {
      return socket.readableLength;
    },
    read() {
      const chunk: unknown = readAny();
      return Buffer.isBuffer(chunk) ? chunk : null;
    },
  };
  socket.read = (size?: number): unknown => {
    // With a size of 0 the stream looks after itself; at its end that would come before what is held.
    if (size === 0) return turns.isHolding(socket) ? null : readAny(0);
    const chunk = turns.take(socket, arrived);
    return chunk === null ? null : take(chunk);
  };
  socket.once('close', () => turns.forget(socket));
}
