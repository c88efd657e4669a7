import { connectAsync, type IClientOptions, type MqttClient } from 'mqtt';
import * as z from 'zod';
import { topicOf, type DeviceChannel } from '../../src/contract/device.ts';
import { toWireTime } from '../../src/contract/time.ts';
import { bridgeSecret, bridgeUser, deviceSecret } from '../../server/gateway/credentials.ts';

const receiptSchema = z.object({ id: z.string() });

/** A real MQTT client that behaves as docs/devices.md says. */
export class MqttDevice {
  readonly received: { readonly topic: string; readonly message: unknown }[] = [];

  private constructor(
    readonly deviceKey: string,
    readonly client: MqttClient,
  ) {
    client.on('message', (topic, payload) => {
      const message: unknown = JSON.parse(payload.toString('utf8'));
      this.received.push({ topic, message });
    });
    // A refused publish closes the connection, which tests check.
    client.on('error', () => {});
  }

  /** Connects with the last will; throws when the broker refuses. */
  static async connect(
    port: number,
    deviceKey: string,
    siteKey: Buffer,
    options: IClientOptions = {},
  ): Promise<MqttDevice> {
    const client = await connectAsync(
      `mqtt://127.0.0.1:${port}`,
      {
        username: deviceKey,
        password: deviceSecret(siteKey, deviceKey, 1),
        reconnectPeriod: 0,
        protocolVersion: 4,
        will: { topic: topicOf(deviceKey, 'status'), payload: Buffer.from('{"online":false}'), qos: 1, retain: true },
        ...options,
      },
      false,
    );
    return new MqttDevice(deviceKey, client);
  }

  static async connectBridge(port: number, siteKey: Buffer): Promise<MqttDevice> {
    const client = await connectAsync(
      `mqtt://127.0.0.1:${port}`,
      { username: bridgeUser, password: bridgeSecret(siteKey), reconnectPeriod: 0, protocolVersion: 4 },
      false,
    );
    return new MqttDevice(bridgeUser, client);
  }

  /** Resolves at the PUBACK. */
  async publish(channel: DeviceChannel, message: unknown, deviceKey = this.deviceKey): Promise<void> {
    await this.publishRaw(topicOf(deviceKey, channel), typeof message === 'string' ? message : JSON.stringify(message));
  }

  async publishRaw(topic: string, payload: string): Promise<void> {
    await this.client.publishAsync(topic, payload, { qos: 1 });
  }

  /** The granted quality of service; 128 is a refusal. */
  async subscribe(topic: string): Promise<number | undefined> {
    try {
      const [grant] = await this.client.subscribeAsync(topic, { qos: 1 });
      return grant?.qos;
    } catch {
      return 128;
    }
  }

  get receipts(): readonly string[] {
    return this.received
      .filter(({ topic }) => topic.endsWith('/receipt'))
      .map(({ message }) => receiptSchema.parse(message).id);
  }

  /** Like a lift that loses its power: no goodbye, so the broker sends the last will. */
  cut(): void {
    this.client.stream.destroy();
    this.client.end(true);
  }

  async close(): Promise<void> {
    await this.client.endAsync(true);
  }
}

export function telemetryAt(atMs: number, changes: Readonly<Record<string, unknown>> = {}): object {
  return {
    at: toWireTime(atMs),
    service_mode: 1,
    car_status: 0,
    direction: 0,
    door_zone: true,
    floor: 1,
    door: 'closed',
    people: 0,
    ...changes,
  };
}

export function eventAt(
  atMs: number,
  id: string,
  kind: string,
  changes: Readonly<Record<string, unknown>> = {},
): object {
  return { id, at: toWireTime(atMs), kind, ...changes };
}
