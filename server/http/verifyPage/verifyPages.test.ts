import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import Libsql from 'libsql';
import { visitExamples } from '../../../src/machines/exampleVisit.ts';
import { visitLifecycle } from '../../../src/machines/visitLifecycle.ts';
import { openTestStore, type TestStore } from '../../../tests/support/openTestStore.ts';
import { SealedIds } from '../../access/sealedIds.ts';
import { createVerifyPages } from './verifyPages.ts';
import { projections } from '../../lifecycleEntries.ts';
import { VirtualClock } from '../../runtime/virtualClock.ts';
import { sqliteFileName } from '../../store/sqlite/sqliteFile.ts';
import type { StoredEvent } from '../../../src/contract/events/storedEvent.ts';
import { proofPathOf } from '../../queries/proofPath.ts';
import { verifiedRecord } from '../../queries/verifiedRecord.ts';

const simulated = { kind: 'simulator', id: 'demo', name: '周建国' } as const;
const worker = { personId: 31, userId: null, name: '周建国' };

let kept: TestStore;
let ids: SealedIds;
let clock: VirtualClock;
let submitted: StoredEvent;
beforeEach(async () => {
  clock = new VirtualClock();
  kept = await openTestStore({ clock, projections });
  ids = new SealedIds(new Uint8Array(32), kept.store);
  const atMs = clock.nowMs();
  const examples = visitExamples(visitLifecycle.initial(), atMs);
  const [planned] = examples['visit.planned'];
  const [submission] = examples['visit.submitted'];
  const { events } = await kept.store.append({
    stream: 'visit-1',
    expectedVersion: 'none',
    actor: simulated,
    events: [
      { type: 'visit.planned', atMs, data: { ...planned, visitId: 1, workers: [worker] } },
      {
        type: 'visit.checkedIn',
        atMs,
        data: { worker, place: null, distanceM: null, presence: 'right', clockOffsetMs: 0, flags: [] },
      },
      { type: 'visit.submitted', atMs, data: { ...submission, worker } },
    ],
  });
  const found = events.at(-1);
  if (found === undefined) throw new Error('nothing was appended');
  submitted = found;
});
afterEach(() => kept.dispose());

/** As somebody with access to the database's file would. */
function tamper(statement: string): void {
  const database = new Libsql(join(kept.dataDir, sqliteFileName));
  database.exec(statement);
  database.close();
}

/** The page as a scanned code opens it. */
async function open(path: string, from = '192.0.2.7'): Promise<string> {
  const url = new URL(path, 'https://lift.example.cn');
  const page = createVerifyPages({ clock, recordOf: (wish) => verifiedRecord({ store: kept.store, ids }, wish) });
  const reading = page({
    hash: url.pathname.replace('/verify/', ''),
    place: url.searchParams.get('p') ?? '',
    address: from,
  });
  await clock.advance(100);
  return reading;
}

test('confirms a printed record with its kind, lift and time, and names nobody', async () => {
  const text = await open(proofPathOf(ids, submitted));
  expect(text).toContain('记录完整，未被改动');
  expect(text).toContain('维保记录（半月维保）');
  expect(text).toContain('YC-0001');
  expect(text).not.toContain('周建国');
  expect(text).not.toMatch(/<script|<img|<link|https?:/);
});

test('a record that was changed in the store is not confirmed', async () => {
  tamper(
    `update events set data = replace(data, '"itemNum":31', '"itemNum":30') where position = ${submitted.position}`,
  );
  expect(await open(proofPathOf(ids, submitted))).toContain('记录与原始存档不一致');
});

test('a record whose forerunner was exchanged is not confirmed', async () => {
  tamper(`update events set hash = '${'0'.repeat(64)}' where position = ${submitted.position - 1}`);
  expect(await open(proofPathOf(ids, submitted))).toContain('记录与原始存档不一致');
});

test('whatever is no record gets the same calm page, and the place in the log alone opens nothing', async () => {
  const path = proofPathOf(ids, submitted);
  const other = `/verify/${'a'.repeat(64)}`;
  const missing = await open(`${other}?p=${ids.seal('proof', submitted.position)}`);
  expect(missing).toContain('无法确认这份记录');
  for (const wrong of [
    '/verify/',
    '/verify/nothing',
    other,
    `/verify/${submitted.hash}`,
    `/verify/${submitted.hash}?p=${submitted.position}`,
    `/verify/${submitted.hash}?p=${ids.seal('proof', submitted.position - 1)}`,
    `${path}0`,
  ])
    expect(await open(wrong)).toBe(missing);
  // Of a record that is no proof, as an open incident is none.
  expect(await ids.open('proof', submitted.position)).toBe(0);
});

test('an address that asks on and on is put off', async () => {
  const page = createVerifyPages({ clock, recordOf: () => Promise.resolve(undefined) });
  const ask = async () => {
    const reading = page({ hash: '', place: '', address: '192.0.2.7' });
    await clock.advance(100);
    return reading;
  };
  for (let times = 0; times < 60; times += 1) await ask();
  expect(await ask()).toContain('暂时无法核验');
});
