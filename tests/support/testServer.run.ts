import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { loadConfig } from '../../server/config.ts';
import { systemClock } from '../../server/runtime/clock.ts';
import { startServer } from '../../server/startServer.ts';
import { createLeapingClock } from './leapingClock.ts';
import { clockOrderSchema } from './serverProcess.ts';
import { testPassword } from './testAccounts.ts';
import { writeSmallCity } from './smallCity.ts';

/** Set: a clock that the test moves on, which starts so far ahead of the real one. */
const aheadMs = process.env['TEST_CLOCK_AHEAD_MS'];
const leaping = aheadMs === undefined ? undefined : createLeapingClock(Number(aheadMs));

/** A whole real server over the small city, in a process of its own, so that a test may kill it. Prints its ports as one line of JSON. */
const server = await startServer({
  config: loadConfig({ env: process.env }),
  clock: leaping ?? systemClock,
  webFolder: resolve(process.env['TEST_WEB_FOLDER'] ?? 'dist/web'),
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
// Before the line that says that it is ready: whoever reads it may stop it at once.
process.on('SIGTERM', () => {
  void server.close().then(() => process.exit(0));
});
console.log(JSON.stringify({ httpPort: server.httpPort, mqttPort: server.mqttPort ?? 0 }));
if (leaping !== undefined) {
  process.on('message', (message) => {
    const order = clockOrderSchema.parse(message);
    if (order.kind === 'shift') leaping.shift(order.byMs);
    else leaping.runDue();
    process.send?.({ done: true });
  });
}
