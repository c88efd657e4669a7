import { connect } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { ServerProcess } from '../support/serverProcess.ts';

let server: ServerProcess | undefined;
afterEach(async () => {
  await server?.dispose();
});

test(
  'a stop does not wait for silent clients: neither a half-sent call nor a silent device',
  { timeout: 60_000 },
  async () => {
    server = await ServerProcess.start();
    const half = connect(server.httpPort, '127.0.0.1');
    const silent = connect(server.mqttPort, '127.0.0.1');
    for (const socket of [half, silent]) socket.on('error', () => undefined);
    await new Promise<void>((resolve) =>
      half.write('POST /api/auth/login HTTP/1.1\r\nhost: desk\r\ncontent-length: 100\r\n\r\n{', () => resolve()),
    );
    const stopped = await Promise.race([
      server.stop().then(() => 'stopped'),
      new Promise<string>((resolve) => setTimeout(() => resolve('still waiting'), 8_000).unref()),
    ]);
    expect(stopped).toBe('stopped');
  },
);
