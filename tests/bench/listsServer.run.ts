import { resolve } from 'node:path';
import { CompiledQuery } from 'kysely';
import { run } from '../../server/store/eventStore.ts';
import { addPeopleLike } from '../support/manyPeople.ts';
import { smallCity } from '../support/smallCity.ts';
import { startBenchServer, tellReady } from './benchServer.ts';
import { writeWideBaseData } from './wideBaseData.ts';

/**
 * A whole server, with its page if it is built, over the base data of a large city. Arguments: lifts, communities, users, and how
 * many accounts like `super` and `admin`. Reports its ports when it is ready; `cpu` asks for the CPU time that it has used, in ms.
 */
const [lifts = 0, communities = 0, users = 0, accounts = 0] = process.argv.slice(2).map(Number);

const server = await startBenchServer({
  webFolder: resolve('dist/web'),
  async prepare(store) {
    await addPeopleLike(store, [smallCity.users.super, smallCity.users.admin], accounts);
    await writeWideBaseData(store, { lifts, communities, users });
    if (store.kind === 'sqlite') return;
    // PostgreSQL does so on its own a minute later.
    await store.write(function* () {
      yield* run({ compile: () => CompiledQuery.raw('analyze') });
    });
  },
});
process.on('message', (message) => {
  if (message !== 'cpu') return;
  const { user, system } = process.cpuUsage();
  process.send?.({ cpuMs: (user + system) / 1_000 });
});
tellReady(server);
