/**
 * The process that the fault tests kill: writers that append without pause, each answer written to a file as soon as it
 * is given. Arguments: JSON {dataDir, databaseUrl?, ackFile, run, writers, total?, retry, rebuilding?}. Exit code 3:
 * the store reported a fatal error.
 */
import { openSync, writeSync } from 'node:fs';
import * as z from 'zod';
import { systemClock } from '../../server/runtime/clock.ts';
import { openStore } from '../../server/store/open.ts';
import { killProjection } from './storeKill.projection.ts';

const settings = z
  .object({
    dataDir: z.string(),
    databaseUrl: z.string().optional(),
    ackFile: z.string(),
    run: z.number(),
    writers: z.number(),
    /** Stops after this many appends; without it only a kill ends it. */
    total: z.number().optional(),
    /** Message ids of the previous run, to be sent again. */
    retry: z.array(z.string()),
    /** Rebuilds its rows again and again beside the writers. */
    rebuilding: z.boolean().default(false),
  })
  .parse(JSON.parse(process.argv[2] ?? '{}'));

const file = openSync(settings.ackFile, 'a');
// A line is one write: what the kernel has taken survives a kill of this process.
const note = (line: string) => writeSync(file, `${line}\n`);

const store = await openStore({
  dataDir: settings.dataDir,
  databaseUrl: settings.databaseUrl,
  clock: systemClock,
  projections: [killProjection],
  onFatal: () => {
    note('fatal');
    process.exit(3);
  },
});
note('open');
process.stdout.write('open\n');

let isAcked = false;
let left = settings.total ?? Number.POSITIVE_INFINITY;
const append = async (messageId: string, n: number) => {
  note(`sent ${messageId}`);
  // A tenth goes to one stream that all writers share.
  const stream = n % 10 === 0 ? 'load-shared' : `load-${messageId.split('/')[1] ?? ''}`;
  const { events, repeated } = await store.append({
    stream,
    expectedVersion: 'any',
    messageId,
    actor: { kind: 'system', id: 'writer', name: 'writer' },
    events: [{ type: 'load.added', data: { n, text: '困人' }, atMs: n }],
  });
  note(`ack ${messageId} ${events[0]?.position ?? 0} ${repeated ? 'repeated' : 'new'}`);
  if (isAcked) return;
  isAcked = true;
  process.stdout.write('acked\n');
};

async function writer(index: number): Promise<void> {
  for (const messageId of settings.retry.filter((_, place) => place % settings.writers === index)) {
    await append(messageId, Number.parseInt(messageId.split('/')[2] ?? '', 10));
  }
  for (let n = 1; left > 0; n += 1) {
    left -= 1;
    // The full stop ends it, so that a trace of what was written can be searched for it.
    await append(`run${settings.run}/w${index}/${n}.`, n);
  }
}

const ended = new AbortController();
async function rebuildAgain(): Promise<void> {
  while (!ended.signal.aborted) await store.rebuild();
}
const rebuilds = settings.rebuilding ? rebuildAgain() : Promise.resolve();
await Promise.all(Array.from({ length: settings.writers }, (_, index) => writer(index)));
ended.abort();
await rebuilds;
await store.close();
