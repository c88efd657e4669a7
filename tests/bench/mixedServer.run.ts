import { addPeopleLike } from '../support/manyPeople.ts';
import { smallCity } from '../support/smallCity.ts';
import { startBenchServer, tellReady } from './benchServer.ts';
import { writeLoadLifts } from './fleetLoadLifts.ts';

/**
 * A whole server over many lifts, in a process of its own. Arguments: lifts, more dispatchers. Tells its ports when it is ready; on
 * `items` it tells how many alarms and exceptions its store has.
 */
const [lifts = 0, dispatchers = 0] = process.argv.slice(2).map(Number);
const server = await startBenchServer({
  async prepare(store) {
    await writeLoadLifts(store, { lifts, periodSeconds: 3_600 });
    await addPeopleLike(store, [smallCity.users.dispatcher1], dispatchers);
  },
});

async function countOf(table: 'alarms' | 'exceptions'): Promise<number> {
  const row = await server.store.rows
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return row.count;
}

async function countItems(): Promise<Readonly<Record<'alarms' | 'exceptions' | 'cpuMs', number>>> {
  const { user, system } = process.cpuUsage();
  return { alarms: await countOf('alarms'), exceptions: await countOf('exceptions'), cpuMs: (user + system) / 1_000 };
}

process.on('message', () => {
  countItems().then(
    (items) => process.send?.(items),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
tellReady(server);
