import type { AuthorizePublishHandler, Client } from 'aedes';
import { parseTopic, type DeviceTopic } from '../../src/contract/device.ts';
import type { DeviceFacts } from '../domain/domain.ts';
import { logText } from '../runtime/logText.ts';
import type { OnTrouble } from '../runtime/troubleLog.ts';
import { isStoreAway } from '../store/errors.ts';
import type { Delivery, Taken } from './delivery.ts';
import type { PublishDone } from './deviceBroker.ts';
import type { DeviceConnection } from './deviceConnection.ts';
import type { DeviceInbox } from './deviceInbox.ts';
import type { GatewayCounters } from './gatewayStats.ts';
import type { DeviceConnections } from './signIns.ts';
import type { TopicListeners } from './topicListeners.ts';
import type { Transport } from './transport.ts';

const asBuffer = (payload: string | Buffer): Buffer => (typeof payload === 'string' ? Buffer.from(payload) : payload);

export interface PublishGateParts {
  readonly connections: WeakMap<Client, DeviceConnection>;
  readonly ownConnections: DeviceConnections<Client>;
  readonly listeners: TopicListeners<Client>;
  readonly devices: DeviceFacts;
  readonly inbox: DeviceInbox;
  readonly counters: GatewayCounters;
  readonly isClosing: () => boolean;
  readonly offended: (connection: DeviceConnection) => void;
  readonly publish: Transport['publish'];
  /** The broker waits for this work before it stops. */
  readonly track: (work: Promise<unknown>) => void;
  readonly onTrouble: OnTrouble;
}

/** Returns the handler of what clients publish: it is refused, or taken in and acknowledged when it has been stored. */
export function createPublishGate(parts: PublishGateParts): AuthorizePublishHandler {
  const {
    connections,
    ownConnections,
    listeners,
    devices,
    inbox,
    counters,
    isClosing,
    offended,
    publish,
    track,
    onTrouble,
  } = parts;

  const sendReceipt = (client: Client, { receipt }: Taken): void => {
    if (receipt !== undefined && !client.closed && listeners.has(receipt.deviceKey, 'receipt'))
      publish(receipt.deviceKey, 'receipt', { id: receipt.id });
  };

  /**
   * Only the sender pays for it. Its connection is closed after the bytes that arrived with it, so that a call of its
   * own among them is still handled.
   */
  const refuse = (connection: DeviceConnection, delivery: Delivery, done: PublishDone): void => {
    counters.refusedTopics += 1;
    if (!connection.isCondemned) {
      connection.isCondemned = true;
      offended(connection);
      track(
        inbox
          .keepIfHelp(delivery, `设备 ${delivery.sender} 无权发布该主题`)
          .catch((error: unknown) => onTrouble(`无权主题上的疑似求救未能保存（${delivery.topic}）`, error)),
      );
    }
    setImmediate(() => done(new Error(`${delivery.sender} may not publish on ${logText(delivery.topic)}`)));
  };

  /** The device is back on another connection, or it was unbound or disabled, which closed this one. */
  const isVoid = ({ deviceKey, channel }: DeviceTopic, client: Client): boolean =>
    ownConnections.hasOther(deviceKey, client) ||
    (channel === 'status' && devices.findDevice(deviceKey)?.isDisabled !== false);

  return (client, packet, done) => {
    const connection = client === null ? undefined : connections.get(client);
    const user = connection?.user;
    if (client === null || connection === undefined || user === undefined) {
      done(new Error('not signed in'));
      return;
    }
    // aedes publishes the last will when the connection is already closed.
    const isLastWill = client.closed;
    const delivery: Delivery = {
      topic: packet.topic,
      payload: asBuffer(packet.payload),
      sender: user,
      canWait: !connection.isBridge,
      connection,
      isLastWill,
      isRetained: false,
      onAhead: (aheadMs) => connection.holdBack(aheadMs),
    };
    const topic = parseTopic(packet.topic);
    if (isLastWill && (isClosing() || (topic !== undefined && isVoid(topic, client)))) {
      done(new Error('the will is void'));
      return;
    }
    const isForeign = topic !== undefined && !connection.isBridge && topic.deviceKey !== user;
    if (isForeign || topic?.channel === 'command' || topic?.channel === 'receipt') {
      refuse(connection, delivery, done);
      return;
    }
    // Nothing reads retained device messages here: the gateway itself knows who is online.
    packet.retain = false;
    const taking = inbox.take(delivery);
    if (!(taking instanceof Promise)) {
      sendReceipt(client, taking);
      done();
      return;
    }
    track(
      connection.settle(
        taking.then(
          (taken) => {
            sendReceipt(client, taken);
            done();
          },
          (error: unknown) => {
            onTrouble(`设备消息未能保存（${packet.topic}），等待设备重发`, error);
            // A fault of our own may last: until it is mended, people see at least that somebody may be calling.
            if (!isStoreAway(error))
              track(
                inbox
                  .keepIfHelp(delivery, '服务器处理出错，等待设备重发')
                  .catch((failure: unknown) => onTrouble(`疑似求救未能保存（${packet.topic}）`, failure)),
              );
            // Not acknowledged, and the connection is dropped, so that the device sends it again.
            done(error instanceof Error ? error : new Error(String(error)));
          },
        ),
      ),
    );
  };
}
