import { createHash } from 'node:crypto';
import { loadConfig } from '../../server/config.ts';
import { systemClock } from '../../server/runtime/clock.ts';
import { run, type TransactionSteps } from '../../server/store/eventStore.ts';
import { startServer } from '../../server/startServer.ts';
import { writeSmallCity } from '../support/smallCity.ts';
import { testPassword } from '../support/testAccounts.ts';
import { writeLoadLifts } from './fleetLoadLifts.ts';

/**
 * A whole server over many lifts, in a process of its own. Arguments: lifts. Tells its ports when it is ready. On `deadlines` it makes every open
 * escalation due at the same instant, and tells how late the last of them was on the disk; on `peer` it makes as many bare appends as three a lift, all at once.
 */
const lifts = Number(process.argv[2]);
/** Long enough for a surge to be over, short enough to be waited for. */
const escalateAfterSeconds = 20;

const server = await startServer({
  config: loadConfig({ env: { ...process.env, PORT: '0', MQTT_PORT: '0', HOST: '127.0.0.1' } }),
  clock: systemClock,
  onTrouble: (trouble, error) => console.error(trouble, error),
  onFatal(error) {
    console.error(error);
    process.exit(1);
  },
  async prepare({ store, passwords }) {
    await writeSmallCity(store, await passwords.hashPassword(createHash('md5').update(testPassword).digest('hex')));
    await writeLoadLifts(store, { lifts, periodSeconds: 3_600 });
    await store.write(function* (queries): TransactionSteps {
      yield* run(
        queries.insertInto('sys_config').values({
          key: 'escalate_after_seconds',
          value: JSON.stringify([escalateAfterSeconds, 600, 1_200]),
          updated_at_ms: 0,
          updated_by: 'bench',
        }),
      );
    });
  },
});
const { store } = server;

async function passDeadlines(): Promise<{ readonly deadlines: number; readonly lastLateMs: number }> {
  const head = await store.head();
  const waiting = new Set(
    (await store.rows.selectFrom('rescue_deadlines').select('stream').where('kind', '=', 'escalate').execute()).map(
      ({ stream }) => stream,
    ),
  );
  const deadlines = waiting.size;
  // No earlier than the ladder of the last call says: until then the order refuses it.
  const dueAtMs = Date.now() + escalateAfterSeconds * 1_000;
  const lastLateMs = await new Promise<number>((resolve, reject) => {
    store.subscribe({
      afterPosition: head,
      onEvents(events) {
        for (const { type, stream } of events) if (type === 'rescue.escalated') waiting.delete(stream);
        if (waiting.size === 0) resolve(Date.now() - dueAtMs);
      },
    });
    store
      .write(function* (queries) {
        yield* run(queries.updateTable('rescue_deadlines').set({ due_at_ms: dueAtMs }).where('kind', '=', 'escalate'));
      })
      .catch(reject);
  });
  return { deadlines, lastLateMs };
}

async function appendBare(): Promise<{ readonly appends: number; readonly tookMs: number }> {
  const startedMs = performance.now();
  const appends = 3 * lifts;
  await Promise.all(
    Array.from({ length: appends }, (_, index) =>
      store.append({
        stream: `bench-${index}`,
        expectedVersion: 'none',
        messageId: `bench:${index}`,
        actor: { kind: 'system', id: 'bench', name: 'bench' },
        events: [{ type: 'bench.noted', atMs: index, data: { index } }],
      }),
    ),
  );
  return { appends, tookMs: performance.now() - startedMs };
}

process.on('message', (message) => {
  const asked = message === 'deadlines' ? passDeadlines() : appendBare();
  asked.then(
    (answer) => process.send?.(answer),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
process.on('SIGTERM', () => {
  void server.close().then(() => process.exit(0));
});
process.send?.({
  httpPort: server.httpPort,
  mqttPort: server.mqttPort ?? 0,
  deviceKeyHex: server.deviceKey.toString('hex'),
});
