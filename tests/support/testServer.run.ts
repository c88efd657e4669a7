import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { loadConfig } from '../../server/start/config.ts';
import { systemClock } from '../../server/runtime/clock.ts';
import { createBeats, tellSupervisor } from '../../server/runtime/beats.ts';
import { limitStop } from '../../server/runtime/limitStop.ts';
import { startServer } from '../../server/start/startServer.ts';
import { createLeapingClock } from './leapingClock.ts';
import { clockOrderSchema } from './serverProcess.ts';
import { testPassword } from './testAccounts.ts';
import { writeMaintenance } from './maintenanceCity.ts';
import { addPeopleLike } from './manyPeople.ts';
import { smallCity, writeSmallCity } from './smallCity.ts';

/** If set: a clock that the test advances and that starts this far ahead of the real one. */
const aheadMs = process.env['TEST_CLOCK_AHEAD_MS'];
const leaping = aheadMs === undefined ? undefined : createLeapingClock(Number(aheadMs));

/** A whole real server over the small city, in a process of its own, so that a test may kill it. Prints its ports as one line of JSON. */
const server = await startServer({
  config: loadConfig({ env: { PROBE_SECONDS: '0', ...process.env } }),
  clock: leaping ?? systemClock,
  // Under a supervisor; a test that tells the clock reads its channel.
  ...(process.env['TEST_SUPERVISED'] === undefined
    ? {}
    : { beats: createBeats({ clock: systemClock, send: tellSupervisor }) }),
  webFolder: resolve(process.env['TEST_WEB_FOLDER'] ?? 'dist/web'),
  checkOutputs: true,
  onTrouble: (trouble, error) => console.error(trouble, error),
  onWaiting: (waitingFor, port) => console.log(JSON.stringify({ waitingFor, port: port ?? 0 })),
  onFatal(error) {
    console.error(error);
    process.exit(1);
  },
  async prepare({ store, passwords }) {
    const isNew = (await store.rows.selectFrom('users').select('id').limit(1).executeTakeFirst()) === undefined;
    if (!isNew) return;
    await writeSmallCity(store, await passwords.hashPassword(createHash('md5').update(testPassword).digest('hex')));
    if (process.env['TEST_MAINTENANCE'] !== undefined) await writeMaintenance(store);
    const more = Number(process.env['TEST_MORE_DISPATCHERS'] ?? 0);
    if (more > 0) await addPeopleLike(store, [smallCity.users.dispatcher1], more);
  },
});
// Before the line that says that it is ready: its reader may stop it immediately.
process.on('SIGTERM', () => {
  limitStop(() => process.exit(0));
  void server.close().then(() => process.exit(0));
});
if (process.env['TEST_SUPERVISED'] !== undefined) process.on('disconnect', () => process.exit(0));
console.log(JSON.stringify({ httpPort: server.httpPort, mqttPort: server.mqttPort ?? 0 }));
if (leaping !== undefined) {
  process.on('message', (message) => {
    const order = clockOrderSchema.parse(message);
    if (order.kind === 'shift') leaping.shift(order.byMs);
    else if (order.kind === 'step') leaping.step(order.byMs);
    else leaping.runDue();
    process.send?.({ done: true });
  });
}
