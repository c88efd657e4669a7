import { setTimeout as wait } from 'node:timers/promises';
import { connect, type Socket } from 'node:net';
import { alarmKinds } from '../../src/contract/labels.ts';
import { toWireTime } from '../../src/contract/time.ts';
import { percentile } from './percentiles.ts';

/**
 * The load: connections that publish at QoS 1 with a window, on raw sockets, so that the measured side is the server.
 * Arguments: port, user, password, connections, window, devices, seconds, run name. Prints acknowledged messages a second and the latency.
 */
const [port = 0, username = '', password = '', connections = 0, window = 0, devices = 0, seconds = 0, runName = ''] =
  process.argv.slice(2).map((text, index) => (index === 1 || index === 2 || index === 7 ? text : Number(text)));

const lengthPrefixed = (text: string): Buffer => {
  const bytes = Buffer.from(text);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(bytes.length);
  return Buffer.concat([length, bytes]);
};
function packet(type: number, body: Buffer): Buffer {
  const length: number[] = [];
  for (let left = body.length; ; left = left >> 7) {
    const digit = left % 128;
    if (left < 128) {
      length.push(digit);
      break;
    }
    length.push(digit | 0x80);
  }
  return Buffer.concat([Buffer.from([type, ...length]), body]);
}
const connectPacket = (clientId: string): Buffer =>
  packet(
    0x10,
    Buffer.concat([
      lengthPrefixed('MQTT'),
      Buffer.from([4, 0xc2, 0, 60]),
      lengthPrefixed(clientId),
      lengthPrefixed(String(username)),
      lengthPrefixed(String(password)),
    ]),
  );

const at = toWireTime(Date.now());
const kind = alarmKinds[0];
let sent = 0;
let acknowledged = 0;
const latenciesMs: number[] = [];
let isStopping = false;

function publishPacket(messageId: number): Buffer {
  sent += 1;
  const topic = `lift/COL${String(1 + (sent % Number(devices))).padStart(6, '0')}/event`;
  const id = Buffer.alloc(2);
  id.writeUInt16BE(messageId);
  return packet(
    0x32,
    Buffer.concat([
      lengthPrefixed(topic),
      id,
      Buffer.from(JSON.stringify({ id: `${String(runName)}-${sent}`, at, kind })),
    ]),
  );
}

function open(index: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(connectPacket(`bench-${index}`)));
    socket.setNoDelay(true);
    socket.once('error', reject);
    socket.once('data', (connack: Buffer) => {
      if (connack[3] !== 0) reject(new Error(`refused: ${String(connack[3])}`));
      else resolve(socket);
    });
  });
}

/** Every answer is a PUBACK of four bytes: 0x40, 2, message id. */
function load(socket: Socket): void {
  const sentAtMs = new Float64Array(65_536);
  let nextId = 0;
  let rest: Buffer = Buffer.alloc(0);
  const send = (count: number) => {
    const nowMs = performance.now();
    const packets: Buffer[] = [];
    for (let index = 0; index < count; index += 1) {
      nextId = (nextId % 65_535) + 1;
      sentAtMs[nextId] = nowMs;
      packets.push(publishPacket(nextId));
    }
    socket.write(Buffer.concat(packets));
  };
  socket.on('data', (chunk: Buffer) => {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const whole = bytes.length - (bytes.length % 4);
    const nowMs = performance.now();
    for (let offset = 0; offset < whole; offset += 4) {
      acknowledged += 1;
      if (acknowledged % 16 === 0) latenciesMs.push(nowMs - (sentAtMs[bytes.readUInt16BE(offset + 2)] ?? nowMs));
    }
    rest = bytes.subarray(whole);
    if (!isStopping) send(whole / 4);
  });
  send(Number(window));
}

const sockets = await Promise.all(Array.from({ length: Number(connections) }, (_, index) => open(index)));
for (const socket of sockets) load(socket);
const rounded = (value: number): number => Math.round(value * 100) / 100;
async function until(isDone: () => boolean, withinMs: number): Promise<void> {
  for (let waitedMs = 0; !isDone() && waitedMs < withinMs; waitedMs += 20) await wait(20);
}
// Each device is heard for the first time, which is a fact of its own, before anything is measured.
await until(() => acknowledged >= 3 * Number(devices), 60_000);
await wait(500);
const before = acknowledged;
const startedMs = performance.now();
latenciesMs.length = 0;
await wait(Number(seconds) * 1_000);
const perSecond = ((acknowledged - before) * 1_000) / (performance.now() - startedMs);
const figures = {
  perSecond: Math.round(perSecond),
  p50Ms: rounded(percentile(latenciesMs, 0.5)),
  p99Ms: rounded(percentile(latenciesMs, 0.99)),
};
isStopping = true;
// What is under way is still acknowledged, so that the log can be compared.
await until(() => acknowledged >= sent, 30_000);
console.log(JSON.stringify({ ...figures, acknowledged }));
process.exit(0);
