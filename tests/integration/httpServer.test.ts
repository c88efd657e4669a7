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
import { deviceActor } from '../../server/domain/actors.ts';
import { giveLiftCodes } from '../../server/domain/base/liftCodes.ts';
import { openException } from '../../server/domain/records/openException.ts';
import { Refusal } from '../../server/domain/refusal.ts';
import type { HandlersOf } from '../../server/http/handlers.ts';
import { deviceSecret } from '../../server/gateway/credentials.ts';
import { createHttpServer } from '../../server/http/server.ts';
import { encodeJpeg } from '../../server/simulator/picture/encodeJpeg.ts';
import { sendSnapshot } from '../../server/simulator/sendSnapshot.ts';
import { loadWebAssets } from '../../server/http/webAssets.ts';
import { systemClock } from '../../server/runtime/clock.ts';
import { run } from '../../server/store/eventStore.ts';
import { readSetup } from '../../server/queries/setup.ts';
import { openHttpHarness, type HttpHarness } from '../support/httpHarness.ts';
import { testSiteKey } from '../support/testAccess.ts';
import { principalOf, smallCity } from '../support/smallCity.ts';
import { jpegOf, jpegSegment, png, pngChunk } from '../support/testImages.ts';

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
      callProvenAgoMs: () => 7,
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
        `POST /api/upload-file HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${as}\r\n` +
          `content-type: multipart/form-data; boundary=cut\r\ncontent-length: ${announced}\r\n\r\n${body}`,
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
    for (const own of [smallCity.lift.tag, smallCity.lift.deviceKey, '<script', '<div id="root">'])
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

  it('so is every path below it: the code of a link is none of the page', async () => {
    expect((await harness.request('GET', '/data-board/some-code')).text).toContain('大屏');
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
    // For a watchdog outside: how long ago a synthetic call last came through.
    expect((await harness.request('GET', '/healthz')).envelope?.data).toEqual({ ready: true, call_proven_ago_ms: 7 });
  });
});

describe('uploads', () => {
  it('a picture comes back without its metadata, as an attachment, under a name that cannot be guessed', async () => {
    const answer = await upload(png(4, 2, [pngChunk('tEXt', Buffer.from('GPS 30.2,120.1'))]), '../../<script>.png');
    const { url } = z.object({ url: z.string().regex(/^\/files\/[\w-]{22}\.png$/) }).parse(answer.envelope?.data);
    const file = await harness.request('GET', url, { token });
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
          `POST /api/upload-file HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${'t'.repeat(43)}\r\n` +
            'content-type: multipart/form-data; boundary=cut\r\ncontent-length: 500\r\n\r\n',
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
    const noise = pngChunk('IDAT', Buffer.alloc(3_400, 7));
    const answer = await upload(png(4, 2, [noise]));
    expect(answer.envelope?.message).toContain('存储空间已满');
  });
});

const basic = (deviceKey: string, secret = deviceSecret(testSiteKey, deviceKey, 1)) => ({
  authorization: `Basic ${Buffer.from(`${deviceKey}:${secret}`).toString('base64')}`,
});

describe('the picture that follows an event of a device', () => {
  const { lift, farLift, users } = smallCity;
  const path = '/api-open/device/snapshot';
  const picture = jpegOf([]);
  interface Sent {
    readonly eventId: string;
    readonly body?: Uint8Array<ArrayBuffer> | ReadableStream | undefined;
    readonly headers?: Readonly<Record<string, string>>;
  }
  async function put({ eventId, body = Uint8Array.from(picture), headers = basic(lift.deviceKey) }: Sent) {
    const url = `http://127.0.0.1:${harness.port}${path}?event_id=${encodeURIComponent(eventId)}`;
    // `duplex` is missing in the type.
    const init = { method: 'PUT', headers, body, duplex: 'half' };
    const response = await fetch(url, init);
    return { status: response.status, envelope: envelopeSchema.parse(await response.json()) };
  }
  async function raise(eventId: string, { deviceKey }: { readonly deviceKey: string } = lift): Promise<void> {
    const device = harness.domain.directory.device(deviceKey);
    if (device === undefined) throw new Error(`there is no device ${deviceKey}`);
    const at = systemClock.nowMs();
    await harness.domain.devices.recordEvent(device, { id: eventId, at, kind: 'moto', data: { door_hold: 1 } });
  }
  /** The picture in the list of alarms as this user gets it; undefined for one who does not see the alarm. */
  async function pictureFor(userId: number): Promise<unknown> {
    const as = await harness.signIn(userId);
    const { envelope } = await harness.call(endpoints.alarmRecordList, { kind: ['moto'], elevator_id: lift.id }, as);
    return endpoints.alarmRecordList.output.parse(envelope?.data).list[0]?.picture;
  }

  beforeAll(() => raise('ride 1'));

  it('is stored without its metadata, once, and stands in the record; sent again it changes nothing', async () => {
    const said = await put({
      eventId: 'ride 1',
      body: Uint8Array.from(jpegOf([jpegSegment(0xfe, Buffer.from('GPS'))])),
    });
    expect(said).toEqual({
      status: 200,
      envelope: { code: 0, message: '图片已保存', data: { event_id: 'ride 1', repeated: false } },
    });
    const [again, twice] = await Promise.all([put({ eventId: 'ride 1' }), put({ eventId: 'ride 1' })]);
    for (const answer of [again, twice])
      expect(answer).toMatchObject({ status: 200, envelope: { code: 0, data: { repeated: true } } });
    const other = await put({ eventId: 'ride 1', body: Uint8Array.from(jpegOf([], { width: 320 })) });
    expect([other.status, other.envelope.message]).toEqual([409, '该事件已有图片，保留先收到的一张，不必重发']);

    const name = z.string().parse(await pictureFor(users.super));
    const file = await harness.request('GET', `/files/${name}`, { token });
    expect(file.headers.get('content-type')).toBe('image/jpeg');
    expect(file.text).not.toContain('GPS');
    const uses = await harness.store.rows.selectFrom('upload_uses').selectAll().where('file_name', '=', name).execute();
    expect(uses).toMatchObject([{ record: expect.stringMatching(/^alarm-\d+$/) }]);
  });

  it('is shown only to users who may see the lift, and to no one else who knows its name', async () => {
    const name = z.string().parse(await pictureFor(users.property));
    const see = async (as: string | undefined, headers: Readonly<Record<string, string>> = {}) => {
      const answer = await harness.request('GET', `/files/${name}`, { token: as, headers });
      return answer.status === 200 ? 200 : [answer.status, answer.text];
    };
    const missing = await harness.request('GET', '/files/AAAAAAAAAAAAAAAAAAAAAA.jpg', { token });
    expect(await see(await harness.signIn(users.property))).toBe(200);
    // An image of the page comes with the cookie of its session.
    const own = await harness.signIn(users.property);
    const menu = await harness.call(endpoints.userMenuTree, {}, own);
    const cookie = menu.headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(/^tian_files=[0-9a-f]{64}; HttpOnly; SameSite=Strict; Path=\/files$/);
    expect(await see(undefined, { cookie: cookie.split(';')[0] ?? '' })).toBe(200);
    const notThere = [missing.status, missing.text];
    expect(await see(undefined)).toEqual(notThere);
    expect(await see(undefined, { cookie: `tian_files=${'0'.repeat(64)}` })).toEqual(notThere);
    expect(await see(await harness.signIn(users.stranger))).toEqual(notThere);
    expect(await pictureFor(users.stranger)).toBeUndefined();
  });

  it('stands in the scooter event that the alarm opened', async () => {
    const { store, domain } = harness;
    const alarm = await store.rows
      .selectFrom('alarms')
      .select(['id', 'picture'])
      .where('kind', '=', 'moto')
      .executeTakeFirstOrThrow();
    const elevator = domain.directory.elevator(lift.id);
    if (elevator === undefined) throw new Error('there is no such lift');
    await openException(
      { store, clock: systemClock, settings: domain.settings },
      {
        type: 2,
        isDoorHeld: true,
        elevator,
        source: 'alarm',
        deviceKey: lift.deviceKey,
        code: '',
        level: 2,
        alarmId: alarm.id,
        actor: deviceActor(lift.deviceKey),
        atMs: systemClock.nowMs(),
        late: false,
        messageId: 'scooter-of-ride-1',
      },
    );
    const { envelope } = await harness.call(endpoints.exceptionList, { type: [2], elevator_id: lift.id }, token);
    expect(endpoints.exceptionList.output.parse(envelope?.data).list).toMatchObject([{ picture: alarm.picture }]);
    expect(alarm.picture).toMatch(/\.jpg$/);
  });

  it('as a photo of a fault is private too, once the fault shows it', async () => {
    const { envelope } = await upload(png(4, 2));
    const { name, url } = endpoints.uploadFile.output.parse(envelope?.data);
    const report = {
      type: 3,
      elevator_id: lift.id,
      phenomenon: 'brake',
      photos: [name],
      request_id: 'photo-of-a-fault',
    };
    expect((await harness.call(endpoints.exceptionReportOther, report, token)).envelope).toMatchObject({ code: 0 });
    const see = async (userId: number) =>
      (await harness.request('GET', url, { token: await harness.signIn(userId) })).status;
    expect([await see(users.property), await see(users.stranger)]).toEqual([200, 404]);
    expect((await harness.request('GET', url)).status).toBe(404);
  });

  it('needs the credentials of a device: all else is 401, and a right secret passes however many were wrong', async () => {
    for (const headers of [
      {},
      { authorization: `Bearer ${token}` },
      basic(lift.deviceKey, 'wrong'),
      basic(lift.deviceKey, deviceSecret(testSiteKey, farLift.deviceKey, 1)),
      basic('COL999999', 'wrong'),
      basic('bridge', 'wrong'),
    ])
      expect(await put({ eventId: 'ride 1', headers })).toMatchObject({ status: 401, envelope: { code: 1002 } });
    let last = 401;
    for (let wrong = 0; wrong < 40 && last === 401; wrong += 1)
      last = (await put({ eventId: 'ride 1', headers: basic(lift.deviceKey, String(wrong)) })).status;
    expect(last).toBe(429);
    expect((await put({ eventId: 'ride 1' })).status).toBe(200);
  });

  it('belongs to an event of this very device: another one is 404, be it unknown or of another lift', async () => {
    await raise('far ride', farLift);
    const answers = await Promise.all([
      put({ eventId: 'far ride' }),
      put({ eventId: 'never sent' }),
      put({ eventId: 'ride 1', headers: basic(farLift.deviceKey) }),
      // Its secret is right, but it serves no lift.
      put({ eventId: 'ride 1', headers: basic('COL999999') }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect(new Set(answers.map(({ envelope }) => JSON.stringify(envelope))).size).toBe(1);
    expect(answers[0]?.envelope.message).toContain('请先发送事件');
    expect((await put({ eventId: '事件' })).status).toBe(422);
  });

  it.each([
    ['nothing', Buffer.alloc(0), '请求体为空'],
    ['a PNG', png(4, 2), '只能上传完整的 JPEG'],
    ['a cut JPEG', picture.subarray(0, 30), '只能上传完整的 JPEG'],
    ['a JPEG of too many pixels', jpegOf([], { width: 60_000, height: 60_000 }), '图片像素过大'],
  ])('%s is refused with 422', async (_name, body, message) => {
    await raise('far ride', farLift);
    const answer = await put({ eventId: 'far ride', body: Uint8Array.from(body), headers: basic(farLift.deviceKey) });
    expect([answer.status, answer.envelope.message]).toEqual([422, expect.stringContaining(message)]);
  });

  it('of ten megabytes is refused with 413 and not read, be its length announced or not', async () => {
    let read = 0;
    const piece = new Uint8Array(65_536);
    const body = new ReadableStream({
      pull(controller) {
        read += piece.length;
        if (read > 10_000_000) controller.close();
        else controller.enqueue(piece);
      },
    });
    const url = new URL(`${path}?event_id=ride%201`, `http://127.0.0.1:${harness.port}`);
    const asked = httpRequest(url, {
      method: 'PUT',
      headers: { ...basic(lift.deviceKey), 'content-length': 10_000_000 },
    });
    asked.flushHeaders();
    const [response]: IncomingMessage[] = await once(asked, 'response');
    expect([response?.statusCode, response?.headers.connection]).toEqual([413, 'close']);
    asked.destroy();
    const unannounced = await put({ eventId: 'ride 1', body }).catch((error: unknown) => error);
    // The connection is closed while the rest is on its way: a sender may see that instead of the answer.
    if (!(unannounced instanceof Error))
      expect(unannounced).toMatchObject({ status: 413, envelope: { message: '图片最大 300 KB，请压缩后再传' } });
    expect(read).toBeLessThan(9_000_000);
    expect(harness.faults).toEqual([]);
  });

  it('of a simulated camera is taken as that of a real one', async () => {
    await raise('far ride', farLift);
    const said = await sendSnapshot({
      httpUrl: `http://127.0.0.1:${harness.port}`,
      credentials: { username: farLift.deviceKey, password: deviceSecret(testSiteKey, farLift.deviceKey, 1) },
      eventId: 'far ride',
      jpeg: encodeJpeg({ width: 20, height: 12, greys: Uint8Array.from({ length: 240 }, (_, place) => place) }),
    });
    expect(said).toEqual({ status: 200, message: '图片已保存' });
  });

  it('as a form is 415', async () => {
    const form = new FormData();
    form.set('file', new Blob([Uint8Array.from(picture)]), 'a.jpg');
    const answer = await harness.request('PUT', `${path}?event_id=ride%201`, {
      headers: basic(lift.deviceKey),
      body: form,
    });
    expect(answer.status).toBe(415);
  });
});
