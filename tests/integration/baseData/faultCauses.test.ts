import { beforeEach, describe, expect, test } from 'vitest';
import { createFaultCauseDesk, nameOfCause } from '../../../server/domain/records/faultCause.ts';
import { reconcileSubsystems } from '../../../server/domain/records/reconcileSubsystems.ts';
import { readSteps } from '../../../server/domain/rows/rowDesk.ts';
import { listFaultCauses } from '../../../server/queries/faultCause.ts';
import type { Principal } from '../../../server/access/principal.ts';
import type { EventStore } from '../../../server/store/eventStore.ts';
import { subsystemsOf } from '../../../src/contract/entities/faultCause.ts';
import { onTrouble, refusalOf, withBaseData } from '../../support/baseData.ts';
import { onBothDatabases } from '../../support/postgresOfFile.ts';

describe.each(onBothDatabases())('on %s', (_database, createDatabase) => {
  const { now, clock, entries } = withBaseData(createDatabase);
  let store: EventStore;
  let admin: Principal;
  let colleague: Principal;
  beforeEach(() => {
    ({ store, admin, colleague } = now());
  });

  const causeDesk = () => createFaultCauseDesk({ store, clock, onTrouble });
  const causeNamed = async (wanted: string) => {
    const found = (await listFaultCauses(store, admin)).find((cause) => cause.code === wanted);
    if (found === undefined) throw new Error(`no cause ${wanted}`);
    return found;
  };
  const causeName = (wanted: string) => readSteps(store.rows, nameOfCause(store.rows, wanted));

  describe('a cause of faults', () => {
    test('is one of the catalogue that every store begins with: eight of level 1, the others below them', async () => {
      const causes = await listFaultCauses(store, admin);
      expect(causes).toHaveLength(56);
      expect(causes.filter(({ parent_code: parent }) => parent === '').map(({ name }) => name)).toEqual([
        '人为',
        '外部',
        '门系统',
        '曳引',
        '控制',
        '安全保护',
        '其他',
        '轿厢',
      ]);
      expect(causes.slice(0, 3).map(({ code: own }) => own)).toEqual(['1', '101', '102']);
    });

    test('is chosen on level 2 where there is one, with the one above it in its name', async () => {
      expect(await causeName('302')).toBe('门系统 · 厅门锁');
      expect([await causeName('3'), await causeName('399'), await causeName('')]).toEqual([
        undefined,
        undefined,
        undefined,
      ]);
      await causeDesk().save(admin, { code: '8', name: '井道', parent_code: '', sort: 8, is_retired: false });
      expect(await causeName('8')).toBe('井道');
    });

    test('keeps its code, is retired and renamed, and each change stands in the audit log', async () => {
      const lock = await causeNamed('302');
      expect(await refusalOf(causeDesk().save(admin, { ...lock, code: '399' }))).toEqual([
        { field: 'code', message: '编码定下后不再改变，仍为“302”' },
      ]);
      const renamed = { ...lock, name: '层门锁' };
      const { version } = await causeDesk().save(admin, renamed);
      expect(await causeName('302')).toBe('门系统 · 层门锁');
      await causeDesk().save(admin, { ...renamed, version, is_retired: true });
      expect(await causeName('302')).toBeUndefined();
      expect(await causeNamed('302')).toMatchObject({ name: '层门锁', is_retired: true, version: 2 });
      expect(await refusalOf(causeDesk().save(admin, { ...renamed, id: undefined, version: undefined }))).toMatchObject(
        [{ field: 'code', message: '编码已用于“层门锁”，停用的编码也不再使用' }, { field: 'name' }],
      );
      expect(await entries(colleague, { record: 'faultCause' })).toMatchObject([
        { record_name: '层门锁', changes: [{ field: '已停用' }] },
        { changes: [{ field: '名称', before: '厅门锁', after: '层门锁' }] },
      ]);
    });

    test('has a subsystem: shipped once, inherited, kept by an older client, and an administrator’s word stays', async () => {
      await store.write(reconcileSubsystems);
      const known = subsystemsOf(await listFaultCauses(store, admin));
      expect(['302', '503', '505', '405', '101', 'JX4'].map((code) => known.get(code))).toEqual([
        'door',
        'levelling',
        'contacts',
        'drive',
        'none',
        'none',
      ]);
      const lock = await causeNamed('302');
      await causeDesk().save(admin, { ...lock, subsystem: 'contacts' });
      const { subsystem: _, version: _read, ...older } = await causeNamed('302');
      await causeDesk().save(admin, { ...older, name: '层门锁' });
      expect(await causeNamed('302')).toMatchObject({ name: '层门锁', subsystem: 'contacts' });
      const doors = await causeNamed('3');
      await causeDesk().save(admin, { ...doors, subsystem: '' });
      await store.write(reconcileSubsystems);
      expect((await causeNamed('3')).subsystem).toBe('');
      expect(await entries(colleague, { record: 'faultCause' })).toContainEqual(
        expect.objectContaining({ changes: [expect.objectContaining({ field: '子系统', after: '触点与控制' })] }),
      );
    });

    test('stays on its level: two levels, and one of level 1 never goes under another', async () => {
      const [doors, lock] = [await causeNamed('3'), await causeNamed('302')];
      const placed = (values: object) => refusalOf(causeDesk().save(admin, { ...doors, ...values }));
      expect(await placed({ parent_code: '2' })).toMatchObject([{ field: 'parent_code' }]);
      expect(await placed({ ...lock, parent_code: '' })).toMatchObject([{ field: 'parent_code' }]);
      const fresh = { id: undefined, version: undefined, code: '3021', name: '锁钩' };
      expect(await placed({ ...fresh, parent_code: '302' })).toEqual([
        { field: 'parent_code', message: '最多两级，请选择一级原因' },
      ]);
      expect(await placed({ ...fresh, parent_code: '99' })).toMatchObject([{ field: 'parent_code' }]);
      expect(await placed({ ...fresh, parent_code: '3' })).toBe('saved');
    });

    test('changed by two people: the second learns what changed', async () => {
      const lock = await causeNamed('302');
      await causeDesk().save(colleague, { ...lock, name: '层门锁' });
      await expect(causeDesk().save(admin, { ...lock, sort: 5 })).rejects.toMatchObject({
        code: 1004,
        fieldErrors: [{ field: 'name', message: `${colleague.name}已改为“层门锁”` }],
      });
    });
  });
});
