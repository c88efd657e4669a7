import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Principal } from '../../server/access/principal.ts';
import { ImportRoom } from '../../server/imports/importRoom.ts';
import { Imports } from '../../server/imports/imports.ts';
import { purgeImports } from '../../server/imports/purgeImports.ts';
import { projections } from '../../server/lifecycleEntries.ts';
import { VirtualClock } from '../../server/runtime/virtualClock.ts';
import { run, type EventStore } from '../../server/store/eventStore.ts';
import { importKeeping } from '../../src/contract/entities/imports.ts';
import { failOnTrouble, openImportDesks } from '../support/importDesks.ts';
import { openTestStore, type TestStore } from '../support/openTestStore.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import { sheetOf } from '../support/sheetOf.ts';
import { principalOf, smallCity, writeSmallCity } from '../support/smallCity.ts';

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());

const dayMs = 24 * 3_600_000;

describe.each(['sqlite', 'postgres'] as const)('rows of imports on %s', (kind) => {
  let clock: VirtualClock;
  let opened: TestStore;
  let store: EventStore;
  let admin: Principal;
  let imports: Imports;

  const upload = async (name: string, rowNum = 3) => {
    const rows = Array.from({ length: rowNum }, (_, index) => [`${name}${index}`, '']);
    const id = await imports.upload(admin, 'property', `${name}.xlsx`, await sheetOf([['名称', '地址'], ...rows]));
    await imports.settled();
    return id;
  };
  const write = async (name: string) => {
    const id = await upload(name);
    await imports.commit(admin, id);
    await imports.settled();
    return id;
  };
  const rowsOf = async (id: number) =>
    (await store.rows.selectFrom('import_rows').select('row_number').where('import_id', '=', id).execute()).length;
  const purge = () => purgeImports({ store, clock });

  beforeEach(async () => {
    clock = new VirtualClock();
    opened = await openTestStore({
      clock,
      projections,
      ...(kind === 'postgres' ? { databaseUrl: await postgres.createDatabase() } : {}),
    });
    ({ store } = opened);
    await writeSmallCity(store);
    admin = await principalOf(store, smallCity.users.admin);
    const desks = await openImportDesks(store, clock);
    imports = new Imports({ store, clock, onTrouble: failOnTrouble, desks });
  });
  afterEach(() => opened.dispose());

  test('go at once when the import is given up, and after a week when nobody writes it', async () => {
    const [given, forgotten] = [await upload('甲', 250), await upload('乙')];
    await imports.cancel(given);
    expect(await purge()).toBe(1);
    expect([await rowsOf(given), await rowsOf(forgotten)]).toEqual([0, 3]);
    await clock.advance(importKeeping.unwrittenDays * dayMs + 1_000);
    expect(await purge()).toBe(1);
    expect(await rowsOf(forgotten)).toBe(0);
    expect(await imports.find(forgotten)).toMatchObject({
      state: 'cancelled',
      note: '7 天没有写入，已自动取消',
      row_num: 3,
    });
  });

  test('stay as long as the import can be undone, and say why it no longer can', async () => {
    const [undone, later] = [await write('丙'), await write('丁')];
    await clock.advance((importKeeping.undoDays - 1) * dayMs);
    await purge();
    await imports.undo(admin, undone);
    await imports.settled();
    expect(await imports.find(undone)).toMatchObject({ state: 'undone', note: '' });
    await clock.advance(2 * dayMs);
    await purge();
    expect([await rowsOf(undone), await rowsOf(later)]).toEqual([0, 0]);
    await expect(imports.undo(admin, later)).rejects.toThrow('这次导入已超过 180 天，明细已清除，不能再撤销');
    expect(await imports.find(later)).toMatchObject({ state: 'done' });
  });

  test('of one account have a limit, which simultaneous uploads share; what is given up makes room', async () => {
    const id = await upload('戊');
    // As an account stands that has used most of its room.
    await store.write(function* (queries) {
      yield* run(
        queries
          .updateTable('imports')
          .set({ row_num: importKeeping.rowsOfAccount - 5 })
          .where('id', '=', id),
      );
    });
    const both = await Promise.allSettled([upload('己', 4), upload('庚', 4)]);
    expect(both.filter(({ status }) => status === 'fulfilled').length).toBeLessThan(2);
    await expect(upload('辛', 6)).rejects.toThrow(/最多 300,000 行。请取消不再需要的未写入的导入/);
    await imports.cancel(id);
    await expect(upload('壬', 6)).resolves.toBeGreaterThan(0);
    const room = new ImportRoom(store);
    // Another account has room of its own.
    await expect(room.take(smallCity.users.super, 20_000, async () => 'kept')).resolves.toBe('kept');
  });
});
