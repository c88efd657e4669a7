import { createServer, type Socket } from 'node:net';
import mqtt from 'mqtt';
import { afterEach, expect, test, vi } from 'vitest';
import { DeviceBroker } from './deviceBroker.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  vi.restoreAllMocks();
  for (const close of closing.splice(0).toReversed()) await close();
});

test('no connected device is lost when the calendar is set forward: its will is for a connection that breaks', async () => {
  const broker = new DeviceBroker(
    { heartbeatInterval: 10 },
    {
      hasListener: () => true,
      onError: (error) => {
        throw error;
      },
    },
  );
  await broker.listen();
  const published: string[] = [];
  broker.on('publish', ({ topic }) => void published.push(topic.split('/').at(-1) ?? ''));
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    broker.handle(socket);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  closing.push(
    () =>
      new Promise<void>((resolve) => {
        broker.close(() => server.close(() => resolve()));
      }),
  );
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const device = await mqtt.connectAsync(`mqtt://127.0.0.1:${port}`, {
    reconnectPeriod: 0,
    keepalive: 0,
    will: { topic: 'lift/COL1/status', payload: Buffer.from('{"online":false}'), qos: 1, retain: true },
  });
  closing.push(() => device.endAsync(true).catch(() => {}));

  let nowMs = Date.now();
  vi.spyOn(Date, 'now').mockImplementation(() => (nowMs += 7_200_000));
  // aedes looks for wills at every fourth heartbeat.
  const heartbeats = () => published.filter((topic) => topic === 'heartbeat').length;
  const before = heartbeats();
  await vi.waitFor(() => expect(heartbeats()).toBeGreaterThan(before + 12), { timeout: 10_000 });
  expect(published).not.toContain('status');
  vi.restoreAllMocks();
  for (const socket of sockets) socket.destroy();
  await vi.waitFor(() => expect(published).toContain('status'), { timeout: 10_000 });
});
