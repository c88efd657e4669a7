import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Kysely } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { openTestStore, type TestStore } from '../../tests/support/openTestStore.ts';
import { LibsqlConnection } from '../store/sqlite/libsqlConnection.ts';
import { LibsqlDialect } from '../store/sqlite/libsqlDialect.ts';
import { migrations } from '../store/migrations/index.ts';
import { migrate } from '../store/migrations/migrate.ts';
import type { Database } from '../store/schema.ts';
import { sqliteFileName } from '../store/sqlite/sqliteFile.ts';
import { SealedIds } from './sealedIds.ts';

const key = new Uint8Array(32).fill(5);
let opened: TestStore | undefined;
afterEach(async () => {
  await opened?.dispose();
  opened = undefined;
});

/** A store of before, whose log had come so far when ids began to be sealed. */
async function idsAfter(position = 0): Promise<SealedIds> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tian-ids-'));
  const earlier = new Kysely<Database>({
    dialect: new LibsqlDialect(() => new LibsqlConnection(join(dataDir, sqliteFileName), { use: 'write' })),
  });
  await migrate(
    earlier,
    'sqlite',
    migrations.filter(({ name }) => name < '071'),
  );
  await earlier.updateTable('log_head').set({ position }).execute();
  await earlier.destroy();
  opened = await openTestStore({ dataDir });
  return new SealedIds(key, opened.store);
}

describe('a sealed id', () => {
  it('names its record, after a restart too', async () => {
    const ids = await idsAfter();
    for (const id of [1, 999, 1_000, 48_211_003, 2 ** 52 - 1]) {
      const sealed = ids.seal('notice', id);
      expect(Number.isSafeInteger(sealed)).toBe(true);
      expect(await new SealedIds(key, opened?.store ?? expect.fail()).open('notice', sealed)).toBe(id);
    }
    const many = new Set(Array.from({ length: 5_000 }, (_, id) => ids.seal('firing', id)));
    expect(many.size).toBe(5_000);
  });

  it('does not tell which of two records is the older one, nor how much happened between them', async () => {
    const ids = await idsAfter();
    const sealed = Array.from({ length: 1_000 }, (_, index) => ids.seal('auditEntry', 70_000 + index));
    const steps = sealed.slice(1).map((id, index) => id - (sealed[index] ?? 0));
    const rising = steps.filter((step) => step > 0).length;
    expect(rising).toBeGreaterThan(400);
    expect(rising).toBeLessThan(600);
    // Neighbours are as far apart as any two: a third of the range on average.
    const mean = steps.reduce((sum, step) => sum + Math.abs(step) / steps.length, 0);
    expect(mean / 2 ** 52).toBeGreaterThan(0.25);
    expect(mean / 2 ** 52).toBeLessThan(0.42);
  });

  it('is another one for each kind of record and with the key of another site', async () => {
    const ids = await idsAfter();
    const others = [
      ids.seal('notice', 7),
      ids.seal('firing', 7),
      ids.seal('auditEntry', 7),
      ids.seal('signIn', 7),
      ids.seal('comment', 7),
      new SealedIds(new Uint8Array(32).fill(6), opened?.store ?? expect.fail()).seal('notice', 7),
    ];
    expect(new Set(others).size).toBe(6);
  });
});

describe('a plain id from before', () => {
  it('still names what a client could know by it', async () => {
    const ids = await idsAfter(120);
    expect(await ids.open('notice', 120_999)).toBe(120_999);
    expect(await ids.open('firing', 120)).toBe(120);
  });

  it('names nothing that came later: trying numbers finds no place in the log', async () => {
    const ids = await idsAfter(120);
    expect(await ids.open('notice', 121_000)).toBe(0);
    expect(await ids.open('firing', 121)).toBe(0);
    for (const nonsense of [0, -4, 1.5, Number.NaN, 2 ** 60]) expect(await ids.open('notice', nonsense)).toBe(0);
  });

  it('names nothing where ids were sealed from the first event on', async () => {
    expect(await (await idsAfter()).open('notice', 1_000)).toBe(0);
  });
});
