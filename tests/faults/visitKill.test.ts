import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { createWork, type Work } from '../../src/app/work/createWork.ts';
import { memoryStore } from '../../src/app/work/memoryStore.fixtures.ts';
import { streamName } from '../../src/contract/streamName.ts';
import { dayOf, toWireTime } from '../../src/contract/time.ts';
import { emptyDraft, type Draft } from '../../src/features/work/model/kept.ts';
import { submissionOf } from '../../src/features/work/model/visitWork.ts';
import { projections } from '../../server/lifecycleEntries.ts';
import { systemClock } from '../../server/runtime/clock.ts';
import { openStore } from '../../server/store/open.ts';
import { ApiClient } from '../support/apiClient.ts';
import { createCutFetch, cutMoments, type Cut } from '../support/cutFetch.ts';
import { seededRandom } from '../support/seededRandom.ts';
import { ServerProcess } from '../support/serverProcess.ts';
import { smallCity } from '../support/smallCity.ts';
import { testPassword } from '../support/testAccounts.ts';
import { jpegOf } from '../support/testImages.ts';

const seed = Number(process.env['TIAN_SEED'] ?? Date.now() % 1_000_000);
const title = smallCity.lift.tag;
const strokes = '20,90 60,40 110,120;150,60 190,60';
/** A plain item, one that is to be tested, and the one that is found abnormal. */
const items = ['A-1-01', 'A-1-06', 'A-1-30'];
const photosOfVisit = 3;
/** The requests that write, in their order: the check-in, the photos, the record, and the officer's signature. */
const requestsOfVisit = 1 + photosOfVisit + 2;

/** Each request dies half sent, while the server is at work, and unheard; a photo and the record at work again. */
const everyCut: readonly Cut[] = [
  ...Array.from({ length: requestsOfVisit }, (_, request) => cutMoments.map((moment) => ({ request, moment }))).flat(),
  { request: 2, moment: 'atWork' },
  { request: requestsOfVisit - 2, moment: 'atWork' },
];
const fewCuts: readonly Cut[] = [
  { request: 2, moment: 'halfSent' },
  { request: 4, moment: 'answered' },
  { request: 5, moment: 'atWork' },
];
const cuts = process.env['TIAN_SOAK'] === '1' ? everyCut : fewCuts;

const photo = (): Blob =>
  new Blob([Uint8Array.from(jpegOf([], { scan: [...randomBytes(60_000)].map((byte) => byte & 0x7f) }))], {
    type: 'image/jpeg',
  });
const submittedSchema = z.object({
  photos: z.array(z.string()),
  deviations: z.array(z.object({ photos: z.array(z.string()).optional() })),
});

async function planVisit(boss: ApiClient): Promise<number> {
  const planned = await boss.post('/api/order/maintain', {
    elevator_id: smallCity.lift.id,
    kind: 'extra',
    items,
    due: dayOf(Date.now()),
  });
  const { id } = z.object({ id: z.number() }).parse(planned.data);
  const given = await boss.post('/api/order/maintain/assign', { ids: [id], person_ids: [31] });
  expect(given.data).toMatchObject({ assigned: 1 });
  return id;
}

describe(`a server killed at ${cuts.length} points of a telephone's synchronisation (seed ${seed})`, () => {
  let server: ServerProcess;
  beforeAll(async () => {
    server = await ServerProcess.start({ TEST_MAINTENANCE: '1' });
  });
  afterAll(() => server.dispose());

  const network = createCutFetch({ url: () => server.url, kill: () => server.kill(), random: seededRandom(seed) });

  async function telephoneOf(account: string): Promise<Work> {
    const store = memoryStore();
    const work = createWork({
      fetch: (url, init) => network.fetch(url, init),
      openStore: () => Promise.resolve(store),
      nowMs: Date.now,
      newName: () => randomBytes(16).toString('base64url'),
      // The test is the one that tries again: when the server is back.
      after: () => undefined,
    });
    await work.open();
    await work.signIn(account, testPassword);
    expect(work.state().phase).toBe('inside');
    return work;
  }

  /** Sends what waits; where the server dies meanwhile, it is started again and the telephone sends again. */
  async function synchronise(work: Work): Promise<void> {
    await work.flush();
    if (work.state().queue.length > 0 && network.isCut()) {
      await server.restart();
      await work.flush();
    }
    expect(
      work.state().queue.map(({ step, refusal }) => `${step.event} ${refusal ?? work.state().sendProblem}`),
    ).toEqual([]);
  }

  /** The worker's whole visit, recorded in a shaft and sent afterwards. */
  async function workOff(work: Work, id: number): Promise<void> {
    await work.refresh();
    const visit = work.state().mine?.answer.visits.find((one) => one.id === id);
    if (visit === undefined) throw new Error(`the telephone has no visit ${id}`);
    const photos: string[] = [];
    while (photos.length < photosOfVisit) photos.push((await work.addPhoto(id, photo())) ?? '');
    const [tested = '', found = '', place = ''] = photos;
    const at = toWireTime(Date.now());
    const draft: Draft = {
      ...emptyDraft(id, title),
      isBriefed: true,
      checkedInAt: at,
      photos: [place],
      answers: visit.items.map(({ code }) => ({
        code,
        answer: code === 'A-1-30' ? ('abnormal' as const) : ('normal' as const),
        note: code === 'A-1-30' ? '底坑有积水' : '',
        value: null,
        photos: { 'A-1-06': [tested], 'A-1-30': [found] }[code] ?? [],
      })),
    };
    const checkIn = {
      id,
      event: 'visit.checkedIn' as const,
      data: { at, clock_offset_ms: 0, lift_code: smallCity.lift.rescueCode, place: null },
    };
    await work.take(checkIn, title);
    await work.take(submissionOf(visit, draft, { signature: strokes, at, offsetMs: 0 }), title, { draft });
    await synchronise(work);
  }

  it(
    'has every visit exactly once, with its photos and its fault, signed by worker and officer',
    async () => {
      const boss = await ApiClient.login(server.url, 'maintenance');
      const worker = await telephoneOf('maintenance');
      const officer = await telephoneOf('property');
      const ids: number[] = [];
      for (const cut of cuts) {
        network.cutAt(undefined);
        const id = await planVisit(boss);
        ids.push(id);
        network.cutAt(cut);
        await workOff(worker, id);
        await officer.take({ id, event: 'visit.countersigned', data: { signature: strokes } }, title);
        await synchronise(officer);
        expect({ cut, isCut: network.isCut() }).toEqual({ cut, isCut: true });
        const { data } = await boss.get(`/api/order/maintain?id=${id}`);
        expect(data).toMatchObject({
          stage: 'signed',
          item_num: items.length,
          abnormal_num: 1,
          signatures: [{ role: 'worker' }, { role: 'officer' }],
          items: expect.arrayContaining([expect.objectContaining({ code: 'A-1-30', fault_id: expect.any(Number) })]),
        });
      }
      await server.stop();

      const store = await openStore({
        dataDir: server.dataDir,
        clock: systemClock,
        projections,
        onFatal: (error) => {
          throw error;
        },
      });
      try {
        for (const id of ids) {
          const events = (await store.readStream(streamName('visit', id))).filter(({ actor }) => actor.kind === 'user');
          expect(events.map(({ type }) => type)).toEqual([
            'visit.planned',
            'visit.assigned',
            'visit.checkedIn',
            'visit.submitted',
            'visit.countersigned',
          ]);
          const { photos, deviations } = submittedSchema.parse(events[3]?.data);
          const names = [...photos, ...deviations.flatMap((one) => one.photos ?? [])];
          const kept = await store.rows
            .selectFrom('uploads')
            .select('file_name')
            .where('file_name', 'in', names)
            .execute();
          expect(kept).toHaveLength(photosOfVisit);
        }
        expect((await store.verify()).brokenAtPosition).toBeUndefined();
      } finally {
        await store.close();
      }
    },
    60_000 + cuts.length * 20_000,
  );
});
