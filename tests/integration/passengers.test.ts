import { afterAll, beforeAll, expect, test } from 'vitest';
import { openComment, openInfoForComment, openUploadFile } from '../../src/contract/endpoints/review.ts';
import { rescueAck, rescueList } from '../../src/contract/endpoints/rescue.ts';
import { refusalCodes } from '../../src/contract/envelope.ts';
import { openHttpHarness, type Answer, type HttpHarness } from '../support/httpHarness.ts';
import { smallCity } from '../support/smallCity.ts';
import { jpegOf, jpegSegment, png } from '../support/testImages.ts';

const { lift, farLift, users } = smallCity;
let harness: HttpHarness;
let code: string;
let farCode: string;

const codeOf = async (id: number): Promise<string> =>
  (await harness.store.rows.selectFrom('elevators').select('code').where('id', '=', id).executeTakeFirstOrThrow()).code;
beforeAll(async () => {
  harness = await openHttpHarness({ http: { trustProxy: true } });
  code = await codeOf(lift.id);
  farCode = await codeOf(farLift.id);
});
afterAll(() => harness.dispose());

/** As a browser of this address without script. */
const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });
const get = (path: string, address = '192.0.2.1') => harness.request('GET', path, from(address));
const post = (path: string, fields: Readonly<Record<string, string>> = {}, address = '192.0.2.1') =>
  harness.request('POST', path, {
    body: new URLSearchParams(fields).toString(),
    headers: { ...from(address).headers, 'content-type': 'application/x-www-form-urlencoded' },
  });
const goesTo = ({ status, headers }: Answer): string => {
  expect(status).toBe(303);
  return headers.get('location') ?? '';
};
const openOrders = () => harness.store.rows.selectFrom('open_rescues').selectAll().execute();
const photoForm = (fields: Readonly<Record<string, string>>, files: readonly Blob[]): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  for (const [index, file] of files.entries()) form.append('photo', file, `${index}.jpg`);
  return form;
};
const blobOf = (bytes: Uint8Array): Blob => new Blob([new Uint8Array(bytes)]);
const ticketOf = ({ text }: Answer): string => /name="ticket" value="([^"]+)"/.exec(text)?.[1] ?? '';
const exif = jpegSegment(0xe1, Buffer.from('Exif\0\0GPS 30.25N 120.16E', 'latin1'));

test('a trapped passenger without script calls by a form, which rings the desk, and sees who has it', async () => {
  const token = await harness.signIn(users.dispatcher1);
  const desk = await harness.connect({ userId: users.dispatcher1, token });
  const page = await get(`/q/${code}`);
  expect(page.headers.get('content-security-policy')).toContain("form-action 'self'");
  // Looking opens no call.
  expect((await get(`/q/${code}/call`)).text).toContain('100 101');
  expect(await openOrders()).toEqual([]);

  const status = goesTo(await post(`/q/${code}/call`));
  const [order] = await openOrders();
  expect(order?.elevator_id).toBe(lift.id);
  await desk.waitFor((frame) => frame.text === `new_rescue_order:${lift.id}`);
  expect((await get(status)).text).toContain('求救已收到');
  expect((await get(status)).text).toContain('http-equiv="refresh"');

  // A second press, or another passenger, joins; a status page of another lift's code is none.
  expect(goesTo(await post(`/q/${code}/call`, {}, '192.0.2.2'))).toBe(status);
  expect(await openOrders()).toHaveLength(1);
  expect((await get(status.replace(code, farCode))).text).not.toContain('求救已收到');

  const answered = await harness.call(rescueAck, { id: order?.order_id }, token);
  expect(answered.envelope?.code).toBe(0);
  const after = (await get(status)).text;
  expect(after).toContain(`已受理（工号 ${users.dispatcher1}）`);
  expect(after).not.toContain('张伟');
  await desk.close();
});

/** The call-back number at the desk, of the call that this answer leads to. */
async function phoneOf(status: string) {
  expect(status).toMatch(/\/call\//);
  const token = await harness.signIn(users.dispatcher1);
  const { envelope } = await harness.call(rescueList, { scope: 'pending' }, token);
  const { list } = rescueList.output.parse(envelope?.data);
  return list.find(({ elevator_id: id }) => id === farLift.id)?.caller_phone;
}

test('a passenger may leave a number, which the desk sees; what is no number is left out, and the call still rings', async () => {
  expect((await get(`/q/${farCode}`)).text).toContain('name="callback"');
  const unread = goesTo(await post(`/q/${farCode}/call`, { callback: '打给我' }));
  expect(await phoneOf(unread)).toBe('');
  expect((await get(unread)).text).toContain('没有留下；求救不受影响');
  const status = goesTo(await post(`/q/${farCode}/call`, { callback: '138 0000 4411' }));
  expect(await phoneOf(status)).toBe('138 0000 4411');
  // Neither the status page nor anybody with the code reads it.
  const { text } = await get(status);
  expect(text).toContain('回拨号码已告知值班人员');
  expect(text).not.toContain('4411');
});

test('no budget and no broken form keeps a call for help back', async () => {
  const address = '192.0.2.50';
  await Promise.all(Array.from({ length: 80 }, () => get(`/q/${farCode}`, address)));
  const worn = await get(`/q/${farCode}`, address);
  expect(worn.text).toContain(`action="/q/${farCode}/call"`);
  expect(worn.text).not.toContain('100 102');
  const called = await harness.request('POST', `/q/${farCode}/call`, {
    body: 'x'.repeat(100_000),
    headers: { ...from(address).headers, 'content-type': 'application/x-www-form-urlencoded' },
  });
  expect([200, 303]).toContain(called.status);
  await post(`/q/${farCode}/call`, {}, address);
  expect((await openOrders()).map(({ elevator_id: id }) => id)).toContain(farLift.id);
});

test('an unknown code opens nothing and names the hotline', async () => {
  const before = await openOrders();
  const answer = await post(`/q/${'B'.repeat(16)}/call`);
  expect(answer.status).toBe(200);
  expect(answer.text).toContain('求救没有发出');
  expect(answer.text).toContain('href="tel:96333"');
  expect(await openOrders()).toEqual(before);
});

test('a problem with photos is taken, cleaned of where it was made, and followed by its token', async () => {
  const address = '192.0.2.60';
  const ticket = ticketOf(await get(`/q/${code}`, address));
  const sent = await harness.request('POST', `/q/${code}/review`, {
    ...from(address),
    body: photoForm({ form: 'problem', problem: 'noise', text: '上行异响', ticket }, [blobOf(jpegOf([exif]))]),
  });
  const follow = goesTo(sent);
  const page = (await get(follow, address)).text;
  expect(page).toContain('✔ 已收到');
  expect(page).toContain('照片 1 张');
  const parts = await harness.store.rows.selectFrom('upload_parts').select('bytes').execute();
  expect(parts.map(({ bytes }) => Buffer.from(bytes).toString('latin1')).join()).not.toContain('GPS');
  expect((await get(follow.slice(0, -4) + 'AAAA', address)).text).toContain('没有找到这条反馈');
  expect((await post(`/q/${code}/also`, { problem: 'noise' }, '192.0.2.61')).text).toContain('已记录');
  expect((await get(follow, address)).text).toContain('2 人次');
});

test('what is no photo, or too large, is refused in Chinese, and what was typed and the good photo stay', async () => {
  const address = '192.0.2.70';
  const ticket = ticketOf(await get(`/q/${code}`, address));
  const send = (files: readonly Blob[], more = {}) =>
    harness.request('POST', `/q/${code}/review`, {
      ...from(address),
      body: photoForm({ form: 'problem', problem: 'smell', text: '轿厢有异味', ticket, ...more }, files),
    });
  const noPhoto = await send([blobOf(png(4, 2)), new Blob(['<svg/>'])]);
  expect(noPhoto.status).toBe(200);
  expect(noPhoto.text).toContain('只能上传完整的 JPEG 或 PNG 图片');
  expect(noPhoto.text).toContain('>轿厢有异味</textarea>');
  const kept = /name="kept" value="([^"]+)"/.exec(noPhoto.text)?.[1] ?? '';
  const large = await send([new Blob([Buffer.alloc(6 * 1_048_576)])], { kept });
  expect(large.text).toContain('照片超过 5 MB');
  expect(large.text).toContain('>轿厢有异味</textarea>');
  goesTo(await send([], { kept }));
});

test('strangers send three files for a page and five an hour without one, and no one sees them before a review takes them', async () => {
  const address = '192.0.2.80';
  const upload = (token?: string) => {
    const form = new FormData();
    form.set('file', blobOf(png(4, 2)), 'a.png');
    return harness.request('POST', openUploadFile.path, {
      ...from(address),
      body: form,
      ...(token === undefined ? {} : { query: { token } }),
    });
  };
  const info = await harness.request('GET', openInfoForComment.path, { ...from(address), query: { code } });
  const { upload_token: token, units, rescue_code: digits } = openInfoForComment.output.parse(info.envelope?.data);
  expect({ units, digits }).toEqual({
    units: [
      { role: '使用单位', name: '安居物业', telephone: '0571-1001' },
      { role: '维保单位', name: '迅达维保', telephone: '0571-2001' },
    ],
    digits: lift.rescueCode,
  });
  const names: string[] = [];
  for (let time = 0; time < 3; time += 1) {
    const { name } = openUploadFile.output.parse((await upload(token)).envelope?.data);
    names.push(name);
  }
  expect((await upload(token)).envelope?.message).toBe('每次最多 3 张照片');
  expect((await upload('forged')).envelope?.message).toMatch(/失效/);
  for (let time = 0; time < 5; time += 1) expect((await upload()).envelope?.code).toBe(0);
  expect((await upload()).envelope?.code).toBe(refusalCodes.throttled);
  const superToken = await harness.signIn(users.super);
  expect((await harness.request('GET', `/files/${names[0]}`, { token: superToken })).status).toBe(404);

  const comment = (body: object) => harness.request('POST', openComment.path, { ...from(address), body });
  const words = { code, score: 4, photos: names };
  // Another page's photos are nobody's to take.
  expect((await comment(words)).envelope?.message).toMatch(/照片已失效/);
  const { follow_url: follow } = openComment.output.parse(
    (await comment({ ...words, upload_token: token })).envelope?.data,
  );
  expect((await get(follow, address)).text).toContain('照片 3 张');
  expect((await harness.request('GET', `/files/${names[0]}`, { token: superToken })).status).toBe(200);
  // Once taken, they are in no second review.
  expect((await comment({ ...words, upload_token: token })).envelope?.message).toMatch(/照片已失效/);
  expect((await comment({ code })).status).toBe(422);
  expect((await comment({ code: 'B'.repeat(16), score: 4 })).status).toBe(404);
});
