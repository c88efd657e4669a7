import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { loadConfig } from '../../server/config.ts';
import { systemClock } from '../../server/runtime/clock.ts';
import { startServer } from '../../server/startServer.ts';
import { testPassword } from './testAccounts.ts';
import { writeSmallCity } from './smallCity.ts';

/** A whole real server over the small city, in a process of its own, so that a test may kill it. Prints its ports as one line of JSON. */
const server = await startServer({
  config: loadConfig({ env: process.env }),
  clock: systemClock,
  webFolder: resolve('dist/web'),
  checkOutputs: true,
  onTrouble: (trouble, error) => console.error(trouble, error),
  onFatal(error) {
    console.error(error);
    process.exit(1);
  },
  async prepare({ store, passwords }) {
    const isNew = (await store.rows.selectFrom('users').select('id').limit(1).executeTakeFirst()) === undefined;
    if (isNew) await writeSmallCity(store, await passwords.hashPassword(createHash('md5').update(testPassword).digest('hex')));
  },
});
console.log(JSON.stringify({ httpPort: server.httpPort, mqttPort: server.mqttPort ?? 0 }));
process.on('SIGTERM', () => {
  void server.close().then(() => process.exit(0));
});
