import { randomUUID } from 'node:crypto';
import mqtt, { type MqttClient } from 'mqtt';
import { deviceReceiptSchema, topicOf } from '../../src/contract/device.ts';
import type { AlarmKind } from '../../src/contract/labels.ts';
import { telemetryAt } from './mqttDevice.ts';
import type { ServerProcess } from './serverProcess.ts';

/** A lift's collector as a real MQTT client. */
export class LiftDevice {
  readonly deviceKey: string;
  readonly #client: MqttClient;
  readonly receipts = new Set<string>();

  private constructor(deviceKey: string, client: MqttClient) {
    this.deviceKey = deviceKey;
    this.#client = client;
    client.on('message', (topic, payload) => {
      if (topic === topicOf(deviceKey, 'receipt'))
        this.receipts.add(deviceReceiptSchema.parse(JSON.parse(payload.toString())).id);
    });
  }

  static async connect(
    server: Pick<ServerProcess, 'mqttPort' | 'credentials'>,
    deviceKey: string,
  ): Promise<LiftDevice> {
    const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${server.mqttPort}`, {
      ...server.credentials(deviceKey),
      clientId: deviceKey,
      clean: false,
      reconnectPeriod: 200,
      will: { topic: topicOf(deviceKey, 'status'), payload: Buffer.from('{"online":false}'), qos: 1, retain: true },
    });
    const device = new LiftDevice(deviceKey, client);
    await client.subscribeAsync([topicOf(deviceKey, 'command'), topicOf(deviceKey, 'receipt')], { qos: 1 });
    await client.publishAsync(topicOf(deviceKey, 'status'), '{"online":true}', { qos: 1, retain: true });
    return device;
  }

  /** Resolves when the broker has acknowledged it, which our own does only after the commit. Answers the event's id. */
  async raise(kind: AlarmKind, more: { readonly id?: string; readonly cleared?: boolean } = {}): Promise<string> {
    const id = more.id ?? randomUUID();
    await this.#client.publishAsync(
      topicOf(this.deviceKey, 'event'),
      JSON.stringify({ id, at: new Date().toISOString(), kind, ...(more.cleared === true ? { cleared: true } : {}) }),
      { qos: 1 },
    );
    return id;
  }

  /** A report at floor 1 that says these message codes, acknowledged like an event. */
  async reportCodes(codes: readonly string[]): Promise<void> {
    await this.#publishTelemetry({ codes }, 1);
  }

  async report(floor: number, people = 0): Promise<void> {
    await this.#publishTelemetry({ floor, people }, 0);
  }

  async #publishTelemetry(changes: Readonly<Record<string, unknown>>, qos: 0 | 1): Promise<void> {
    const report = telemetryAt(Date.now(), changes);
    await this.#client.publishAsync(topicOf(this.deviceKey, 'telemetry'), JSON.stringify(report), { qos });
  }

  async close(): Promise<void> {
    await this.#client.endAsync(true);
  }
}
