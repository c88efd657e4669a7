import { createServer, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import type { AuthorizeSubscribeHandler, Client } from 'aedes';
import { parseTopic, topicOf, type DeviceChannel } from '../../src/contract/device.ts';
import type { DeviceFacts } from '../domain/domain.ts';
import type { Clock } from '../runtime/clock.ts';
import type { OnTrouble } from '../runtime/troubleLog.ts';
import { createAdmission } from './clientAdmission.ts';
import type { Delivery } from './delivery.ts';
import { DeviceBroker } from './deviceBroker.ts';
import { DeviceConnection } from './deviceConnection.ts';
import type { DeviceInbox } from './deviceInbox.ts';
import { plainTurns, type Turns } from './fastReports/plainTurns.ts';
import { readThrough } from './fastReports/readThrough.ts';
import { ReadTurns } from './fastReports/readTurns.ts';
import { ReportLane, type TakeReport } from './fastReports/reportLane.ts';
import type { FloodLimits } from './floodLimits.ts';
import type { GatewayCounters } from './gatewayStats.ts';
import { createPublishGate } from './publishGate.ts';
import { DeviceConnections, SilentConnections } from './signIns.ts';
import { TopicListeners, wildcardChannel } from './topicListeners.ts';
import type { Transport } from './transport.ts';

const maxPacketBytes = 64 * 1024;
/** Connections still open by then are cut off: a stop must not wait for a silent socket. */
const farewellMs = 500;
/** A commit, a deadline or a console's socket waits no longer than this for reports, and a call needs about a dozen such steps. */
const readBudgetMs = 5;
/** After this part of the budget reports are put off, which costs little. */
const handleReportsMs = 4;
/** Each read costs the system about 20 µs besides. */
const mostReads = 256;
/** A client that has not read what is waiting for it for this long is cut off. */
const drainTimeoutMs = 5_000;
const signInTimeoutMs = 10_000;
/** Messages at QoS 2 that one connection may leave without their PUBREL: each stays in memory, up to a whole packet. */
const mostUnreleased = 100;
/** Its packets have properties, which the fast path does not know. */
const mqtt5 = 5;

export interface EmbeddedBrokerOptions {
  readonly clock: Clock;
  readonly port: number;
  readonly host: string;
  readonly tls?: { readonly key: Buffer; readonly cert: Buffer } | undefined;
  readonly siteKey: Buffer;
  readonly devices: DeviceFacts;
  readonly inbox: DeviceInbox;
  readonly floods: FloodLimits;
  readonly counters: GatewayCounters;
  /** See `GatewayOptions`. */
  readonly fastReports: boolean;
  /** A device, or `undefined` a bridge, now listens for commands. */
  readonly onCommandListener: (deviceKey: string | undefined) => void;
  readonly onTrouble: OnTrouble;
}

/**
 * MQTT 3.1.1 in this process. PUBACK follows the commit, because the message is handled while it is being authorised.
 * Sessions are never kept: commands waiting for a device are in the store, and are sent again when the device subscribes.
 */
export async function startEmbeddedBroker(options: EmbeddedBrokerOptions): Promise<Transport> {
  const { clock, siteKey, devices, inbox, floods, counters, fastReports, onCommandListener, onTrouble } = options;
  const connections = new WeakMap<Client, DeviceConnection>();
  const listeners = new TopicListeners<Client>();
  const ownConnections = new DeviceConnections<Client>();
  const silent = new SilentConnections();
  const takingIn = new Set<Promise<unknown>>();
  let isClosing = false;

  const forget = (client: Client) => {
    listeners.removeAll(client);
    const user = connections.get(client)?.user;
    if (user !== undefined) ownConnections.remove(user, client);
  };

  const track = (work: Promise<unknown>): void => {
    takingIn.add(work);
    void work.finally(() => takingIn.delete(work));
  };

  const publish: Transport['publish'] = (deviceKey, channel, message) => {
    broker.publish(
      {
        cmd: 'publish',
        topic: topicOf(deviceKey, channel),
        payload: JSON.stringify(message),
        qos: 1,
        dup: false,
        retain: false,
      },
      (error) => {
        if (error !== undefined && error !== null) onTrouble(`未能发布到 ${topicOf(deviceKey, channel)}`, error);
      },
    );
  };

  const shared = { connections, ownConnections, isClosing: () => isClosing };
  const admission = createAdmission({ ...shared, clock, siteKey, devices, floods, counters });

  const authorizeSubscribe: AuthorizeSubscribeHandler = (client, subscription, done) => {
    const connection = connections.get(client);
    const topic = parseTopic(subscription.topic);
    const isOwn =
      topic?.deviceKey === connection?.user && (topic?.channel === 'command' || topic?.channel === 'receipt');
    const isBridges =
      connection?.isBridge === true && (topic !== undefined || wildcardChannel(subscription.topic) !== undefined);
    const isGranted = (isOwn || isBridges) && connection?.subscribes(subscription.topic) === true;
    if (!isGranted) counters.refusedTopics += 1;
    done(null, isGranted ? subscription : null);
  };

  const broker = new DeviceBroker(
    {
      // No queue: with one, a client that does not read holds up the messages to all others, and releasing a long queue
      // overflows the stack (mqemitter recurses).
      concurrency: 0,
      drainTimeout: drainTimeoutMs,
      connectTimeout: signInTimeoutMs,
      maxClientsIdLength: 256,
      // A device may send a burst before its CONNACK: QoS 1 senders are bounded by their own window.
      queueLimit: 1_000,
      maxInflightInbound: mostUnreleased,
      preConnect: admission.preConnect,
      authenticate: admission.authenticate,
      authorizePublish: createPublishGate({
        ...shared,
        listeners,
        devices,
        inbox,
        counters,
        offended: admission.offended,
        publish,
        track,
        onTrouble,
      }),
      authorizeSubscribe,
      authorizeForward(client, packet) {
        const connection = connections.get(client);
        if (connection?.hasStalled !== true) return packet;
        counters.closedStalled += 1;
        connection.cut();
        return null;
      },
    },
    { hasListener: (topic) => listeners.hears(topic), onError: (error) => onTrouble('MQTT 服务出错', error) },
  );
  await broker.listen();
  broker.on('clientDisconnect', forget);
  broker.on('clientError', forget);
  broker.on('subscribe', (subscriptions, client) => {
    for (const { topic: filter, qos } of subscriptions) {
      const refusedQos: number = 128;
      if (qos === refusedQos || filter.startsWith('$') || !listeners.add(client, filter)) continue;
      if (wildcardChannel(filter) === 'command') onCommandListener(undefined);
      const topic = parseTopic(filter);
      if (topic?.channel === 'command') onCommandListener(topic.deviceKey);
    }
  });
  broker.on('unsubscribe', (filters, client) => {
    for (const filter of filters) {
      listeners.remove(client, filter);
      connections.get(client)?.unsubscribes(filter);
    }
  });

  /** Reports from senders that may speak for the lift, if no one else subscribes to them. */
  const takeReportOf =
    (client: Client): TakeReport =>
    (deviceKey, payload) => {
      const connection = connections.get(client);
      const sender = connection?.user;
      if (sender === undefined || (connection?.isBridge !== true && sender !== deviceKey)) return false;
      if (listeners.hearsAny('telemetry')) return false;
      if (turns.isShort && inbox.deferReport(deviceKey, payload, { sender, canWait: connection?.isBridge !== true })) {
        turns.deferred();
        return true;
      }
      return inbox.takeReport(deviceKey, payload);
    };

  /** Nobody waits for an answer to what was read and put off. */
  const takeSlowly = (delivery: Delivery): void => {
    const taking = inbox.take(delivery);
    if (taking instanceof Promise)
      track(taking.catch((error: unknown) => onTrouble(`设备消息未能保存（${delivery.topic}）`, error)));
  };

  const sockets = new Set<Socket>();
  const turnsOfReports = (): ReadTurns<Socket> =>
    new ReadTurns<Socket>(
      {
        budgetMs: readBudgetMs,
        handleMs: handleReportsMs,
        mostReads,
        catchUp(mayGoOn) {
          inbox.handleDeferred(mayGoOn, takeSlowly);
          return inbox.deferred > 0;
        },
        urgentMark: Buffer.from('/event' satisfies `/${DeviceChannel}`),
        nowMs: () => performance.now(),
        nextTurn: (callback) => void setImmediate(callback),
      },
      (socket) => socket.emit('readable'),
    );
  const turns: Turns<Socket> = fastReports ? turnsOfReports() : plainTurns();
  const onConnection = (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    socket.setNoDelay(true);
    socket.setKeepAlive(true, 30_000);
    const client = broker.handle(socket);
    const connection = new DeviceConnection({ socket, clock, onSignedIn: () => silent.signedIn(socket) });
    connections.set(client, connection);
    let throughMs = 0;
    const lane = new ReportLane({
      maxPacketBytes,
      take: takeReportOf(client),
      onTooLarge() {
        counters.oversizedPackets += 1;
        connection.cut();
      },
      admits: (packetType, bytes) => connection.admits(packetType, bytes),
      onFlood() {
        counters.closedFloods += 1;
        admission.offended(connection);
        connection.cut();
      },
    });
    readThrough(socket, connection, turns, (chunk) => {
      // The broker measures a client's keep-alive by what it receives, so it gets something three times within that period.
      const nowMs = performance.now();
      const { keepAliveMs } = connection;
      const mayTake =
        fastReports &&
        client.connected &&
        !client.closed &&
        client.version !== mqtt5 &&
        (keepAliveMs === 0 || nowMs - throughMs < keepAliveMs / 3);
      const left = lane.read(chunk, mayTake);
      if (left !== null) throughMs = nowMs;
      return left;
    });
  };
  const server =
    options.tls === undefined
      ? createServer(onConnection)
      : createTlsServer({ ...options.tls, handshakeTimeout: signInTimeoutMs }, onConnection);
  // Node reports a handshake that failed or never came, but leaves its connection open.
  server.on('tlsClientError', (_error: Error, socket: Socket) => socket.destroy());
  server.on('connection', (socket: Socket) => {
    silent.add(socket);
    // With TLS it is not handed over before its handshake, which may never come.
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
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
    behindMs: () => turns.behindMs,
    publish,
    disconnect: (deviceKey) => ownConnections.closeAll(deviceKey),
    async close() {
      isClosing = true;
      const serverClosed = new Promise<void>((resolve) => server.close(() => resolve()));
      // What has already arrived is still handled; its PUBACK may no longer arrive, and the repeat will be harmless.
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
