import { addPeopleLike } from '../support/manyPeople.ts';
import { smallCity } from '../support/smallCity.ts';
import { startBenchServer, tellReady } from './benchServer.ts';
import { writeStatisticsCity } from './statisticsCity.ts';

/**
 * A whole server over a large city with records of this number of days. Arguments: lifts, days, accounts like `super` and `admin`. Reports its ports
 * when it is ready; `cpu` asks for the CPU time that it has used, in ms.
 */
const [lifts = 0, days = 0, accounts = 0] = process.argv.slice(2).map(Number);

const server = await startBenchServer({
  async prepare(store) {
    await addPeopleLike(store, [smallCity.users.super, smallCity.users.admin], accounts);
    await writeStatisticsCity(store, { lifts, days });
  },
});
process.on('message', (message) => {
  if (message !== 'cpu') return;
  const { user, system } = process.cpuUsage();
  process.send?.({ cpuMs: (user + system) / 1_000 });
});
tellReady(server);
