import { afterAll, beforeAll, expect, test } from 'vitest';
import { endpoints } from '../../src/contract/endpoints/index.ts';
import { openHttpHarness, type HttpHarness } from '../support/httpHarness.ts';
import { smallCity } from '../support/smallCity.ts';
import { uploadPicture } from '../support/uploadPicture.ts';

const { users, lift } = smallCity;
let harness: HttpHarness;
let admin: string;
let property: string;
let stranger: string;

beforeAll(async () => {
  harness = await openHttpHarness();
  [admin, property, stranger] = [
    await harness.signIn(users.admin),
    await harness.signIn(users.property),
    await harness.signIn(users.stranger),
  ];
});
afterAll(() => harness.dispose());

const save = async (input: object, token = admin) =>
  (await harness.call(endpoints.liftFileSave, input, token)).envelope ?? expect.unreachable();
const paper = (photos: readonly string[]) => ({
  elevator_id: lift.id,
  kind: 'inspection',
  name: '2026 年定期检验报告',
  issued_on: '2026-05-18',
  photos,
});
const papersOf = async (token: string) => {
  const { envelope } = await harness.call(endpoints.liftFileList, { elevator_id: lift.id }, token);
  return endpoints.liftFileList.output.parse(envelope?.data).list;
};
const see = async (name: string, token?: string) =>
  (await harness.request('GET', `/files/${name}`, token === undefined ? {} : { token })).status;

test('a paper of a lift and its pages are seen by those who see the lift, and by no one else who knows the name', async () => {
  const page = await uploadPicture(harness, admin);
  // Before a paper shows it, it is its uploader's alone.
  expect([await see(page, admin), await see(page, property), await see(page)]).toEqual([200, 404, 404]);
  expect(await save(paper([page]))).toMatchObject({ code: 0 });
  expect(await papersOf(property)).toMatchObject([{ name: '2026 年定期检验报告', kind: 'inspection', photos: [page] }]);
  expect(await papersOf(stranger)).toEqual([]);
  expect([await see(page, property), await see(page, stranger), await see(page)]).toEqual([200, 404, 404]);

  // A user who may not edit lifts neither adds nor removes one.
  const [{ id } = expect.unreachable()] = await papersOf(admin);
  expect(await save(paper([await uploadPicture(harness, property)]), property)).toMatchObject({ code: 403 });
  expect((await harness.call(endpoints.liftFileDelete, { ids: [id] }, property)).envelope).toMatchObject({
    code: 403,
  });

  expect((await harness.call(endpoints.liftFileDelete, { ids: [id] }, admin)).envelope).toMatchObject({ code: 0 });
  expect([await see(page, admin), await see(page, property)]).toEqual([200, 404]);
});

test('a page that somebody else has uploaded is refused; those that the paper has already stay', async () => {
  const [own, foreign] = [await uploadPicture(harness, admin), await uploadPicture(harness, property)];
  const refused = { data: { errors: [{ field: 'photos', message: '图片已失效，请重新上传' }] } };
  expect(await save(paper([own, foreign]))).toMatchObject(refused);
  const { id, version } = endpoints.liftFileSave.output.parse((await save(paper([own]))).data);

  const superToken = await harness.signIn(users.super);
  const added = await uploadPicture(harness, superToken);
  expect(await save({ ...paper([own, added]), id, version }, superToken)).toMatchObject({ code: 0 });
  expect((await papersOf(admin)).find((listed) => listed.id === id)?.photos).toEqual([own, added]);
});

test('who added, changed and removed a paper is in the audit log', async () => {
  const { id, version } = endpoints.liftFileSave.output.parse(
    (await save(paper([await uploadPicture(harness, admin)]))).data,
  );
  await save({ ...paper([await uploadPicture(harness, admin)]), name: '自检报告', kind: 'selfTest', id, version });
  await harness.call(endpoints.liftFileDelete, { ids: [id] }, admin);
  const { envelope } = await harness.call(
    endpoints.auditList,
    { record: 'liftFile', record_id: String(id) },
    await harness.signIn(users.super),
  );
  const { list } = endpoints.auditList.output.parse(envelope?.data);
  expect(list.map(({ action, actor_name: who }) => [action, who])).toEqual([
    ['删除', '关立'],
    ['修改', '关立'],
    ['新建', '关立'],
  ]);
  expect(list[1]?.changes).toContainEqual({ field: '类型', before: '检验报告', after: '自行检测报告' });
});

test('a lift with papers is not deleted', async () => {
  await save(paper([await uploadPicture(harness, admin)]));
  const { envelope } = await harness.call(endpoints.elevatorDelete, { ids: [lift.id] }, admin);
  expect(envelope?.message).toContain('份资料');
});
