import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import * as z from 'zod';
import type { Principal } from '../../server/access/principal.ts';
import type { HandlersOf } from '../../server/http/handlers.ts';
import { createHttpServer, type HttpServer } from '../../server/http/server.ts';
import { systemClock } from '../../server/runtime/clock.ts';
import { defineEndpoint } from '../../src/contract/endpoint.ts';
import { envelopeSchema } from '../../src/contract/envelope.ts';
import type { Permission } from '../../src/contract/permissions.ts';

// Calls that share a method and path, on a server of their own.
const note = { method: 'POST', path: '/api/note', group: 'other', output: z.object({ by: z.string() }) } as const;
const rescueNote = defineEndpoint({
  ...note,
  variant: 'rescue',
  permission: 'rescue.handle',
  summary: '救援',
  isUnmetered: true,
  input: z.object({ type: z.literal(1), text: z.string('请填写内容') }),
});
const faultNote = defineEndpoint({
  ...note,
  variant: 'fault',
  permission: 'alarm.handle',
  summary: '故障',
  input: z.object({ type: z.literal(3), code: z.number('请填写代码'), text: z.string('请填写内容') }),
});
const ownNote = defineEndpoint({
  ...note,
  variant: 'own',
  permission: 'signedIn',
  summary: '本人',
  input: z.object({ type: z.literal(4) }),
});
const notes = { rescueNote, faultNote, ownNote };
const person = (account: string, permissions: readonly Permission[], mustChangePassword = false): Principal => ({
  userId: account.length,
  account,
  name: account,
  mobile: '',
  roleId: 1,
  roleType: 1,
  permissions: new Set(permissions),
  scope: { kind: 'all' },
  mustChangePassword,
});
const people: Readonly<Record<string, Principal>> = {
  'rescuer-00000000': person('rescuer', ['rescue.handle']),
  'repairer-00000000': person('repairer', ['alarm.handle']),
  'both-00000000000': person('both', ['rescue.handle', 'alarm.handle']),
  'newcomer-00000000': person('newcomer', ['rescue.handle'], true),
};
const parts = {
  principalOf: async (token: string) => people[token],
  clock: systemClock,
  isReady: () => true,
  onFault: ({ error }: { error: unknown }) => expect.unreachable(String(error)),
  checkOutputs: true,
};
const handlers: HandlersOf<typeof notes> = {
  rescueNote: async ({ type }) => ({ by: `rescue ${type}` }),
  faultNote: async ({ code }) => ({ by: `fault ${code}` }),
  ownNote: async () => ({ by: 'own' }),
};
let server: HttpServer;
let url: string;
beforeAll(async () => {
  server = await createHttpServer({ ...parts, endpoints: notes, handlers, limits: { writesPerSecond: 2 } });
  url = `http://127.0.0.1:${(await server.listen({ port: 0, host: '127.0.0.1' })).port}`;
});
afterAll(() => server.close());

const write = async (token: string, input: unknown) => {
  const response = await fetch(`${url}/api/note`, {
    method: 'POST',
    body: JSON.stringify(input),
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
  });
  return { status: response.status, envelope: envelopeSchema.parse(await response.json()) };
};

/** Returns the statuses of three such calls at once. */
const statuses = async (input: unknown) =>
  (await Promise.all([1, 2, 3].map(() => write('both-00000000000', input)))).map(({ status }) => status);

it('the input decides which one is made, and its own permission who may', async () => {
  expect((await write('both-00000000000', { type: 1, text: '到了' })).envelope.data).toEqual({ by: 'rescue 1' });
  expect((await write('both-00000000000', { type: 3, code: 7, text: '修好' })).envelope.data).toEqual({
    by: 'fault 7',
  });
  expect((await write('repairer-00000000', { type: 4 })).envelope.data).toEqual({ by: 'own' });
});

it('one that fits but is not permitted is 403, one that fits none is 422 with the fields of the closest', async () => {
  const denied = await write('rescuer-00000000', { type: 3, code: 7, text: '修好' });
  expect([denied.status, denied.envelope.code]).toEqual([403, 403]);
  const wrong = await write('both-00000000000', { type: 3, code: 'x', text: '修好' });
  expect([wrong.status, wrong.envelope.data]).toEqual([422, { errors: [{ field: 'code', message: '请填写代码' }] }]);
  expect((await write('nobody-0000000000', { type: 1, text: '到了' })).status).toBe(401);
});

it('who must change the password first may make none of them', async () => {
  const answer = await write('newcomer-00000000', { type: 1, text: '到了' });
  expect([answer.status, answer.envelope.message]).toEqual([403, '您的密码需要更换，请先修改密码再继续']);
});

it('a rescue is never metered, what shares its path is', async () => {
  expect(await statuses({ type: 1, text: '到了' })).toEqual([200, 200, 200]);
  await vi.waitFor(async () => expect(await statuses({ type: 3, code: 7, text: '修好' })).toContain(429));
});

it('are one operation of the document, each with what it needs', async () => {
  const document: unknown = await (await fetch(`${url}/api/openapi.json`)).json();
  const operation = z
    .object({
      paths: z.object({
        '/api/note': z.object({
          post: z.object({
            description: z.string(),
            'x-permission': z.array(z.string()),
            requestBody: z.object({
              content: z.object({
                'application/json': z.object({ schema: z.object({ oneOf: z.array(z.unknown()) }) }),
              }),
            }),
          }),
        }),
      }),
    })
    .parse(document).paths['/api/note'].post;
  expect(operation['x-permission']).toEqual(['rescue.handle', 'alarm.handle', 'signedIn']);
  expect(operation.description).toContain('故障：需要权限：处理报警（alarm.handle）');
  expect(operation.requestBody.content['application/json'].schema.oneOf).toHaveLength(3);
});

it('two calls of one path that are no variants do not start', async () => {
  const { variant: _, ...unnamed } = faultNote;
  await expect(
    createHttpServer({
      ...parts,
      endpoints: { rescueNote, unnamed },
      handlers: { rescueNote: handlers.rescueNote, unnamed: handlers.faultNote },
    }),
  ).rejects.toThrow('POST /api/note is declared by rescueNote and unnamed: each needs a variant name of its own');
  const open = defineEndpoint({ ...ownNote, permission: 'open' as const });
  await expect(
    createHttpServer({
      ...parts,
      endpoints: { rescueNote, open },
      handlers: { rescueNote: handlers.rescueNote, open: async () => ({ by: '' }) },
    }),
  ).rejects.toThrow('open, a variant of POST /api/note, can be neither open nor an upload');
});
