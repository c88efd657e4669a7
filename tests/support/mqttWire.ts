import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect } from 'vitest';
import { bridgeSecret, bridgeUser, deviceSecret } from '../../server/gateway/credentials.ts';
import { connectPacket } from './mqttPackets.ts';

let connections = 0;

/** A connection that sends any bytes and reads only when it likes, like a hostile or a broken device. */
export class MqttWire {
  isClosed = false;
  /** All that came, in order. */
  heard = Buffer.alloc(0);
  readonly socket: Socket;

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.on('data', (chunk: Buffer) => {
      this.heard = Buffer.concat([this.heard, chunk]);
    });
    // Tests check what the server does to the connection.
    socket.on('error', () => {});
    socket.once('close', () => {
      this.isClosed = true;
    });
  }

  /** Opens the connection and stays silent. */
  static async open(port: number): Promise<MqttWire> {
    const socket = connect(port, '127.0.0.1');
    const wire = new MqttWire(socket);
    await once(socket, 'connect');
    return wire;
  }

  /** Signs in as a device or as a bridge; the returned wire has the CONNACK in `heard`, whatever it says. */
  static async signIn(port: number, username: string, siteKey: Buffer): Promise<MqttWire> {
    const wire = await MqttWire.open(port);
    connections += 1;
    wire.say(
      connectPacket(
        `wire-${connections}`,
        username,
        username === bridgeUser ? bridgeSecret(siteKey) : deviceSecret(siteKey, username, 1),
      ),
    );
    await expect.poll(() => wire.heard.length >= 4 || wire.isClosed, { timeout: 10_000, interval: 2 }).toBe(true);
    return wire;
  }

  /** The return code of the CONNACK; 0 is welcome, undefined is silence. */
  get returnCode(): number | undefined {
    return this.heard[0] === 0x20 ? this.heard[3] : undefined;
  }

  say(...packets: readonly Buffer[]): void {
    if (!this.socket.destroyed) this.socket.write(Buffer.concat(packets));
  }

  stopReading(): void {
    this.socket.pause();
  }

  readOn(): void {
    this.socket.resume();
  }

  async closed(timeoutMs = 10_000): Promise<void> {
    await expect.poll(() => this.isClosed, { timeout: timeoutMs, interval: 5 }).toBe(true);
  }

  drop(): void {
    this.socket.destroy();
  }
}
