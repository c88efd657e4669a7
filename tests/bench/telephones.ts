import { randomBytes } from 'node:crypto';
import { loadavg } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod';
import { toWireTime } from '../../src/contract/time.ts';
import { standardItemsOf } from '../../src/contract/visits/checkItems.ts';
import { ApiClient } from '../support/apiClient.ts';
import { jpegOf } from '../support/testImages.ts';
import { connectConsole, forkBenchServer } from './benchServerProcess.ts';
import { callForHelp } from './mixed.ts';
import { rounded, summary } from './percentiles.ts';
import { ringBudget } from './ringBudget.ts';

const telephones = Number(process.env['BENCH_TELEPHONES'] ?? 500);
const seconds = Number(process.env['BENCH_SECONDS'] ?? 60);
const photosOfVisit = 3;
const photoBytes = 150_000;
const callEveryMs = 500;
/** Photos that were sent again. */
let repeated = 0;

const visitSchema = z.object({ id: z.number(), account: z.string(), rescueCode: z.string() });
export type BenchVisit = z.infer<typeof visitSchema>;

/**
 * 500 workers come up from their shafts within a minute: each telephone sends its check-in, three photos and the record of 31 items. Reports
 * how long a visit takes to be sent, and how soon calls for help ring meanwhile.
 */
export async function benchTelephones(): Promise<unknown> {
  const calls = Math.floor((seconds * 1_000) / callEveryMs);
  const server = await forkBenchServer(
    new URL('./telephonesServer.run.ts', import.meta.url),
    [telephones + calls, telephones],
    { TRUST_PROXY: 'true' },
  );
  try {
    const { visits } = await server.ask('visits', z.object({ visits: z.array(visitSchema) }));
    const clients: ApiClient[] = [];
    for (const { account } of visits) clients.push(await ApiClient.login(server.url, account));
    const probe = await connectConsole(server.url);
    const [ringMs, tookMs] = await Promise.all([
      callForHelp(server, probe, calls, { everyMs: callEveryMs }),
      Promise.all(
        visits.map(async (visit, index) => {
          await wait((index * seconds * 1_000) / telephones);
          const client = clients[index];
          if (client === undefined) throw new Error('a telephone has no session');
          const startedMs = performance.now();
          await sendVisit(client, visit);
          return performance.now() - startedMs;
        }),
      ),
    ]);
    const { submitted } = await server.ask('submitted', z.object({ submitted: z.number() }));
    await probe.close();
    return {
      telephones,
      seconds,
      photosOfVisit,
      loadAverage: rounded(loadavg()[0] ?? 0),
      submitted,
      repeated,
      visitMs: summary(tookMs),
      ringMs: summary(ringMs),
      target: { submitted: telephones, ringMs: { p99: ringBudget.p99Ms } },
    };
  } finally {
    await server.dispose();
  }
}

/** As the telephone does: what the server has no room for now is sent again. */
async function upload(client: ApiClient, address: string): Promise<string> {
  for (;;) {
    const name = await uploadOnce(client, address);
    if (name !== undefined) return name;
    repeated += 1;
    await wait(1_000);
  }
}

async function uploadOnce({ url, token }: ApiClient, address: string): Promise<string | undefined> {
  const form = new FormData();
  const scan = [...randomBytes(photoBytes)].map((byte) => byte & 0x7f);
  form.set('file', new Blob([Uint8Array.from(jpegOf([], { scan }))], { type: 'image/jpeg' }), 'photo.jpg');
  const response = await fetch(`${url}/api/upload-file`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'x-forwarded-for': address },
    body: form,
  });
  return z.object({ data: z.object({ name: z.string() }).nullable() }).parse(await response.json()).data?.name;
}

async function step(client: ApiClient, body: object): Promise<void> {
  const { code, message } = await client.post('/api/order/maintain/ack-state', body);
  if (code !== 0) throw new Error(message);
}

async function sendVisit(client: ApiClient, { id, rescueCode }: BenchVisit): Promise<void> {
  const at = toWireTime(Date.now());
  await step(client, {
    id,
    event: 'visit.checkedIn',
    request_id: `bench-check-in-${id}`,
    data: { at, clock_offset_ms: 0, lift_code: rescueCode, place: null },
  });
  const photos: string[] = [];
  while (photos.length < photosOfVisit) photos.push(await upload(client, `10.0.${id >> 8}.${id & 255}`));
  await step(client, {
    id,
    event: 'visit.submitted',
    request_id: `bench-submit-${id}`,
    data: {
      at,
      clock_offset_ms: 0,
      checked_in_at: at,
      answers: standardItemsOf('traction', 'halfMonth').map(({ code, limit, isTest }) => ({
        code,
        answer: 'normal',
        ...(limit === undefined ? {} : { value: 8 }),
        ...(isTest === true ? { photos: photos.slice(0, 1) } : {}),
      })),
      parts: [],
      photos,
      briefed: true,
      signature: '20,90 60,40 110,120;150,60 190,60',
    },
  });
}
