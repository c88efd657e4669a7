import { createHash } from 'node:crypto';
import { loadConfig } from '../../server/start/config.ts';
import { systemClock } from '../../server/runtime/clock.ts';
import { startServer, type RunningServer, type StartOptions } from '../../server/start/startServer.ts';
import { writeSmallCity } from '../support/smallCity.ts';
import { testPassword } from '../support/testAccounts.ts';
import type { BenchServerReady } from './benchServerProcess.ts';

/**
 * A whole server over the small city and what `prepare` adds to it, in this process; it ends with the process's
 * SIGTERM. `tellReady` reports its ports.
 */
export async function startBenchServer({
  prepare,
  ...options
}: Pick<StartOptions, 'onReport' | 'webFolder'> & {
  readonly prepare: (store: RunningServer['store']) => Promise<void>;
}): Promise<RunningServer> {
  const server = await startServer({
    ...options,
    config: loadConfig({ env: { ...process.env, PORT: '0', MQTT_PORT: '0', HOST: '127.0.0.1' } }),
    clock: systemClock,
    onTrouble: (trouble, error) => console.error(trouble, error),
    onFatal(error) {
      console.error(error);
      process.exit(1);
    },
    async prepare({ store, passwords }) {
      await writeSmallCity(store, await passwords.hashPassword(createHash('md5').update(testPassword).digest('hex')));
      await prepare(store);
    },
  });
  process.on('SIGTERM', () => {
    void server.close().then(() => process.exit(0));
  });
  // A benchmark that was broken off leaves no server behind.
  process.on('disconnect', () => process.exit(1));
  return server;
}

/** To the process that forked this one (`forkBenchServer`), once it listens for orders. */
export function tellReady(server: RunningServer): void {
  process.send?.({
    httpPort: server.httpPort,
    mqttPort: server.mqttPort ?? 0,
    deviceKeyHex: server.deviceKey.toString('hex'),
  } satisfies BenchServerReady);
}
