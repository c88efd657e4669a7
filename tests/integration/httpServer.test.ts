import { EventEmitter, once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { defineEndpoint } from '../../src/contract/endpoint.ts';
import { endpoints } from '../../src/contract/endpoints/index.ts';
import { envelopeSchema, loginExpiredMessage } from '../../src/contract/envelope.ts';
import { giveLiftCodes } from '../../server/domain/liftCodes.ts';
import { Refusal } from '../../server/domain/refusal.ts';
import type { HandlersOf } from '../../server/http/handlers.ts';
import { createHttpServer } from '../../server/http/server.ts';
import { loadWebAssets } from '../../server/http/webAssets.ts';
import { systemClock } from '../../server/runtime/clock.ts';
import { run } from '../../server/store/eventStore.ts';
import { readSetup } from '../../server/queries/setup.ts';
import { openHttpHarness, type HttpHarness } from '../support/httpHarness.ts';
import { principalOf, smallCity } from '../support/smallCity.ts';
import { png, pngChunk } from '../support/testImages.ts';

let harness: HttpHarness;
let token: string;
let webFolder: string;
let isReady = true;
const script = `export const text = ${JSON.stringify('梯安'.repeat(500))};`;

beforeAll(async () => {
  webFolder = await mkdtemp(join(tmpdir(), 'tian-web-'));
  await mkdir(join(webFolder, 'assets'));
  await writeFile(join(webFolder, 'index.html'), '<!doctype html><title>梯安</title><div id="root"></div>');
  await writeFile(join(webFolder, 'data-board.html'), '<!doctype html><title>大屏</title><div id="root"></div>');
  await writeFile(join(webFolder, 'assets', 'index-abc123.js'), script);
  await writeFile(join(webFolder, 'alarm.mp3'), Buffer.alloc(100));
  await writeFile(join(webFolder, '..', 'tian-secret.txt'), 'secret');
  harness = await openHttpHarness({
    http: {
      webAssets: await loadWebAssets(webFolder),
      isReady: () => isReady,
      limits: { writesPerSecond: 10_000, uploadWithinMs: 1_000 },
    },
    uploadQuotaBytes: 3_000,
  });
  token = await harness.signIn(smallCity.users.super);
});
afterAll(async () => {
  await harness.dispose();
  await rm(webFolder, { recursive: true, force: true });
});

const upload = (bytes: Uint8Array, name = 'photo.png', type = 'image/png') => {
  const form = new FormData();
  form.set('note', 'a field beside the file');
  form.set('file', new Blob([Uint8Array.from(bytes)], { type }), name);
  return harness.request('POST', '/api/upload-file', { token, body: form });
};

/** The answer to an upload whose body is `body`, of which the header says that it has `announced` bytes. */
const uploadRaw = (body: string, announced = body.length, as = token) =>
  new Promise<string>((resolve, reject) => {
    const socket = connect(harness.port, '127.0.0.1', () =>
      socket.write(
        `POST /api/upload-file HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${as}\r\ncontent-type: multipart/form-data; boundary=cut\r\ncontent-length: ${announced}\r\n\r\n${body}`,
      ),
    );
    let text = '';
    socket
      .setEncoding('utf8')
      .on('data', (chunk) => (text += chunk))
      .on('close', () => resolve(text))
      .on('error', reject);
  });

const send = async (url: string, body?: unknown) => {
  const response = await fetch(url, {
    method: 'DELETE',
    ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
  return { status: response.status, envelope: envelopeSchema.parse(await response.json()) };
};

/** `connect-src` of an answer to a request that names its host so. */
async function connectSourcesFor(host: string): Promise<string | undefined> {
  const asked = httpRequest({ host: '127.0.0.1', port: harness.port, path: '/healthz', headers: { host } }).end();
  const [response]: IncomingMessage[] = await once(asked, 'response');
  return /connect-src ([^;]*);/.exec(String(response?.headers['content-security-policy']))?.[1];
}

const codeOf = async (id: number): Promise<string> =>
  (await harness.store.rows.selectFrom('elevators').select('code').where('id', '=', id).executeTakeFirstOrThrow()).code;

describe('the code in the car', () => {
  it('shows a lift to a phone that knows nothing of us: no session, no cookie, no script, no id of ours', async () => {
    const code = await codeOf(smallCity.lift.id);
    const { status, headers, text } = await harness.request('GET', `/q/${code}?from=camera`);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(text).toContain('翠湖花园 1 幢 1 单元');
    expect(text).toContain('100 101');
    expect(text).toContain('href="tel:96333"');
    expect(headers.get('set-cookie')).toBeNull();
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-robots-tag')).toContain('noindex');
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none';/);
    expect(headers.get('x-frame-options')).toBe('DENY');
    for (const own of [smallCity.lift.tag, smallCity.lift.deviceKey, code, '<script', '<div id="root">'])
      expect(text).not.toContain(own);
  });

  it.each(['/q', '/q/', '/q/AAAAAAAAAAAAAAAA', '/q/%00', '/q/a/b/c.png', `/q/${'x'.repeat(400)}`])(
    '%s is no page of the front end and still calls the hotline',
    async (path) => {
      const { status, text } = await harness.request('GET', path);
      expect(status).toBe(200);
      expect(text).toContain('href="tel:96333"');
      expect(text).not.toContain('翠湖花园');
    },
  );

  it('codes say nothing about each other: 96 bits, all different, in no order of ids', async () => {
    const lifts = Array.from({ length: 60 }, (_, index) => 5_000 + index);
    await harness.store.write(function* (queries) {
      const [row] = yield* run(queries.selectFrom('elevators').selectAll().where('id', '=', smallCity.lift.id));
      if (row === undefined) throw new Error('the small city has no lift');
      yield* run(
        queries.insertInto('elevators').values(
          lifts.map((id) => ({
            ...row,
            id,
            code: '',
            tag: `Q-${id}`,
            rescue_code: String(300_000 + id),
            registration_code: '',
          })),
        ),
      );
    });
    await giveLiftCodes(harness.store);
    const codes = await Promise.all(lifts.map(codeOf));
    expect(new Set(codes).size).toBe(lifts.length);
    for (const code of codes) expect(Buffer.from(code, 'base64url')).toHaveLength(12);
    expect(codes.toSorted()).not.toEqual(codes);
    await harness.store.write(function* (queries) {
      yield* run(queries.deleteFrom('elevators').where('id', 'in', lifts));
    });
  });

  it('is in the plate that is printed for the lift, under the address by which the page was opened', async () => {
    const answer = await harness.call(endpoints.elevatorPlates, { ids: `${smallCity.lift.id},999999` }, token);
    const { base_url: baseUrl, list } = endpoints.elevatorPlates.output.parse(answer.envelope?.data);
    expect(baseUrl).toBe(`http://127.0.0.1:${harness.port}`);
    expect(list).toHaveLength(1);
    expect(list[0]).toMatchObject({
      rescue_code: smallCity.lift.rescueCode,
      use_unit: { name: '安居物业', telephone: '0571-1001' },
      maintenance: { name: '迅达维保', telephone: '0571-2001' },
    });
    expect((await harness.request('GET', new URL(list[0]?.url ?? '').pathname)).text).toContain('翠湖花园');
  });
});

const setupOf = async () =>
  endpoints.siteSetup.output.parse((await harness.call(endpoints.siteSetup, {}, token)).envelope?.data);

describe('a new site', () => {
  it('shows its progress from what it has', async () => {
    expect(await setupOf()).toMatchObject({
      is_demo: false,
      region: { name: '云川市', is_city: true },
      hotline: { value: '96333', is_confirmed: false },
      reached_by: { is_encrypted: false, is_base_url_set: false },
      dispatcher_num: 3,
      dispatcher_role_id: smallCity.roles.dispatcher,
      lift: { tag: smallCity.lift.tag, device_key: smallCity.lift.deviceKey },
      answered_call: null,
    });
    // Confirmed with the value that it had.
    await harness.call(endpoints.sysConfigEdit, { hotline: '96333' }, token);
    expect((await setupOf()).hotline.is_confirmed).toBe(true);
  });

  it('tests with a call that rings as any other and says that it is a test; an answer to it is seen', async () => {
    const call = () => harness.call(endpoints.siteTestCall, { elevator_id: smallCity.lift.id }, token);
    const orderId = endpoints.siteTestCall.output.parse((await call()).envelope?.data).rescue_order_id;
    const orderOf = async () =>
      endpoints.rescueList.output.parse(
        (await harness.call(endpoints.rescueList, { id: orderId }, token)).envelope?.data,
      ).list[0];
    expect(await orderOf()).toMatchObject({
      tag: smallCity.lift.tag,
      note: expect.stringContaining('测试呼叫：苏培发起'),
    });
    // A second test would join the first.
    expect((await call()).envelope?.message).toContain('未结束的救援单');
    const desk = await harness.signIn(smallCity.users.dispatcher1);
    expect((await harness.call(endpoints.rescueAck, { id: orderId }, desk)).envelope?.code).toBe(0);
    expect((await setupOf()).answered_call).toEqual({ id: orderId, tag: smallCity.lift.tag, answered_by: '张伟' });
    const stranger = await principalOf(harness.store, smallCity.users.stranger);
    expect((await readSetup(harness.store, stranger)).answered_call).toBeNull();
    // Over, so that the lift is free for the next call.
    const over = { id: orderId, event: 'rescue.judgedFalse', data: { reason: '测试呼叫' } };
    expect((await harness.call(endpoints.rescueAckState, over, desk)).envelope?.code).toBe(0);
  });

  it('tests no lift that the caller may not see', async () => {
    const stranger = await principalOf(harness.store, smallCity.users.property);
    await expect(harness.testCalls.call(stranger, smallCity.farLift.id)).rejects.toThrow('电梯不存在');
  });
});

describe('headers', () => {
  it.each(['/', '/api/docs', '/api/openapi.json', '/healthz', '/api/user', '/nowhere.js', '/api/nowhere'])(
    '%s carries the security headers',
    async (path) => {
      const { headers } = await harness.request('GET', path);
      const policy = headers.get('content-security-policy') ?? '';
      for (const part of [
        "default-src 'self'",
        "script-src 'self'",
        "object-src 'none'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
      ])
        expect(policy).toContain(part);
      expect(policy).not.toMatch(/script-src[^;]*unsafe/);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
      expect(headers.get('strict-transport-security')).toBeNull();
    },
  );

  it('let the page speak with its own server alone, whatever a request calls it', async () => {
    expect(await connectSourcesFor('desk.example:8080')).toBe("'self' ws://desk.example:8080 wss://desk.example:8080");
    expect(await connectSourcesFor('evil.example; script-src *')).toBe("'self'");
    expect(await connectSourcesFor('*')).toBe("'self'");
  });

  it('responses with data are never cached', async () => {
    expect((await harness.request('GET', '/api/user', { token })).headers.get('cache-control')).toBe('no-store');
  });
});

describe('the front end', () => {
  it('its page is requested again each time, its hashed files never', async () => {
    const page = await harness.request('GET', '/');
    expect(page.text).toContain('<div id="root">');
    expect(page.headers.get('cache-control')).toBe('no-cache');
    const etag = page.headers.get('etag') ?? '';
    expect((await harness.request('GET', '/', { headers: { 'if-none-match': etag } })).status).toBe(304);
    expect((await harness.request('GET', '/assets/index-abc123.js')).headers.get('cache-control')).toContain(
      'immutable',
    );
  });

  it('is compressed, best with brotli', async () => {
    const url = `http://127.0.0.1:${harness.port}/assets/index-abc123.js`;
    await vi.waitFor(async () =>
      expect((await fetch(url, { headers: { 'accept-encoding': 'br, gzip' } })).headers.get('content-encoding')).toBe(
        'br',
      ),
    );
    expect(await (await fetch(url, { headers: { 'accept-encoding': 'gzip' } })).text()).toBe(script);
    expect((await fetch(url, { headers: { 'accept-encoding': 'gzip' } })).headers.get('content-encoding')).toBe('gzip');
    const assets = await loadWebAssets(webFolder);
    await vi.waitFor(async () => {
      const answer = await assets.find('/assets/index-abc123.js', { acceptEncoding: 'br', ifNoneMatch: undefined });
      expect(brotliDecompressSync(answer?.body ?? Buffer.alloc(0)).toString()).toBe(script);
    });
  });

  it.each(['/ins-login', '/alarm-center/rescue-call-history', '/elebator-maintenance', '/no-such-page?x=1'])(
    '%s is a page of the router',
    async (path) => {
      const answer = await harness.request('GET', path);
      expect(answer.status).toBe(200);
      expect(answer.text).toContain('<div id="root">');
    },
  );

  it('a page with an HTML of its own is answered by it', async () => {
    const answer = await harness.request('GET', '/data-board?panels=left');
    expect(answer.headers.get('content-type')).toContain('text/html');
    expect(answer.text).toContain('大屏');
  });

  it.each([
    '/assets/old-chunk.js',
    '/favicon.ico',
    '/api/nowhere',
    '/api-open/x',
    '/files/x',
    '/../tian-secret.txt',
    '/%2e%2e/tian-secret.txt',
    '/assets/..%2f..%2ftian-secret.txt',
    '/%',
    '/index.html/../../x.txt',
  ])('%s is not there, in the envelope', async (path) => {
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(harness.port, '127.0.0.1', () =>
        socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`),
      );
      let text = '';
      socket
        .setEncoding('utf8')
        .on('data', (chunk) => (text += chunk))
        .on('close', () => resolve(text))
        .on('error', reject);
    });
    expect(answer).toMatch(/^HTTP\/1\.1 40[04]/);
    expect(answer).not.toContain('secret');
    expect(
      envelopeSchema.parse(JSON.parse(answer.slice(answer.indexOf('{'), answer.lastIndexOf('}') + 1))).code,
    ).not.toBe(0);
  });

  it('HEAD answers without a body', async () => {
    const answer = await harness.request('HEAD', '/');
    expect([answer.status, answer.text]).toEqual([200, '']);
  });
});

describe('what is wrong with a request is reported in the envelope', () => {
  it('a body of more than a mebibyte', async () => {
    const answer = await harness.request('POST', '/api/order/rescue/list', {
      token,
      body: { keyword: 'x'.repeat(1_100_000) },
    });
    expect(answer.status).toBe(413);
    expect(answer.envelope?.message).toBe('请求内容过大，请缩减后重试');
  });

  it('what is no HTTP at all', async () => {
    const answer = await new Promise<string>((resolve) => {
      const socket = connect(harness.port, '127.0.0.1', () => socket.write('NONSENSE\r\n\r\n'));
      let text = '';
      socket
        .setEncoding('utf8')
        .on('data', (chunk) => (text += chunk))
        .on('close', () => resolve(text));
    });
    expect(answer).toContain('400 Bad Request');
    expect(answer).toContain('"code":400');
  });
});

describe('the declarations', () => {
  it('are published as OpenAPI 3.1, whole and without a dangling reference', async () => {
    const answer = await harness.request('GET', '/api/openapi.json');
    const document = z
      .object({
        openapi: z.literal('3.1.0'),
        paths: z.record(
          z.string(),
          z.record(z.string(), z.object({ operationId: z.string(), 'x-variants': z.array(z.string()).optional() })),
        ),
        components: z.object({ schemas: z.record(z.string(), z.unknown()) }),
      })
      .parse(JSON.parse(answer.text));
    const named = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).flatMap(({ operationId, 'x-variants': variants = [operationId] }) => variants),
    );
    expect(named.toSorted()).toEqual(Object.keys(endpoints).toSorted());
    for (const [, name] of answer.text.matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g))
      expect(document.components.schemas).toHaveProperty([name ?? '']);
    expect(answer.text).not.toMatch(/"\$ref":"#\/\$defs|"\$ref":"#"/);
  });

  it('can be read at /api/docs without a script', async () => {
    const answer = await harness.request('GET', '/api/docs');
    expect(answer.headers.get('content-type')).toContain('text/html');
    for (const { path } of Object.values(endpoints)) expect(answer.text).toContain(path);
    expect(answer.text).not.toContain('<script');
  });

  it('stop the start when one has no handler or no permission', async () => {
    const base = {
      clock: systemClock,
      principalOf: async () => undefined,
      isReady: () => true,
      onFault: () => undefined,
    };
    const ping = defineEndpoint({
      method: 'GET',
      path: '/api/ping',
      permission: 'open',
      group: 'test',
      summary: '',
      input: z.object({}),
      output: z.object({}),
    });
    const withoutHandlers: HandlersOf<{ ping: typeof ping }> = JSON.parse('{}');
    await expect(createHttpServer({ ...base, endpoints: { ping }, handlers: withoutHandlers })).rejects.toThrow(
      'ping (GET /api/ping) has no handler',
    );
    const open: typeof ping = Object.assign({ ...ping }, JSON.parse('{"permission":null}'));
    await expect(
      createHttpServer({ ...base, endpoints: { open }, handlers: { open: async () => ({}) } }),
    ).rejects.toThrow('has no permission');
  });
});

describe('answers', () => {
  const echo = defineEndpoint({
    method: 'DELETE',
    path: '/api/echo',
    permission: 'open',
    group: 'test',
    summary: '',
    input: z.object({ id: z.string().optional(), text: z.string().optional(), mode: z.string().optional() }),
    output: z.object({ seen: z.string() }),
  });

  async function withServer(
    handler: (input: z.infer<typeof echo.input>) => Promise<{ seen: string }>,
    act: (url: string, faults: string[]) => Promise<void>,
    checkOutputs = true,
  ): Promise<void> {
    const faults: string[] = [];
    const server = await createHttpServer({
      clock: systemClock,
      endpoints: { echo },
      handlers: { echo: handler },
      principalOf: async () => undefined,
      isReady: () => true,
      onFault: ({ id, error }) => faults.push(`${id} ${String(error)}`),
      checkOutputs,
    });
    const { port } = await server.listen({ port: 0, host: '127.0.0.1' });
    try {
      await act(`http://127.0.0.1:${port}/api/echo`, faults);
    } finally {
      await server.close();
    }
  }
  it('a deletion takes its ids from the query, the body or both', async () => {
    await withServer(
      async ({ id, text }) => ({ seen: `${id ?? ''}/${text ?? ''}` }),
      async (url) => {
        expect((await send(`${url}?id=7`)).envelope.data).toEqual({ seen: '7/' });
        expect((await send(url, { id: '8' })).envelope.data).toEqual({ seen: '8/' });
        expect((await send(`${url}?id=7`, { text: 'x' })).envelope.data).toEqual({ seen: '7/x' });
      },
    );
  });

  it('the sentence that ends sessions comes from the session check alone, whatever a handler says', async () => {
    await withServer(
      async ({ mode }) => {
        if (mode === 'refusal') throw new Refusal(loginExpiredMessage);
        if (mode === 'spaced') throw new Refusal(` ${loginExpiredMessage} `);
        throw new Error(loginExpiredMessage);
      },
      async (url) => {
        for (const mode of ['refusal', 'spaced', 'fault'])
          expect((await send(url, { mode })).envelope.message).not.toContain(loginExpiredMessage);
      },
    );
  });

  it('a fault tells the user its id and nothing else', async () => {
    await withServer(
      async () => {
        throw new Error('SELECT secret FROM /etc/passwd');
      },
      async (url, faults) => {
        const { status, envelope } = await send(url);
        expect(status).toBe(500);
        expect(JSON.stringify(envelope)).not.toMatch(/SELECT|secret|passwd/);
        expect(faults).toHaveLength(1);
        expect(envelope.message).toContain(faults[0]?.split(' ')[0]);
      },
    );
  });

  it('one with more members than its schema is not sent by a checking server', async () => {
    await withServer(
      async () => Object.assign({ seen: 'x' }, { password_hash: 'oops' }),
      async (url, faults) => {
        expect((await send(url)).status).toBe(500);
        expect(faults[0]).toContain('answers more than its schema says');
      },
    );
  });
});

describe('the sentence that ends sessions', () => {
  it('typed into every field that takes text ends no session', async () => {
    const list = [loginExpiredMessage, ` ${loginExpiredMessage}`, `${loginExpiredMessage}\n`];
    for (const endpoint of Object.values(endpoints)) {
      if (endpoint.permission === 'open' || 'transport' in endpoint || endpoint.path === '/api/auth/logout') continue;
      for (const text of list) {
        const body = {
          id: text,
          name: text,
          keyword: text,
          reason: text,
          text,
          event: text,
          identifier: text,
          caller_phone: text,
          caller_name: text,
          detail: text,
          account: text,
          old_password: text,
          new_password: text,
          hotline: text,
          sort: text,
          password: text,
          [text]: text,
          payload: { [text]: text },
          elevator_id: smallCity.lift.id,
          request_id: 'sentinel-1',
          type: 1,
        };
        const answer = await harness.call(endpoint, body, token);
        expect(answer.status, endpoint.path).not.toBe(401);
        expect(answer.envelope?.message.trim()).not.toBe(loginExpiredMessage);
      }
    }
  });

  it('as a user name ends no session either', async () => {
    await harness.store.write(function* (queries) {
      yield* run(
        queries.updateTable('users').set({ name: loginExpiredMessage }).where('id', '=', smallCity.users.dispatcher2),
      );
    });
    const other = await harness.signIn(smallCity.users.dispatcher2);
    // An administrator does not answer: the call is free.
    const raised = await harness.call(
      endpoints.exceptionReport,
      { type: 1, elevator_id: smallCity.lift.id, caller_phone: '13800000001', request_id: 'sentinel-name' },
      await harness.signIn(smallCity.users.admin),
    );
    const orderId = z.object({ rescue_order_id: z.number() }).parse(raised.envelope?.data).rescue_order_id;
    expect((await harness.call(endpoints.rescueAck, { id: orderId }, other)).envelope?.code).toBe(0);
    const lost = await harness.call(endpoints.rescueAck, { id: orderId }, token);
    expect(lost.envelope?.code).not.toBe(0);
    expect(lost.envelope?.message.trim()).not.toBe(loginExpiredMessage);
  });
});

describe('health', () => {
  it('is reported healthy only when it is', async () => {
    expect((await harness.request('GET', '/healthz')).status).toBe(200);
    expect((await harness.request('HEAD', '/healthz')).status).toBe(200);
    isReady = false;
    const answer = await harness.request('GET', '/healthz');
    isReady = true;
    expect([answer.status, answer.envelope?.message]).toEqual([503, '尚未就绪']);
  });
});

describe('uploads', () => {
  it('a picture comes back without its metadata, as an attachment, under a name that cannot be guessed', async () => {
    const answer = await upload(png(4, 2, [pngChunk('tEXt', Buffer.from('GPS 30.2,120.1'))]), '../../<script>.png');
    const { url } = z.object({ url: z.string().regex(/^\/files\/[\w-]{22}\.png$/) }).parse(answer.envelope?.data);
    const file = await harness.request('GET', url);
    expect(file.headers.get('content-type')).toBe('image/png');
    expect(file.headers.get('content-disposition')).toMatch(/^attachment/);
    expect(file.headers.get('content-security-policy')).toContain('sandbox');
    expect(file.text).not.toContain('GPS');
    const row = await harness.store.rows.selectFrom('uploads').selectAll().executeTakeFirstOrThrow();
    expect(row).toMatchObject({ mime: 'image/png', uploaded_by: smallCity.users.super });
  });

  it.each([
    ['an SVG under a picture name', Buffer.from('<svg onload="alert(1)"/>')],
    ['HTML', Buffer.from('<html><script>alert(1)</script>')],
    ['nothing', Buffer.alloc(0)],
    ['a picture of too many pixels', png(10_000, 2_501)],
  ])('%s is refused at its field', async (_name, bytes) => {
    const answer = await upload(bytes);
    expect(answer.status).toBe(200);
    expect(answer.envelope).toMatchObject({ code: 1001, data: { errors: [{ field: 'file' }] } });
  });

  it('more than five mebibytes is 413, no form at all 415, a form without a file refused', async () => {
    expect((await upload(Buffer.alloc(5 * 1_048_576 + 1))).status).toBe(413);
    const form = new FormData();
    form.set('note', 'x');
    expect((await harness.request('POST', '/api/upload-file', { token, body: form })).envelope?.code).toBe(1001);
  });

  const formStart =
    '--cut\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\ncontent-type: image/png\r\n\r\nhalf of a pict';

  it('a form that ends in the middle of its file, or names no boundary, is 400 and no fault of the server', async () => {
    const cut = await uploadRaw(formStart);
    expect(cut).toMatch(/^HTTP\/1\.1 400/);
    expect(cut).toContain('上传的内容不完整或格式有误，请重新上传');
    const unbounded = await harness.request('POST', '/api/upload-file', {
      token,
      body: 'x',
      headers: { 'content-type': 'multipart/form-data' },
    });
    expect([unbounded.status, unbounded.envelope?.message]).toEqual([400, '上传的内容不完整或格式有误，请重新上传']);
    expect(harness.faults).toEqual([]);
  });

  it('one whose rest does not come holds its place for a moment only, and a third beside two such is not begun', async () => {
    const maintainer = await harness.signIn(smallCity.users.super);
    const unfinished = [uploadRaw(formStart, 5_000_000, maintainer), uploadRaw(formStart, 5_000_000, maintainer)];
    await vi.waitFor(async () => {
      const third = await uploadRaw(formStart, 5_000_000, maintainer);
      expect(third).toMatch(/^HTTP\/1\.1 429/);
      expect(third).toContain('您有文件正在上传');
    });
    for (const answer of await Promise.all(unfinished)) expect(answer).toMatch(/^HTTP\/1\.1 408/);
    await vi.waitFor(async () => expect((await upload(png(4, 2))).envelope?.code).toBe(0));
  });

  it('a caller who hangs up while the session is looked up leaves no place taken', async () => {
    const principal = await principalOf(harness.store, smallCity.users.super);
    const lookups = new EventEmitter();
    let isHeld = true;
    const server = await createHttpServer({
      clock: systemClock,
      endpoints: { uploadFile: endpoints.uploadFile },
      handlers: { uploadFile: async () => ({ url: '/files/none', name: 'photo.png', size: 0 }) },
      isReady: () => true,
      onFault: () => undefined,
      async principalOf() {
        const released = once(lookups, 'release');
        lookups.emit('asked');
        if (isHeld) await released;
        return principal;
      },
    });
    try {
      const { port } = await server.listen({ port: 0, host: '127.0.0.1' });
      for (let attempt = 0; attempt < 2; attempt += 1) {
        const asked = once(lookups, 'asked');
        const gone = new Promise<void>((resolve) => {
          server.server.once('connection', (accepted) => accepted.once('close', () => resolve()));
        });
        const socket = connect(port, '127.0.0.1');
        socket.write(
          `POST /api/upload-file HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${'t'.repeat(43)}\r\ncontent-type: multipart/form-data; boundary=cut\r\ncontent-length: 500\r\n\r\n`,
        );
        await asked;
        socket.destroy();
        await gone;
        lookups.emit('release');
      }
      isHeld = false;
      const form = new FormData();
      form.set('file', new Blob([Uint8Array.from(png(4, 2))], { type: 'image/png' }), 'photo.png');
      const answer = await fetch(`http://127.0.0.1:${port}/api/upload-file`, {
        method: 'POST',
        headers: { authorization: `Bearer ${'t'.repeat(43)}` },
        body: form,
      });
      expect(answer.status).toBe(200);
    } finally {
      await server.close();
    }
  });

  it('the quota holds', async () => {
    const noise = pngChunk('IDAT', Buffer.alloc(2_900, 7));
    const answer = await upload(png(4, 2, [noise]));
    expect(answer.envelope?.message).toContain('存储空间已满');
  });
});
