import { connect, type Socket } from 'node:net';
import { topicOf } from '../../src/contract/device.ts';
import { toWireTime } from '../../src/contract/time.ts';
import { bridgeUser } from '../../server/gateway/credentials.ts';
import { firstLoadLiftId, loadDeviceKey } from './fleetLoadLifts.ts';
import { connectPacket, publishPacket } from '../support/mqttPackets.ts';

/**
 * The reporting lifts, in a process of their own, so that what rings at a console is not timed by their work.
 * Arguments: port, bridge password, lifts, connections, reports a second. Reports when all are connected; replies to
 * `sent` with the number of reports sent.
 */
const [portText = '', password = '', ...counts] = process.argv.slice(2);
const [lifts = 0, connections = 0, targetPerSecond = 0] = counts.map(Number);
const tickMs = 20;

const sockets = await Promise.all(
  Array.from(
    { length: connections },
    (_, index) =>
      new Promise<Socket>((resolve, reject) => {
        const socket = connect(Number(portText), '127.0.0.1', () =>
          socket.write(connectPacket(`load-${index}`, bridgeUser, password)),
        );
        socket.setNoDelay(true);
        socket.once('error', reject);
        socket.once('data', (connack: Buffer) =>
          connack[3] === 0 ? resolve(socket) : reject(new Error(`refused: ${String(connack[3])}`)),
        );
      }),
  ),
);

// Each lift in turn, at the target rate, on the connection that is its own.
const topics = Array.from({ length: lifts }, (_, index) =>
  topicOf(loadDeviceKey(firstLoadLiftId + index), 'telemetry'),
);
const startedMs = performance.now();
let sent = 0;
setInterval(() => {
  const due = Math.floor(((performance.now() - startedMs) * targetPerSecond) / 1_000);
  const at = toWireTime(Date.now());
  for (const most = sent + targetPerSecond; sent < due && sent < most; sent += 1) {
    const lift = sent % lifts;
    const round = Math.floor(sent / lifts);
    const floor = 1 + ((round + lift) % 20);
    const car = `"service_mode":1,"car_status":1,"direction":1,"door_zone":false,"floor":${floor},"door":"closed"`;
    const payload = `{"at":"${at}",${car},"people":${lift % 4},"speed":1.75}`;
    sockets[lift % sockets.length]?.write(publishPacket(topics[lift] ?? '', payload));
  }
}, tickMs);

process.on('message', () => process.send?.({ sent }));
// A benchmark that was broken off leaves no load behind.
process.on('disconnect', () => process.exit(1));
process.send?.({ sent });
