import { beforeEach, describe, expect, test } from 'vitest';
import { Directory } from '../../../server/domain/city/directory.ts';
import { createPersonDesk } from '../../../server/domain/base/person.ts';
import { listPeople, listPersonOrganizations } from '../../../server/queries/person.ts';
import type { Principal } from '../../../server/access/principal.ts';
import type { Refusal } from '../../../server/domain/refusal.ts';
import type { EventStore } from '../../../server/store/eventStore.ts';
import { personList } from '../../../src/contract/endpoints/person.ts';
import { smallCity } from '../../support/smallCity.ts';
import { onTrouble, withBaseData } from '../../support/baseData.ts';
import { onBothDatabases } from '../../support/postgresOfFile.ts';

describe.each(onBothDatabases())('on %s', (_database, createDatabase) => {
  const { now, clock } = withBaseData(createDatabase);
  let store: EventStore;
  let admin: Principal;
  let colleague: Principal;
  let property: Principal;
  let people: ReturnType<typeof createPersonDesk>;
  beforeEach(async () => {
    ({ store, admin, colleague, property } = now());
    people = createPersonDesk({ store, clock, onTrouble, directory: await Directory.load(store) });
  });

  const personRows = async (by: Principal, query: object = {}) =>
    (await listPeople(store, by, personList.input.parse({ sort: 'id', order: 'asc', ...query }))).list;

  describe('a person', () => {
    const zhou = { name: '周建', mobile: '13800001234', duties: ['worker' as const], certificates: [], user_id: null };
    const fitter = {
      ...zhou,
      organization: '5-401',
      certificates: [
        { number: 'T-2', class: 'T', expiry: '2028-01-31' },
        { number: 'T-1', class: 'T', expiry: '2027-03-31' },
      ],
    };

    test('belongs to an organisation, and shows the certificate that ends first', async () => {
      const { id } = await people.save(admin, fitter);
      expect(await personRows(admin)).toMatchObject([
        {
          id,
          name: '周建',
          organization: '5-401',
          organization_name: '迅达维保',
          certificate_expiry: '2027-03-31',
          user_name: null,
        },
      ]);
      expect(await personRows(admin, { duty: 'worker', org_type: 5, keyword: '迅达' })).toHaveLength(1);
      expect(await personRows(admin, { duty: 'safetyOfficer' })).toEqual([]);
    });

    test.each(['13800001234', '138 0000 1234', '+8613800001234'])(
      'keeps the telephone number %s out of the log',
      async (mobile) => {
        const { id } = await people.save(admin, { ...fitter, mobile });
        expect(await personRows(admin, { id })).toMatchObject([{ mobile }]);
        expect(
          JSON.stringify((await store.readStream(`person-${id}`)).map(({ data }) => data)).replaceAll(/[^\d*]/g, ''),
        ).not.toContain('13800001234');
      },
    );

    test('is linked to users whom the editor looks after; the others do not exist for them, but a link that stands may stay', async () => {
      const ours = { ...fitter, organization: '4-301' };
      const refusalOf = (user_id: number) =>
        people.save(property, { ...ours, user_id }).then(
          () => 'saved',
          (error: Refusal) => error.fieldErrors,
        );
      const absent = await refusalOf(999);
      expect(absent).toEqual([{ field: 'user_id', message: '用户不存在，请重新选择' }]);
      expect(await refusalOf(smallCity.users.regulator)).toEqual(absent);
      const { id, version } = await people.save(colleague, { ...ours, user_id: smallCity.users.regulator });
      await people.save(property, { ...ours, id, version, name: '周建国', user_id: smallCity.users.regulator });
      expect(await personRows(property, { id })).toMatchObject([
        { name: '周建国', user_id: smallCity.users.regulator },
      ]);
    });

    test('elsewhere who has the user already is not named', async () => {
      await people.save(colleague, { ...fitter, organization: '4-302', user_id: smallCity.users.property });
      await expect(
        people.save(property, { ...fitter, organization: '4-301', user_id: smallCity.users.property }),
      ).rejects.toMatchObject({
        fieldErrors: [{ field: 'user_id', message: '该用户已关联其他区域的人员' }],
      });
    });

    test('is one user at most, and a person who is a user is not removed', async () => {
      const user_id = smallCity.users.maintenance;
      const { id } = await people.save(admin, { ...fitter, user_id });
      await expect(people.save(admin, { ...fitter, user_id })).rejects.toMatchObject({
        fieldErrors: [{ field: 'user_id', message: '该用户已关联人员“周建”' }],
      });
      await expect(people.remove(admin, [id])).rejects.toThrow('仍有 1 个登录用户使用这个人员，不能删除');
    });

    test('of a foreign organisation is not seen, not changed and cannot be made', async () => {
      const { id } = await people.save(admin, { ...fitter, organization: '4-302' });
      expect(await personRows(property)).toEqual([]);
      await expect(people.save(property, { ...fitter, id, organization: '4-301' })).rejects.toThrow(
        '人员不存在，或您无权查看',
      );
      await expect(people.save(property, { ...fitter, organization: '4-302' })).rejects.toThrow('不在您的管辖范围内');
      expect((await listPersonOrganizations(store, property, { keyword: '物业' })).map(({ label }) => label)).toEqual([
        '安居物业',
      ]);
    });

    test('of an organisation that is not there is refused beside the field', async () => {
      await expect(people.save(colleague, { ...fitter, organization: '5-999' })).rejects.toMatchObject({
        fieldErrors: [{ field: 'organization' }],
      });
    });
  });
});
