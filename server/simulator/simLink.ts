import { connect, type MqttClient } from 'mqtt';
import { topicOf } from '../../src/contract/device.ts';

export type SimBroker = { readonly url: string } | { readonly host: string; readonly port: number };

export interface Credentials {
  readonly username: string;
  readonly password: string;
}

export interface SimLinkOptions {
  readonly broker: SimBroker;
  readonly credentials: Credentials;
  readonly clientId: string;
  /** Subscribed again after each reconnect. */
  readonly topics: readonly string[];
  /** The device whose last will this connection carries. */
  readonly willOf?: string | undefined;
  readonly onMessage: (topic: string, payload: Buffer) => void;
  readonly onConnect?: (() => void) | undefined;
  readonly onTrouble: (error: unknown) => void;
}

/** One real MQTT connection of the simulator; reconnects automatically. */
export class SimLink {
  readonly #client: MqttClient;

  constructor(options: SimLinkOptions) {
    const { broker, credentials, clientId, topics, willOf, onMessage, onConnect, onTrouble } = options;
    const url = 'url' in broker ? broker.url : `mqtt://${broker.host}:${broker.port}`;
    this.#client = connect(url, {
      // Our own server on this very machine: its certificate names the site, not the loopback.
      rejectUnauthorized: !['127.0.0.1', 'localhost'].includes(new URL(url).hostname),
      ...credentials,
      clientId,
      protocolVersion: 4,
      clean: true,
      keepalive: 60,
      reconnectPeriod: 2_000,
      queueQoSZero: false,
      resubscribe: false,
      ...(willOf === undefined
        ? {}
        : {
            will: {
              topic: topicOf(willOf, 'status'),
              payload: Buffer.from('{"online":false}'),
              qos: 1 as const,
              retain: true,
            },
          }),
    });
    this.#client.on('message', onMessage);
    this.#client.on('error', onTrouble);
    this.#client.on('connect', () => {
      if (topics.length > 0) this.#client.subscribe([...topics], { qos: 1 }, () => onConnect?.());
      else onConnect?.();
    });
  }

  get isConnected(): boolean {
    return this.#client.connected;
  }

  /** Sent if there is a connection; a device that has none repeats later. */
  publish(topic: string, message: object, qos: 0 | 1, retain = false): void {
    if (this.#client.connected) this.#client.publish(topic, JSON.stringify(message), { qos, retain }, () => {});
  }

  /** Like a cut cable: the broker speaks the last will. */
  cut(): void {
    this.#client.stream.destroy();
    this.#client.end(true);
  }

  async close(): Promise<void> {
    await this.#client.endAsync(true).catch(() => undefined);
  }
}
