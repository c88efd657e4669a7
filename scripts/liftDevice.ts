import { setTimeout as wait } from 'node:timers/promises';
import { randomUUID } from 'node:crypto';
import { connectAsync, ErrorWithReasonCode, type MqttClient } from 'mqtt';
import {
  deviceCommandMessageSchema,
  deviceCommandPayloads,
  deviceReceiptSchema,
  topicOf,
  type DeviceChannel,
  type DeviceCommandMessage,
} from '../src/contract/device.ts';
import { callForHelpKinds, type AlarmKind } from '../src/contract/labels.ts';
import { toWireTime } from '../src/contract/time.ts';
import { LiftError } from './liftTarget.ts';

const repeatEveryMs = 5_000;
const receiptWithinMs = 30_000;
const reportEveryMs = 5_000;
/** The car stands still while its collector reports one of them. */
const stoppingCodes: ReadonlySet<string> = new Set(['01', '04', '41', '42']);

export interface LiftConnection {
  readonly url: string;
  readonly username: string;
  readonly password: string;
}

/** A lift's collector or camera as docs/devices.md describes it: one real MQTT client with its last will. */
export class LiftDevice {
  readonly #deviceKey: string;
  readonly #client: MqttClient;
  readonly #receipts = new Map<string, number>();
  /** The codes that it last reported. */
  #codes: string | undefined;
  readonly #onCommand: ((command: DeviceCommandMessage) => void)[] = [];

  private constructor(deviceKey: string, client: MqttClient) {
    this.#deviceKey = deviceKey;
    this.#client = client;
    client.on('error', () => {});
    client.on('message', (topic, payload) => {
      if (topic === topicOf(deviceKey, 'receipt')) {
        const { id } = deviceReceiptSchema.parse(JSON.parse(payload.toString('utf8')));
        this.#receipts.set(id, (this.#receipts.get(id) ?? 0) + 1);
      } else {
        void this.#carryOut(payload.toString('utf8'));
      }
    });
  }

  /** Throws LiftError with what to do when the broker cannot be reached or refuses. */
  static async connect(deviceKey: string, { url, username, password }: LiftConnection): Promise<LiftDevice> {
    const { hostname } = new URL(url);
    try {
      const client = await connectAsync(
        url,
        {
          username,
          password,
          clientId: `lift-${randomUUID().slice(0, 8)}`,
          protocolVersion: 4,
          clean: true,
          reconnectPeriod: 0,
          connectTimeout: 10_000,
          rejectUnauthorized: !['127.0.0.1', 'localhost'].includes(hostname),
          will: { topic: topicOf(deviceKey, 'status'), payload: Buffer.from('{"online":false}'), qos: 1, retain: true },
        },
        false,
      );
      const device = new LiftDevice(deviceKey, client);
      await client.subscribeAsync([topicOf(deviceKey, 'command'), topicOf(deviceKey, 'receipt')], { qos: 1 });
      await device.#publish('status', { online: true }, true);
      return device;
    } catch (error) {
      throw explain(error, url, username);
    }
  }

  /**
   * One report; a stuck car stands between two floors with its door closed, one with a code of those that stop it stands where it is.
   * `codes` hold until a report without them.
   */
  async report(car: 'running' | 'stuck', codes: readonly string[] = []): Promise<void> {
    const isStuck = car === 'stuck';
    // The server passes over what it does not know; the simulated city plays along.
    if (this.#codes !== codes.join()) await this.#publish('status', { online: true, demo: { codes } });
    this.#codes = codes.join();
    await this.#publish('telemetry', {
      at: toWireTime(Date.now()),
      service_mode: isStuck || codes.some((code) => stoppingCodes.has(code)) ? 0 : 1,
      car_status: 0,
      direction: 0,
      door_zone: !isStuck,
      floor: isStuck ? 7 : 1,
      door: 'closed',
      people: isStuck ? 1 : 0,
      speed: 0,
      load: isStuck ? 68 : 0,
      codes: isStuck ? ['04', ...codes] : codes,
    });
  }

  /** Raises or ends an alarm and repeats it until the server's receipt is there. Answers the event's id. Throws LiftError. */
  async raise(
    kind: AlarmKind,
    {
      cleared = false,
      id = `lift-${randomUUID()}`,
      data,
    }: { readonly cleared?: boolean; readonly id?: string; readonly data?: object } = {},
  ): Promise<string> {
    const message = { id, at: toWireTime(Date.now()), kind, ...(cleared ? { cleared } : {}), data };
    const before = this.#receipts.get(id) ?? 0;
    const untilMs = Date.now() + receiptWithinMs;
    let nextMs = 0;
    while ((this.#receipts.get(id) ?? 0) === before) {
      if (Date.now() >= untilMs)
        throw new LiftError(
          `事件 ${id} 在 ${receiptWithinMs / 1_000} 秒内没有收到服务器回执，请检查服务器日志\nNo receipt from the server.`,
        );
      if (!this.#client.connected)
        throw new LiftError(
          '服务器断开了连接，事件没有得到确认，请重试\nThe server closed the connection before it confirmed the event.',
        );
      if (Date.now() >= nextMs) {
        await this.#publish('event', message);
        nextMs = Date.now() + repeatEveryMs;
      }
      await wait(20);
    }
    return id;
  }

  /** Ends every call for help that may be open. */
  async clear(): Promise<void> {
    for (const kind of callForHelpKinds) await this.raise(kind, { cleared: true });
    await this.report('running');
  }

  /** Continues as the stuck lift until the server reports that the rescue is over. */
  async stayUntilRescued(): Promise<void> {
    await this.#stayUntil(
      ({ identifier }) => identifier === 'sos_status',
      () => this.report('stuck'),
    );
    await this.clear();
  }

  /** Continues as the camera that holds the door until the server tells it to let go; then nothing is left to see. */
  async stayUntilReleased(): Promise<void> {
    await this.#stayUntil(
      ({ payload }) => deviceCommandPayloads.door_hold.safeParse(payload).data?.door_hold.status === 0,
      () => this.#publish('status', { online: true }, true),
    );
    await this.raise('moto', { cleared: true });
  }

  async #stayUntil(isOver: (command: DeviceCommandMessage) => boolean, sign: () => Promise<void>): Promise<void> {
    const over = new Promise<'over'>((resolve) => {
      this.#onCommand.push((command) => {
        if (isOver(command)) resolve('over');
      });
    });
    for (;;) {
      if (!this.#client.connected) throw new LiftError('服务器断开了连接\nThe server closed the connection.');
      await sign();
      if ((await Promise.race([over, wait(reportEveryMs)])) === 'over') return;
    }
  }

  /** Like a power cut: no goodbye, so that the last will speaks. */
  async cut(): Promise<void> {
    const closed = new Promise<void>((resolve) => {
      this.#client.once('close', () => resolve());
    });
    this.#client.stream.destroy();
    await closed;
    this.#client.end(true);
  }

  async close(): Promise<void> {
    await this.#client.endAsync();
  }

  async #carryOut(text: string): Promise<void> {
    const command = deviceCommandMessageSchema.parse(JSON.parse(text));
    const { command_id } = command;
    await this.#publish('reply', { command_id, received: true });
    await this.#publish('reply', { command_id, code: 0 });
    for (const notify of this.#onCommand) notify(command);
  }

  async #publish(channel: DeviceChannel, message: object, retain = false): Promise<void> {
    await this.#client.publishAsync(topicOf(this.#deviceKey, channel), JSON.stringify(message), { qos: 1, retain });
  }
}

function explain(error: unknown, url: string, username: string): Error {
  const text = error instanceof Error ? error.message : String(error);
  if (error instanceof ErrorWithReasonCode && (error.code === 4 || error.code === 5)) {
    return new LiftError(
      `服务器拒绝了设备 ${username} 的凭据：DATA_DIR 中的密钥可能不是这台服务器的\nThe server refused the credentials of ${username}: is DATA_DIR this server's?`,
    );
  }
  return new LiftError(
    `连接不上 ${url}（${text}）。请先运行 npm start；端口或地址不同时用 MQTT_PORT 或 --url mqtt://主机:端口 指定\n` +
      `Cannot reach ${url}: start the server first, or give MQTT_PORT or --url.`,
  );
}
