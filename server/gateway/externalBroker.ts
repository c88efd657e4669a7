import { createHash } from 'node:crypto';
import { connect, type MqttClient } from 'mqtt';
import { topicOf } from '../../src/contract/device.ts';
import type { DeviceInbox, Taken } from './deviceInbox.ts';
import type { Transport } from './transport.ts';

export interface ExternalBrokerOptions {
  readonly url: string;
  readonly username?: string | undefined;
  readonly password?: string | undefined;
  /** Names our persistent session at the broker: the same after a restart. */
  readonly siteKey: Buffer;
  readonly inbox: DeviceInbox;
  readonly onTrouble: (trouble: string, error: unknown) => void;
}

/**
 * Devices at an outside broker. PUBACK to a device is that broker's; ours to the broker follows the commit, so that it delivers
 * again what we did not keep, and `lift/{key}/receipt` tells the device.
 * Facts come one by one through a persistent session; telemetry through another connection, so that neither waits for the other.
 */
export function connectExternalBroker(options: ExternalBrokerOptions): Transport {
  const { url, username, password, siteKey, inbox, onTrouble } = options;
  const sessionName = `tian-${createHash('sha256').update(siteKey).digest('hex').slice(0, 16)}`;
  const takingIn = new Set<Promise<void>>();
  let isClosing = false;

  const open = (name: string, clean: boolean): MqttClient =>
    connect(url, {
      clientId: name, clean, protocolVersion: 4, reconnectPeriod: 1_000, connectTimeout: 10_000, keepalive: 30, resubscribe: true,
      ...(username === undefined ? {} : { username }),
      ...(password === undefined ? {} : { password }),
    });
  const facts = open(sessionName, false);
  const telemetry = open(`${sessionName}-telemetry`, true);

  const listen = (client: MqttClient, filters: readonly string[], qos: 0 | 1) => {
    let lastTrouble = '';
    let wasConnected = false;
    client.on('close', () => {
      if (wasConnected && !isClosing) onTrouble(`与外部 MQTT 服务器（${url}）的连接断开，正在重试`, new Error('connection closed'));
      wasConnected = false;
    });
    client.on('error', (error) => {
      // Said once, not at every attempt.
      if (error.message !== lastTrouble) onTrouble(`外部 MQTT 服务器（${url}）连接出错，正在重试`, error);
      lastTrouble = error.message;
    });
    client.on('connect', () => {
      lastTrouble = '';
      wasConnected = true;
      client.subscribe([...filters], { qos }, (error, granted) => {
        if (error !== null) onTrouble('未能订阅设备主题，正在重试', error);
        const refused = granted?.filter((grant) => grant.qos === 128).map(({ topic }) => topic) ?? [];
        if (refused.length > 0) onTrouble(`外部 MQTT 服务器拒绝订阅 ${refused.join('、')}，请检查账号权限`, new Error('subscription refused'));
      });
    });
    // Called before PUBACK is sent, which waits for the callback.
    client.handleMessage = (packet, callback) => {
      const taking = inbox.take({
        topic: packet.topic,
        payload: typeof packet.payload === 'string' ? Buffer.from(packet.payload) : packet.payload,
        sender: 'broker', canWait: false, isLastWill: false, isRetained: packet.retain,
      });
      const finish = ({ receipt }: Taken): void => {
        if (receipt !== undefined) transport.publish(receipt.deviceKey, 'receipt', { id: receipt.id });
        callback();
      };
      if (!(taking instanceof Promise)) {
        finish(taking);
        return;
      }
      const work = taking.then(finish, (error: unknown) => {
        onTrouble(`设备消息未能保存（${packet.topic}），等待重发`, error);
        callback(error instanceof Error ? error : new Error(String(error)));
        // The broker sends again what we did not acknowledge when we come back.
        if (!isClosing) client.stream.destroy();
      });
      takingIn.add(work);
      void work.finally(() => takingIn.delete(work));
    };
  };
  listen(facts, ['lift/+/event', 'lift/+/status', 'lift/+/reply'], 1);
  listen(telemetry, ['lift/+/telemetry'], 0);

  const transport: Transport = {
    port: undefined,
    isReady: () => !isClosing && facts.connected && telemetry.connected,
    connections: () => Number(facts.connected) + Number(telemetry.connected),
    hasListener: () => true,
    publish(deviceKey, channel, message) {
      facts.publish(topicOf(deviceKey, channel), JSON.stringify(message), { qos: 1 }, (error) => {
        if (error !== undefined && error !== null && !isClosing) onTrouble(`未能发布到 ${topicOf(deviceKey, channel)}`, error);
      });
    },
    disconnect: () => undefined,
    async close() {
      isClosing = true;
      await Promise.allSettled(takingIn);
      await Promise.all([facts.endAsync(), telemetry.endAsync()].map((end) => end.catch(() => undefined)));
    },
  };
  return transport;
}
