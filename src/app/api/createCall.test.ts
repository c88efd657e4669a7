import { expect, test } from 'vitest';
import * as z from 'zod';
import { CallError } from '../../contract/call.ts';
import { defineEndpoint } from '../../contract/endpoint.ts';
import { loginExpiredMessage } from '../../contract/envelope.ts';
import { createCall } from './createCall.ts';

const list = defineEndpoint({
  method: 'GET',
  path: '/api/list',
  permission: 'signedIn',
  group: 'test',
  summary: '列表',
  input: z.object({ keyword: z.string().optional(), id: z.array(z.number()).optional() }),
  output: z.object({ total: z.number() }),
});
const save = defineEndpoint({
  method: 'POST',
  path: '/api/save',
  permission: 'signedIn',
  group: 'test',
  summary: '保存',
  input: z.object({ name: z.string() }),
  output: z.object({}),
});
const enter = defineEndpoint({
  method: 'POST',
  path: '/api/enter',
  permission: 'open',
  group: 'test',
  summary: '登录',
  input: z.object({}),
  output: z.object({}),
});
const upload = defineEndpoint({
  method: 'POST',
  path: '/api/upload',
  permission: 'signedIn',
  group: 'test',
  summary: '上传',
  transport: 'upload',
  input: z.object({ file: z.instanceof(Blob) }),
  output: z.object({}),
});

const answer =
  (body: unknown, init: ResponseInit = {}) =>
  () =>
    Promise.resolve(new Response(typeof body === 'string' ? body : JSON.stringify(body), init));

function bench(respond: (url: string, init: RequestInit) => Promise<Response>, { isOver = false } = {}) {
  const sent: Array<{ url: string; init: RequestInit }> = [];
  const notices: string[] = [];
  const ended: string[] = [];
  const call = createCall({
    fetch: (url, init) => {
      sent.push({ url, init });
      return respond(url, init);
    },
    token: () => 'token-1',
    notifyError: (text) => notices.push(text),
    endSession: ({ cause, token }) => {
      ended.push(`${cause} ${token ?? ''}`);
      return !isOver;
    },
  });
  return { call, sent, notices, ended };
}

const failureOf = async (promise: Promise<unknown>): Promise<CallError> => {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof CallError)) throw new Error('expected a CallError');
  return error;
};

test('code 0 yields the data, parsed, and the request carries the bearer and a URL-encoded query', async () => {
  const { call, sent, notices } = bench(answer({ code: 0, message: '', data: { total: 3, more: true } }));
  await expect(call(list, { keyword: '1 号&梯', id: [1, 2] })).resolves.toEqual({ total: 3 });
  expect(sent[0]?.url).toBe('/api/list?keyword=1+%E5%8F%B7%26%E6%A2%AF&id=1&id=2');
  expect(sent[0]?.init.headers).toMatchObject({ authorization: 'Bearer token-1' });
  expect(notices).toEqual([]);
});

test('POST travels as JSON, an upload as form data, and an open call without the bearer', async () => {
  const { call, sent } = bench(answer({ code: 0, message: '', data: {} }));
  await call(save, { name: '张伟' });
  await call(upload, { file: new Blob(['x']) });
  await call(enter, {});
  expect(sent[0]?.init).toMatchObject({
    method: 'POST',
    body: '{"name":"张伟"}',
    headers: { 'content-type': 'application/json' },
  });
  expect(sent[1]?.init.body).toBeInstanceOf(FormData);
  expect(sent[1]?.init.headers).not.toHaveProperty('content-type');
  expect(sent[2]?.init.headers).not.toHaveProperty('authorization');
});

test('a refusal shows the server’s message and keeps the session', async () => {
  const { call, notices, ended } = bench(answer({ code: 1005, message: '张伟 已受理', data: null }));
  expect(await failureOf(call(save, { name: '' }))).toMatchObject({
    kind: 'refused',
    message: '张伟 已受理',
    code: 1005,
  });
  expect(notices).toEqual(['张伟 已受理']);
  expect(ended).toEqual([]);
});

test('a form that shows its field errors itself gets them without a notice', async () => {
  const { call, notices } = bench(
    answer(
      { code: 1001, message: '填写有误', data: { errors: [{ field: 'name', message: '请填写姓名' }] } },
      { status: 422 },
    ),
  );
  expect(await failureOf(call(save, { name: '' }, { quiet: true }))).toMatchObject({
    kind: 'refused',
    fieldErrors: [{ field: 'name', message: '请填写姓名' }],
  });
  expect(notices).toEqual([]);
});

test('a success status that says "login expired" ends the session and is shown, even to a quiet caller', async () => {
  const { call, notices, ended } = bench(answer({ code: 401, message: loginExpiredMessage, data: null }));
  expect(await failureOf(call(list, {}, { quiet: true }))).toMatchObject({ kind: 'expired' });
  expect(notices).toEqual([loginExpiredMessage]);
  expect(ended).toEqual(['expired token-1']);
});

test('a quiet caller is not informed about a session that is already over: a failed logout is only logged', async () => {
  const { call, notices } = bench(answer({ code: 401, message: loginExpiredMessage, data: null }, { status: 401 }), {
    isOver: true,
  });
  await failureOf(call(list, {}, { quiet: true }));
  expect(notices).toEqual([]);
});

test('only the exact message ends a session: text that merely contains it does not', async () => {
  const { call, ended } = bench(answer({ code: 1000, message: `备注：${loginExpiredMessage}`, data: null }));
  expect(await failureOf(call(list, {}))).toMatchObject({ kind: 'refused' });
  expect(ended).toEqual([]);
});

test('401 shows the server’s message, or the default without one, and ends the session', async () => {
  const said = bench(answer({ code: 401, message: '账号已在别处退出', data: null }, { status: 401 }));
  await failureOf(said.call(list, {}));
  expect(said.notices).toEqual(['账号已在别处退出']);
  expect(said.ended).toEqual(['unauthorised token-1']);
  const silent = bench(answer('', { status: 401, statusText: 'Unauthorized' }));
  await failureOf(silent.call(list, {}));
  expect(silent.notices).toEqual([loginExpiredMessage]);
});

test.each([
  [
    'the server’s message',
    answer({ code: 403, message: '没有权限', data: null }, { status: 403, statusText: 'Forbidden' }),
    '没有权限',
    'denied',
  ],
  ['else the status text', answer('<html>', { status: 502, statusText: 'Bad Gateway' }), 'Bad Gateway', 'failed'],
  ['else that there was no answer', answer('', { status: 404 }), '请求无响应', 'notFound'],
])('a non-success status shows %s', async (_, respond, message, kind) => {
  const { call, notices } = bench(respond);
  expect(await failureOf(call(list, {}))).toMatchObject({ kind, message });
  expect(notices).toEqual([message]);
});

test('a network failure rejects and says what to do', async () => {
  const { call, notices } = bench(() => Promise.reject(new TypeError('Failed to fetch')));
  expect(await failureOf(call(list, {}))).toMatchObject({ kind: 'offline' });
  expect(notices).toEqual(['网络连接失败，请检查网络后重试']);
});

test.each([
  ['that is no envelope', 'hello'],
  ['whose data does not fit', { code: 0, message: '', data: { total: 'many' } }],
])('an answer %s rejects as failed', async (_, body) => {
  const { call } = bench(answer(body));
  expect(await failureOf(call(list, {}))).toMatchObject({ kind: 'failed' });
});

test('an aborted call is silent and rejects with the reason of the abort', async () => {
  const controller = new AbortController();
  const { call, notices } = bench(() => Promise.reject(new DOMException('aborted', 'AbortError')));
  controller.abort();
  await expect(call(list, {}, { signal: controller.signal })).rejects.toBe(controller.signal.reason);
  expect(notices).toEqual([]);
});
