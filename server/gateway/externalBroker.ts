import { createHash } from 'node:crypto';
import { connect, type IPublishPacket, type MqttClient } from 'mqtt';
import { parseTopic, topicOf } from '../../src/contract/device.ts';
import type { Clock } from '../runtime/clock.ts';
import { KeyedTurns } from '../runtime/keyedTurns.ts';
import type { OnTrouble } from '../runtime/troubleLog.ts';
import type { Delivery, Taken } from './delivery.ts';
import type { DeviceInbox } from './deviceInbox.ts';
import { takeUntilKept } from './takeUntilKept.ts';
import type { Transport } from './transport.ts';

export interface ExternalBrokerOptions {
  readonly clock: Clock;
  readonly url: string;
  readonly username?: string | undefined;
  readonly password?: string | undefined;
  /** The client id of our persistent session at the broker: the same after a restart. */
  readonly siteKey: Buffer;
  readonly inbox: DeviceInbox;
  readonly onTrouble: OnTrouble;
}

/** More than this are left with the broker, which has its own limit (20 in mosquitto). */
const mostInFlight = 256;

/** Tells mqtt.js not to acknowledge a message (yet). It continues with the next one anyway. */
const notAcknowledged = new Error('not acknowledged yet');

const pubackOf = (messageId: number): Buffer => Buffer.from([0x40, 2, messageId >> 8, messageId & 0xff]);

/**
 * Devices at an external broker. PUBACK to a device comes from that broker; our PUBACK to the broker follows the
 * commit, so that it delivers again what we did not store, and `lift/{key}/receipt` informs the device. Facts come
 * through a persistent session, one after the other for each device and in parallel for different devices, so that one
 * that cannot be stored holds up no other device's; telemetry comes through another connection, so that neither waits
 * for the other.
 */
export function connectExternalBroker(options: ExternalBrokerOptions): Transport {
  const { clock, url, username, password, siteKey, inbox, onTrouble } = options;
  const sessionName = `tian-${createHash('sha256').update(siteKey).digest('hex').slice(0, 16)}`;
  const inFlight = { facts: new InFlight(), telemetry: new InFlight() };
  const turns = new KeyedTurns();
  const closing = new AbortController();
  const { signal: until } = closing;

  const open = (name: string, clean: boolean): MqttClient =>
    connect(url, {
      clientId: name,
      clean,
      protocolVersion: 4,
      reconnectPeriod: 1_000,
      connectTimeout: 10_000,
      keepalive: 30,
      resubscribe: true,
      ...(username === undefined ? {} : { username }),
      ...(password === undefined ? {} : { password }),
    });
  const facts = open(sessionName, false);
  const telemetry = open(`${sessionName}-telemetry`, true);

  const sendReceipt = ({ receipt }: Taken): void => {
    if (receipt !== undefined) transport.publish(receipt.deviceKey, 'receipt', { id: receipt.id });
  };

  const takeTelemetry = (packet: IPublishPacket, callback: (error?: Error) => void): void => {
    const taking = inbox.take(deliveryOf(packet));
    // Reports need no answer; an invalid one is quarantined while the next is read.
    if (taking instanceof Promise)
      inFlight.telemetry.add(
        taking.then(sendReceipt, (error: unknown) => onTrouble(`设备消息未能保存（${packet.topic}）`, error)),
        callback,
      );
    else callback();
  };

  /** mqtt.js delivers the next message only after the callback, so the callback does not wait for PUBACK, which follows the commit. */
  const takeFact =
    (client: MqttClient) =>
    (packet: IPublishPacket, callback: (error?: Error) => void): void => {
      const { stream } = client;
      const { topic, messageId } = packet;
      const delivery = deliveryOf(packet);
      const work = turns.run(parseTopic(topic)?.deviceKey ?? '', async () => {
        const taken = await takeUntilKept(delivery, { inbox, clock, until, onTrouble });
        if (taken === undefined) return;
        sendReceipt(taken);
        // The packet id belongs to the connection: on a new one the broker delivers unacknowledged messages again.
        if (messageId !== undefined && packet.qos === 1 && client.stream === stream && !stream.destroyed)
          stream.write(pubackOf(messageId));
      });
      inFlight.facts.add(work, () => callback(notAcknowledged));
    };

  const listen = (client: MqttClient, handle: MqttClient['handleMessage'], filters: readonly string[], qos: 0 | 1) => {
    let lastTrouble = '';
    let wasConnected = false;
    client.on('close', () => {
      if (wasConnected && !until.aborted)
        onTrouble(`与外部 MQTT 服务器（${url}）的连接断开，正在重试`, new Error('connection closed'));
      wasConnected = false;
    });
    client.on('error', (error) => {
      // Reported once, not at every attempt.
      if (error.message !== lastTrouble) onTrouble(`外部 MQTT 服务器（${url}）连接出错，正在重试`, error);
      lastTrouble = error.message;
    });
    client.on('connect', () => {
      lastTrouble = '';
      wasConnected = true;
      client.subscribe([...filters], { qos }, (error, granted) => {
        if (error !== null) onTrouble('未能订阅设备主题，正在重试', error);
        const refused = granted?.filter((grant) => grant.qos === 128).map(({ topic }) => topic) ?? [];
        if (refused.length > 0)
          onTrouble(
            `外部 MQTT 服务器拒绝订阅 ${refused.join('、')}，请检查账号权限`,
            new Error('subscription refused'),
          );
      });
    });
    client.handleMessage = handle;
  };
  listen(facts, takeFact(facts), ['lift/+/event', 'lift/+/status', 'lift/+/reply'], 1);
  listen(telemetry, takeTelemetry, ['lift/+/telemetry'], 0);

  const transport: Transport = {
    port: undefined,
    isReady: () => !until.aborted && facts.connected && telemetry.connected,
    connections: () => Number(facts.connected) + Number(telemetry.connected),
    hasListener: () => true,
    // One connection, whose bytes mqtt.js reads one message after the other.
    behindMs: () => 0,
    publish(deviceKey, channel, message) {
      facts.publish(topicOf(deviceKey, channel), JSON.stringify(message), { qos: 1 }, (error) => {
        if (error !== undefined && error !== null && !until.aborted)
          onTrouble(`未能发布到 ${topicOf(deviceKey, channel)}`, error);
      });
    },
    disconnect: () => undefined,
    async close() {
      closing.abort();
      await Promise.all([inFlight.facts.settled(), inFlight.telemetry.settled()]);
      await Promise.all([facts.endAsync(), telemetry.endAsync()].map((end) => end.catch(() => undefined)));
    },
  };
  return transport;
}

/** Work in progress, up to a limit. */
class InFlight {
  readonly #works = new Set<Promise<void>>();

  /** Calls back as soon as there is room for more. The work never rejects. */
  add(work: Promise<void>, goOn: () => void): void {
    this.#works.add(work);
    void work.finally(() => this.#works.delete(work));
    if (this.#works.size < mostInFlight) goOn();
    else void Promise.race(this.#works).then(goOn);
  }

  async settled(): Promise<void> {
    await Promise.all(this.#works);
  }
}

function deliveryOf({ topic, payload, retain }: IPublishPacket): Delivery {
  return {
    topic,
    payload: typeof payload === 'string' ? Buffer.from(payload) : payload,
    sender: 'broker',
    canWait: false,
    isLastWill: false,
    isRetained: retain,
  };
}
