import { createHash } from 'node:crypto';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import { openUploadedFiles, type UploadedFiles } from '../../server/domain/records/uploads.ts';
import { setUploadUses } from '../../server/domain/records/uploadUses.ts';
import type { VirtualClock } from '../../server/runtime/virtualClock.ts';
import { run, type EventStore, type Queries } from '../../server/store/eventStore.ts';

const dayMs = 86_400_000;
const picture = (seed: number, length = 300_000) => Buffer.alloc(length, `picture ${seed}`);
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const countParts = (queries: Queries) =>
  queries.selectFrom('upload_parts').select(({ fn }) => fn.countAll<number>().as('parts'));
/** A digest of the file, because comparing the bytes one by one takes seconds. */
const shown = async (files: UploadedFiles, name: string) => {
  const file = await files.read(name);
  return file?.kind === 'found' ? `${file.mime} ${sha256(file.bytes)}` : file?.kind;
};

/** The guarantees for uploaded files on either database; `open` gives the store of the test. */
export function uploadSuite(
  open: () => { readonly store: EventStore; readonly clock: VirtualClock; readonly dataDir: string },
): void {
  describe('an uploaded file', () => {
    let store: EventStore;
    let clock: VirtualClock;
    let folder: string;
    beforeEach(() => {
      const { dataDir, ...opened } = open();
      ({ store, clock } = opened);
      folder = join(dataDir, 'uploads');
    });
    const troubles: string[] = [];
    const filesOf = (quotaBytes?: number, quotaOfAccount?: { readonly files: number; readonly bytes: number }) =>
      openUploadedFiles({
        store,
        clock,
        folder,
        ...(quotaBytes === undefined ? {} : { quotaBytes: () => quotaBytes }),
        quotaOfAccount,
        onTrouble: (trouble) => void troubles.push(trouble),
      });
    const stored = async () => (await store.rows.selectFrom('uploads').select('file_name').execute()).length;
    const useBy = (record: string, names: readonly string[]) =>
      store.write((queries) => setUploadUses(queries, record, names));

    test('comes back byte for byte, and a changed byte is reported instead of being shown', async () => {
      troubles.length = 0;
      const files = filesOf();
      const bytes = picture(7);
      const name = await files.keep({ bytes, extension: 'jpg' }, 1);
      expect(name).toMatch(/^[\w-]{22}\.jpg$/);
      expect(await shown(files, name)).toBe(`image/jpeg ${sha256(bytes)}`);
      expect(await files.read('../tian.db')).toBeUndefined();
      expect(await files.read(`${'x'.repeat(22)}.jpg`)).toBeUndefined();

      await store.write(function* (queries) {
        yield* run(
          queries
            .updateTable('upload_parts')
            .set({ bytes: Buffer.from('x') })
            .where('seq', '=', 1),
        );
      });
      expect(await shown(files, name)).toBe('damaged');
      expect(troubles).toEqual([expect.stringContaining(name)]);
    });

    test('a call for help that comes while ten large files are written waits for hardly any of their parts', async () => {
      const files = filesOf();
      const written = async () => (await countParts(store.rows).executeTakeFirst())?.parts ?? 0;
      const uploads = Promise.all(
        Array.from({ length: 10 }, (_, index) =>
          files.keep({ bytes: picture(index + 3, 1_500_000), extension: 'png' }, 1),
        ),
      );
      // The writer takes its turn in a later task.
      while ((await written()) === 0) await setImmediate();
      let before = 0;
      await store.append({
        stream: 'log',
        expectedVersion: 'any',
        actor: { kind: 'system', id: 'test', name: 'test' },
        events: [{ type: 'log.noted', data: {}, atMs: clock.nowMs() }],
        effects: function* (queries) {
          const [row] = yield* run(countParts(queries));
          before = row?.parts ?? 0;
        },
      });
      await uploads;
      expect(before).toBeLessThan((await written()) / 2);
    });

    test('counts towards the quota from its first byte, so that simultaneous uploads cannot exceed it', async () => {
      const files = filesOf(700_000);
      const results = await Promise.allSettled(
        [1, 2, 3, 4].map((seed) => files.keep({ bytes: picture(seed), extension: 'jpg' }, 1)),
      );
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
      expect(await stored()).toBe(2);
    });

    test('is refused to an account that has uploaded too much within a day, and to no other', async () => {
      const files = filesOf(undefined, { files: 3, bytes: 1_000_000 });
      const upload = (seed: number, by: number, length?: number) =>
        files.keep({ bytes: picture(seed, length), extension: 'jpg' }, by);
      for (const seed of [1, 2, 3]) await upload(seed, 1);
      await expect(upload(4, 1)).rejects.toThrow('您 24 小时内上传的图片已达上限（3 张或 1 MB）');
      await expect(upload(4, 2, 1_000_001)).rejects.toThrow('已达上限');
      await upload(4, 2);
      await clock.advance(dayMs + 1);
      await upload(5, 1);
    });

    test('of somebody who has uploaded little finds room in a reserve when others have filled the rest', async () => {
      const files = filesOf(600_000, { files: 100, bytes: 700_000 });
      for (const seed of [1, 2]) await files.keep({ bytes: picture(seed), extension: 'jpg' }, 1);
      await expect(files.keep({ bytes: picture(3, 30_000), extension: 'jpg' }, 1)).rejects.toThrow('存储空间已满');
      expect(await files.keep({ bytes: picture(4, 30_000), extension: 'jpg' }, 2)).toMatch(/\.jpg$/);
    });

    test('is removed when no record has used it for a day; one that is used stays', async () => {
      const files = filesOf();
      const [used, left, unused] = [
        await files.keep({ bytes: picture(3, 10), extension: 'jpg' }, 1),
        await files.keep({ bytes: picture(4, 10), extension: 'jpg' }, 1),
        await files.keep({ bytes: picture(5), extension: 'png' }, null),
      ];
      await useBy('communityNotice-1', [used, left]);
      expect(await files.sweep()).toBe(0);
      await clock.advance(dayMs + 1);
      expect(await files.sweep()).toBe(1);
      expect(await files.read(unused)).toBeUndefined();
      await useBy('communityNotice-1', [used]);
      expect(await files.sweep()).toBe(1);
      expect(await files.read(left)).toBeUndefined();
      expect(await files.read(used)).toMatchObject({ kind: 'found' });
      expect(await store.rows.selectFrom('upload_parts').select('seq').execute()).toHaveLength(1);
    });

    test('stays if a record begins to use it after the sweep has found it unused', async () => {
      const name = await filesOf().keep({ bytes: picture(3, 10), extension: 'jpg' }, 1);
      await clock.advance(dayMs + 1);
      const reads = store.reads.withPlugin({
        transformQuery: ({ node }) => node,
        async transformResult({ result }) {
          await useBy('communityNotice-1', [name]);
          return result;
        },
      });
      const slow = openUploadedFiles({
        store: new Proxy(store, {
          get: (target, key) => {
            const member: unknown = key === 'reads' ? reads : Reflect.get(target, key, target);
            return typeof member === 'function' ? member.bind(target) : member;
          },
        }),
        clock,
        folder,
        onTrouble: (trouble) => void troubles.push(trouble),
      });
      expect(await slow.sweep()).toBe(0);
      expect(await filesOf().read(name)).toMatchObject({ kind: 'found' });
    });

    test('of an older version moves from the disk into the store, and is read on the way there', async () => {
      troubles.length = 0;
      const [known, unlisted, spoilt] = ['a', 'b', 'c'].map((letter) => `${letter.repeat(22)}.png`);
      await mkdir(folder);
      for (const [name, seed] of [
        [known, 3],
        [unlisted, 4],
        [spoilt, 5],
      ] as const)
        await writeFile(join(folder, String(name)), picture(seed));
      await store.write(function* (queries) {
        const row = {
          mime: 'image/png',
          size_bytes: 300_000,
          uploaded_by: 1,
          created_at_ms: 1,
          is_complete: 1,
        } as const;
        yield* run(
          queries.insertInto('uploads').values([
            { ...row, id: 1, file_name: String(known), sha256: sha256(picture(3)) },
            { ...row, id: 2, file_name: String(spoilt), sha256: sha256(picture(6)) },
          ]),
        );
        yield* run(queries.insertInto('ids').values({ kind: 'upload', next: 3 }));
      });
      const files = filesOf();
      expect(await shown(files, String(known))).toBe(`image/png ${sha256(picture(3))}`);
      await files.takeIn();
      expect(await readdir(folder)).toEqual([spoilt]);
      expect(troubles).toEqual([expect.stringContaining(String(spoilt))]);
      await clock.advance(2 * dayMs);
      await files.sweep();
      expect(await shown(files, String(known))).toBe(`image/png ${sha256(picture(3))}`);
      expect(await shown(files, String(unlisted))).toBe(`image/png ${sha256(picture(4))}`);
    });
  });
}
