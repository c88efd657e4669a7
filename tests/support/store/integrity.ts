import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { chainEvents, chainStream } from '../../../src/contract/events/chain.ts';
import { VirtualClock } from '../../../server/runtime/virtualClock.ts';
import { LogRolledBackError } from '../../../server/store/errors.ts';
import type { EventStore } from '../../../server/store/eventStore.ts';
import { checkAnchor } from '../../../server/store/integrity/anchorCheck.ts';
import { keepAnchor } from '../../../server/store/integrity/keepAnchor.ts';
import { anchorNow, readAnchor, writeAnchor, type LogAnchor } from '../../../server/store/integrity/logAnchor.ts';
import { toFindings, walkChain, type ChainBreak } from '../../../server/store/integrity/verifyChain.ts';
import { actor, added, type Bench } from './bench.ts';

const acknowledge = async (store: EventStore, found: ChainBreak | undefined) => {
  const data = chainEvents['chain.breakAcknowledged'].parse({ ...found, by: '王芳', reason: '磁盘故障，已核对' });
  await store.append({
    stream: chainStream,
    expectedVersion: 'any',
    actor,
    events: [{ type: 'chain.breakAcknowledged', data, atMs: 9000 }],
  });
};

const noTrouble = (error: unknown) => {
  throw error;
};

/** A log that somebody changed, cut off or exchanged is noticed. */
export function integritySuite({ underTest, folder }: Bench): void {
  describe('the chain', () => {
    test.each([
      ['its data', `update events set data = replace(data, '3', '4') where position = 3`],
      ['who did it', `update events set meta = replace(meta, '张伟', '李伟') where position = 3`],
      ['when', 'update events set received_at_ms = received_at_ms + 1 where position = 3'],
      ['its hash', `update events set hash = replace(replace(hash, 'a', 'b'), '1', '2') where position = 3`],
      ['its existence', 'delete from events where position = 3'],
    ])('a change behind the store of an event (%s) is found at its position', async (_, sql) => {
      const { store, database } = await underTest({ projections: [] });
      for (let amount = 1; amount <= 5; amount += 1) await store.append(added('a', amount));
      expect(await store.verify()).toEqual({ events: 5 });
      await database.tamper(sql);
      expect(await store.verify()).toEqual({ events: 2, brokenAtPosition: 3 });
    });

    test('cutting off the end of the log is found', async () => {
      const { store, database } = await underTest({ projections: [] });
      for (let amount = 1; amount <= 3; amount += 1) await store.append(added('a', amount));
      await database.tamper('delete from events where position = 3');
      expect(await store.verify()).toEqual({ events: 2, brokenAtPosition: 3 });
    });

    test('a head that was moved without its events, or given another hash, is found', async () => {
      const { store, database } = await underTest({ projections: [] });
      for (let amount = 1; amount <= 3; amount += 1) await store.append(added('a', amount));
      await database.tamper('update log_head set position = 2, hash = (select hash from events where position = 2)');
      expect(await store.verify()).toEqual({ events: 2, brokenAtPosition: 3 });
      await database.tamper(`update log_head set position = 3, hash = 'other'`);
      expect(await store.verify()).toEqual({ events: 3, brokenAtPosition: 4 });
    });

    test.each([
      ['a changed event', `update events set data = replace(data, '3', '4') where position = 3`, 3],
      ['a missing event', 'delete from events where position = 3', 3],
      ['a missing end', 'delete from events where position = 5', 5],
      ['a head with another hash', `update log_head set hash = 'other'`, 6],
    ])(
      '%s that a named person has acknowledged is told and passed; another change at its place is not',
      async (_, sql, position) => {
        const { store, database, open } = await underTest({ projections: [] });
        for (let amount = 1; amount <= 5; amount += 1) await store.append(added('a', amount));
        await store.close();
        await database.tamper(sql);
        const again = await open();
        const { broken } = await walkChain(again.rows);
        expect(broken?.position).toBe(position);
        await acknowledge(again, broken);
        const head = await again.head();
        expect(await again.verify()).toEqual({ events: head });
        expect((await walkChain(again.rows)).acknowledged).toEqual([
          { ...broken, by: '王芳', reason: '磁盘故障，已核对', atMs: 9000 },
        ]);
        await again.append(added('a'));
        expect(await again.verify()).toEqual({ events: head + 1 });
        await database.tamper(`update events set data = '{"amount":99}' where position in (${position}, 2)`);
        expect(await again.verify()).toEqual({ events: 1, brokenAtPosition: 2 });
        await acknowledge(again, (await walkChain(again.rows)).broken);
        const changedAgain = await again.verify();
        // Where no event stands none can be changed; at a head it is the acknowledgement itself that was.
        expect(changedAgain.brokenAtPosition).toBe(sql.startsWith('delete') ? undefined : position);
      },
    );

    test('a later walk goes on from the verified place with the same findings, unless that place is gone', async () => {
      const { store, database } = await underTest({ projections: [] });
      for (let amount = 1; amount <= 4; amount += 1) await store.append(added('a', amount));
      const { end } = await walkChain(store.rows);
      expect(end.position).toBe(4);
      for (let amount = 5; amount <= 8; amount += 1) await store.append(added('a', amount));
      expect(await walkChain(store.rows, end)).toMatchObject({ startedAfter: 4, end: { position: 8 } });
      await database.tamper(`update events set data = replace(data, '7', '9') where position = 7`);
      expect(toFindings(await walkChain(store.rows, end))).toEqual({ events: 6, brokenAtPosition: 7 });
      expect(await store.verify()).toEqual({ events: 6, brokenAtPosition: 7 });
      await database.tamper(`update events set data = replace(data, '4', '9') where position = 4`);
      expect(await walkChain(store.rows, end)).toMatchObject({
        startedAfter: 0,
        end: { position: 3 },
        broken: { position: 4 },
      });
    });
  });

  describe('the anchor outside the database', () => {
    test('a log that was cut off together with its head, which the chain cannot tell, is refused', async () => {
      const { store, database } = await underTest({ projections: [] });
      const dataDir = await folder();
      for (let amount = 1; amount <= 5; amount += 1) await store.append(added('a', amount));
      const anchor = await keepAnchor({ store, dataDir, clock: new VirtualClock(), onTrouble: noTrouble });
      await anchor.close();
      expect(await checkAnchor(store, dataDir)).toEqual({ kind: 'kept' });
      await database.tamper('delete from events where position > 3');
      await database.tamper('update log_head set position = 3, hash = (select hash from events where position = 3)');
      expect(await store.verify()).toEqual({ events: 3 });
      await expect(checkAnchor(store, dataDir)).rejects.toThrow(
        /本机曾记录到第 5 个事件，数据库中只剩 3 个.*restore.*accept-log/s,
      );
    });

    test('it does not follow a log that is cut off while the server runs, and says so', async () => {
      const { store, database } = await underTest({ projections: [] });
      const dataDir = await folder();
      for (let amount = 1; amount <= 3; amount += 1) await store.append(added('a', amount));
      const troubles: unknown[] = [];
      const clock = new VirtualClock();
      const anchor = await keepAnchor({ store, dataDir, clock, onTrouble: (error) => troubles.push(error) });
      const before = await readAnchor(dataDir);
      await database.tamper('delete from events where position > 2');
      await database.tamper('update log_head set position = 2, hash = (select hash from events where position = 2)');
      await clock.advance(5_000);
      await anchor.close();
      expect(troubles).toEqual([expect.any(LogRolledBackError)]);
      expect(await readAnchor(dataDir)).toEqual(before);
      await expect(checkAnchor(store, dataDir)).rejects.toThrow('数据库中只剩 2 个');
    });

    test('another log of the same length is refused, and one that went on is not', async () => {
      const { store } = await underTest({ projections: [] });
      const { store: other } = await underTest({ projections: [] });
      const dataDir = await folder();
      await store.append(added('a', 1));
      await other.append(added('a', 2));
      await writeAnchor(dataDir, await anchorNow(store));
      await expect(checkAnchor(other, dataDir)).rejects.toThrow('同一位置却是另一个事件');
      await store.append(added('a', 3));
      expect(await checkAnchor(store, dataDir)).toEqual({ kind: 'kept' });
    });

    test('it follows the log automatically, is up to date after a clean stop, and may be missing or unreadable', async () => {
      const { store } = await underTest({ projections: [] });
      const dataDir = await folder();
      const clock = new VirtualClock();
      expect(await checkAnchor(store, dataDir)).toEqual({ kind: 'kept' });
      const anchor = await keepAnchor({ store, dataDir, clock, onTrouble: noTrouble });
      await store.append(added('a'));
      expect((await readAnchor(dataDir))?.position).toBe(0);
      await clock.advance(5_000);
      await expect.poll(async () => (await readAnchor(dataDir))?.position).toBe(1);
      await store.append(added('a'));
      await anchor.close();
      expect(await readAnchor(dataDir)).toMatchObject(await anchorNow(store));
      await writeFile(join(dataDir, 'secrets/log-anchor.json'), '{"posit');
      expect(await checkAnchor(store, dataDir)).toEqual({ kind: 'kept' });
    });

    describe('when PostgreSQL lacks the end of the log', () => {
      const nowMs = 10 * 3_600_000;
      /** A log of two events, after whose copy was made this machine saw it grow to 61. */
      async function lagging(bench: Pick<Bench, 'underTest' | 'folder'>, change: (anchor: LogAnchor) => LogAnchor) {
        const { store } = await bench.underTest({ projections: [] });
        const dataDir = await bench.folder();
        await store.append(added('a'));
        await store.append(added('a'));
        const head = await anchorNow(store);
        const trail = [{ position: 2, hash: head.hash, atMs: nowMs - 60_000, lifts: [3] }];
        const timeline = head.timeline === undefined ? undefined : '00000000';
        await writeAnchor(
          dataDir,
          change({ ...head, timeline, position: 61, hash: 'lost', atMs: nowMs, lifts: [7], trail }),
        );
        return { store, dataDir, head };
      }

      test('a promoted standby is recognised, and what it lacks is told with the lifts concerned', async () => {
        const { store, dataDir, head } = await lagging({ underTest, folder }, (anchor) => anchor);
        if (store.kind === 'sqlite') {
          await expect(checkAnchor(store, dataDir)).rejects.toThrow('只剩 2 个');
          return;
        }
        expect(await checkAnchor(store, dataDir)).toMatchObject({
          kind: 'failedOver',
          loss: {
            kept: { position: 2, hash: head.hash },
            lost: { position: 61, hash: 'lost', atMs: nowMs },
            lifts: [7],
          },
        });
      });

      test.each<[string, (anchor: LogAnchor) => LogAnchor, string]>([
        [
          'a dump that was loaded, or a copy of the files',
          (anchor) => ({ ...anchor, timeline: '00000001' }),
          '没有经过主备切换',
        ],
        [
          'the primary or a backup from before a fail-over',
          (anchor) => ({ ...anchor, timeline: '0000000A' }),
          '时间线早于',
        ],
        ['another cluster', (anchor) => ({ ...anchor, system: '1' }), '另一个 PostgreSQL 实例'],
        [
          'a copy that is behind by more than an hour',
          (anchor) => ({ ...anchor, trail: anchor.trail?.map((point) => ({ ...point, hash: 'gone' })) }),
          '一小时以上',
        ],
        ['an anchor that does not say where it was', (anchor) => ({ ...anchor, system: undefined }), '没有报告'],
      ])('%s is refused, with the reason', async (_, change, reason) => {
        const { store, dataDir } = await lagging({ underTest, folder }, change);
        await expect(checkAnchor(store, dataDir)).rejects.toThrow(store.kind === 'sqlite' ? '只剩 2 个' : reason);
      });
    });
  });
}
