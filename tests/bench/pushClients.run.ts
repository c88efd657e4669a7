import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import * as z from 'zod';
import { SealedPlaces } from '../../server/push/framePlaces.ts';
import { testPepper } from '../support/testAccess.ts';

/**
 * A process of its own full of consoles: raw sockets that read frames and note when each position arrived, so that they
 * cost little themselves.
 */
const commandSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('connect'),
    port: z.number(),
    hellos: z.array(z.string()),
    /** Positions are noted as the log counts them, for which its epoch is needed; rings are the first ringing frame of each lift. */
    notes: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('positions'), logEpoch: z.string() }),
      z.object({ kind: z.literal('rings') }),
    ]),
  }),
  /** The time at which each position was sent, or each lift called; answered by how long they took. */
  z.object({ kind: z.literal('report'), sentAtMs: z.array(z.tuple([z.number(), z.number()])) }),
  /** Answered when every socket has had this position. */
  z.object({ kind: z.literal('await'), position: z.number() }),
  z.object({ kind: z.literal('close') }),
]);

const nowMs = () => performance.timeOrigin + performance.now();
let clients: Client[] = [];
let places: SealedPlaces | undefined;
/** All clients get the same sealed place, so each is opened once. */
const opened = new Map<string, number>();

/** Returns the frame's place in the log; the loop that the hub is compared with says so itself. */
function placeOf(text: string): number {
  const sealed = /"resume":"([\w-]+)"/.exec(text)?.[1];
  if (sealed === undefined) return Number(/"position":(\d+)/.exec(text)?.[1] ?? 0);
  const place = opened.get(sealed) ?? places?.open(sealed) ?? 0;
  opened.set(sealed, place);
  return place;
}

class Client {
  readonly arrivedAtMs = new Map<number, number>();
  readonly ready: Promise<void>;
  position = 0;
  readonly #socket: Socket;
  #buffered = Buffer.alloc(0);
  #isUpgraded = false;
  #setReady = () => {};
  onPosition = () => {};
  readonly #hear: (text: string) => void;

  constructor(port: number, hello: string, notes: { readonly kind: 'positions' | 'rings' }) {
    this.#hear = notes.kind === 'rings' ? (text) => this.#hearRing(text) : (text) => this.#hearPosition(text);
    this.ready = new Promise((resolve) => (this.#setReady = resolve));
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => {
      const key = randomBytes(16).toString('base64');
      this.#socket.write(
        `GET /ws HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nupgrade: websocket\r\nconnection: Upgrade\r\n` +
          `sec-websocket-version: 13\r\nsec-websocket-key: ${key}\r\n\r\n`,
      );
    });
    this.#socket.on('error', () => undefined);
    this.#socket.on('data', (chunk) => {
      this.#buffered = this.#buffered.length === 0 ? chunk : Buffer.concat([this.#buffered, chunk]);
      if (!this.#isUpgraded) {
        const end = this.#buffered.indexOf('\r\n\r\n');
        if (end === -1) return;
        this.#isUpgraded = true;
        this.#buffered = this.#buffered.subarray(end + 4);
        this.#socket.write(masked(0x81, Buffer.from(hello)));
      }
      this.#read();
    });
  }

  #read(): void {
    for (;;) {
      const [first, second] = this.#buffered;
      if (first === undefined || second === undefined) return;
      const head = second === 127 ? 10 : second === 126 ? 4 : 2;
      if (this.#buffered.length < head) return;
      const length =
        second === 127
          ? Number(this.#buffered.readBigUInt64BE(2))
          : second === 126
            ? this.#buffered.readUInt16BE(2)
            : second;
      if (this.#buffered.length < head + length) return;
      const payload = this.#buffered.subarray(head, head + length);
      this.#buffered = this.#buffered.subarray(head + length);
      if (first === 0x89) this.#socket.write(masked(0x8a, payload));
      else this.#hear(payload.toString('latin1'));
    }
  }

  #hearRing(text: string): void {
    this.#setReady();
    const elevatorId = Number(/"new_rescue_order:(\d+)"/.exec(text)?.[1] ?? 0);
    // The frame is repeated until somebody answers.
    if (elevatorId !== 0 && !this.arrivedAtMs.has(elevatorId)) this.arrivedAtMs.set(elevatorId, nowMs());
  }

  #hearPosition(text: string): void {
    this.#setReady();
    if (text.includes('"heartbeat"') || text.includes('"welcome"')) return;
    const position = placeOf(text);
    if (position === 0) return;
    this.position = position;
    this.arrivedAtMs.set(position, nowMs());
    this.onPosition();
  }

  close(): void {
    this.#socket.destroy();
  }
}

/** A client's frames must be masked; zeros do. */
function masked(first: number, payload: Buffer): Buffer {
  const head =
    payload.length < 126
      ? Buffer.from([first, 0x80 | payload.length])
      : Buffer.from([first, 0x80 | 126, payload.length >> 8, payload.length & 0xff]);
  return Buffer.concat([head, Buffer.alloc(4), payload]);
}

// A benchmark that was broken off leaves no load behind.
process.on('disconnect', () => process.exit(1));
process.on('message', (message) => {
  void obey(commandSchema.parse(message)).then((answer) => process.send?.(answer));
});

async function obey(command: z.infer<typeof commandSchema>): Promise<object> {
  switch (command.kind) {
    case 'connect':
      if (command.notes.kind === 'positions') places = new SealedPlaces(testPepper, command.notes.logEpoch);
      clients = command.hellos.map((hello) => new Client(command.port, hello, command.notes));
      await Promise.all(clients.map(({ ready }) => ready));
      return { kind: 'done' };
    case 'await':
      await Promise.all(
        clients.map(
          (client) =>
            new Promise<void>((resolve) => {
              client.onPosition = () => {
                if (client.position >= command.position) resolve();
              };
              client.onPosition();
            }),
        ),
      );
      return { kind: 'done' };
    case 'report': {
      const tookMs: number[] = [];
      let missing = 0;
      for (const { arrivedAtMs } of clients) {
        for (const [position, sentAtMs] of command.sentAtMs) {
          const arrived = arrivedAtMs.get(position);
          if (arrived === undefined) missing += 1;
          else tookMs.push(arrived - sentAtMs);
        }
      }
      tookMs.sort((a, b) => a - b);
      const at = (share: number) => tookMs[Math.min(tookMs.length - 1, Math.floor(tookMs.length * share))] ?? 0;
      return { kind: 'figures', deliveries: tookMs.length, missing, p50Ms: at(0.5), p99Ms: at(0.99), maxMs: at(1) };
    }
    case 'close':
      for (const client of clients) client.close();
      clients = [];
      return { kind: 'done' };
  }
}
