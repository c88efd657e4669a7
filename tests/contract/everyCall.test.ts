import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { endpoints, type EndpointName } from '../../src/contract/endpoints/index.ts';
import { envelopeSchema, fieldErrorsSchema, loginExpiredMessage, refusalCodes } from '../../src/contract/envelope.ts';
import type { FaultPhenomenon } from '../../src/contract/exceptions.ts';
import { permissions, type Permission } from '../../src/contract/permissions.ts';
import { unkeepableTextMessage } from '../../src/contract/text.ts';
import { createCheckListDesk } from '../../server/domain/base/checkList.ts';
import { queueNotification } from '../../server/notify/queueNotification.ts';
import { systemClock } from '../../server/runtime/clock.ts';
import { run } from '../../server/store/eventStore.ts';
import { openHttpHarness, type Answer, type HttpHarness } from '../support/httpHarness.ts';
import { failOnTrouble } from '../support/importDesks.ts';
import { appointOfficer } from '../support/maintenanceCity.ts';
import { messageWish } from '../support/messageWish.ts';
import { principalOf, smallCity } from '../support/smallCity.ts';

let harness: HttpHarness;
let superToken: string;
/** Holds nothing at all. */
let nobodyToken: string;

const chinese = /[\u4e00-\u9fff]/;
const calls = Object.entries(endpoints).map(([name, endpoint]): readonly [string, Endpoint] => [name, endpoint]);
const signedIn = calls.filter(([, { permission }]) => permission !== 'open');
const guarded = calls.flatMap(([name, endpoint]) =>
  endpoint.permission === 'open' || endpoint.permission === 'signedIn'
    ? []
    : [{ name, endpoint, permission: endpoint.permission }],
);
const variants = guarded.filter(({ endpoint: { variant } }) => variant !== undefined);

const ruleInput = {
  name: '长时间开门',
  event_type: 4,
  listens: [{ source: 'alarm', value: 'longTimeOpen', phase: 'raised' }],
  actions: [{ no: 7, to: [{ kind: 'answerers' }] }],
};
/** Inputs that the schema takes, for the calls that need any, and for every variant. */
const validInputs: Partial<Record<EndpointName, unknown>> = {
  userOptions: { can: 'rescue.answer' },
  userAccounts: {},
  ladderPreview: { elevator_id: smallCity.lift.id },
  userRecord: { id: smallCity.users.property },
  userEdit: {
    id: smallCity.users.property,
    account: 'property',
    name: '王芳',
    role_id: smallCity.roles.property,
    mobile: '',
    organizations: ['4-301'],
  },
  userSignIns: { id: smallCity.users.property },
  roleDetail: { id: smallCity.roles.property },
  permissionDetail: { id: 1 },
  elevatorDetail: { id: smallCity.lift.id },
  elevatorPlates: { ids: String(smallCity.lift.id) },
  communityDetail: { id: 11 },
  maintenanceDetail: { id: 401 },
  propertyDetail: { id: 301 },
  deviceLatestData: { elevator_id: smallCity.lift.id },
  deviceStatus: { elevator_id: smallCity.lift.id },
  elevatorProven: { elevator_id: smallCity.lift.id },
  deviceModelDifferences: {},
  deviceModelSync: { apply: '1' },
  replayCity: { from: '2026-06-01T18:00:00.000+08:00', to: '2026-06-01T19:00:00.000+08:00' },
  checkListDetail: { id: 1 },
  importDetail: { id: 1 },
  importRows: { import_id: 1 },
  importTemplate: { kind: 'community' },
  importErrorFile: { id: 1 },
  bulletinFile: { month: '2020-01' },
  exportList: {
    path: '/api/community/list',
    query: {},
    columns: [{ field: 'name', header: '名称', as: 'text' }],
    format: 'csv',
    name: '小区',
  },
  recordingsOfLift: { elevator_id: smallCity.lift.id },
  presenceCode: { elevator_id: smallCity.lift.id },
  announcementReach: { id: 1 },
  announcementDetail: { id: 1 },
  notificationList: { mine: '0' },
  noticeList: { mine: '1' },
  notificationDetail: { id: 1 },
  exceptionReport: {
    type: 1,
    elevator_id: smallCity.lift.id,
    caller_phone: '13800000000',
    request_id: 'every-call-1',
  },
  exceptionReportOther: {
    type: 3,
    elevator_id: smallCity.lift.id,
    phenomenon: 'notRunning',
    request_id: 'every-call-3',
  },
  exceptionHandle: { id: 1, event: 'fault.accepted', data: {} },
  reviewReport: { elevator_id: smallCity.lift.id, score: 4, request_id: 'every-call-5' },
  reviewHandle: { id: 1, event: 'review.published', data: {} },
  reviewDetail: { id: 1 },
  infoForComment: { elevator_id: smallCity.lift.id },
  alarmRuleUpdate: { id: 1, ...ruleInput },
  alarmRuleState: { id: 1, version: 1, state: 'retired' },
};
/** Beside its own permission a call that takes steps needs that of the step. */
const stepPermissions: Partial<Record<EndpointName, readonly Permission[]>> = {
  exceptionHandle: ['exception.handle'],
  reviewHandle: ['review.handle'],
};

const validInputOf = (name: string): unknown => Object.entries(validInputs).find(([key]) => key === name)?.[1];

/** As above, with a record of its own for a step that can be taken once. */
async function freshInputOf(name: string): Promise<unknown> {
  if (name === 'alarmRuleUpdate' || name === 'alarmRuleState') {
    const { envelope } = await harness.call(endpoints.alarmRuleSave, ruleInput, superToken);
    const { id } = endpoints.alarmRuleSave.output.parse(envelope?.data);
    return { ...Object(validInputOf(name)), id };
  }
  if (name === 'reviewHandle') {
    const { reviewId: id } = await reportReview(`every-call-${(reviews += 1)}`);
    return { ...Object(validInputs.reviewHandle), id };
  }
  if (name !== 'exceptionHandle') return validInputOf(name);
  const phenomenon = phenomena.shift();
  if (phenomenon === undefined) throw new Error('each fault of a lift needs a phenomenon of its own');
  const { exceptionId: id } = await harness.domain.exceptions.report(
    await principalOf(harness.store, smallCity.users.super),
    { type: 3, elevator_id: smallCity.lift.id, phenomenon, request_id: `every-call-${phenomenon}` },
  );
  return { ...Object(validInputs.exceptionHandle), id };
}
let reviews = 0;
const reportReview = async (requestId: string) =>
  harness.domain.reviews.report(await principalOf(harness.store, smallCity.users.super), {
    elevator_id: smallCity.lift.id,
    score: 3,
    text: '',
    photos: [],
    request_id: `${requestId}-review`,
  });
const phenomena: Exclude<FaultPhenomenon, 'code'>[] = ['brake', 'levelling', 'doorOpening', 'doorClosing'];

/** The session of an unlimited user whose role holds exactly these permissions. */
async function signInWith(held: readonly Permission[]): Promise<string> {
  const id = (nextUserId += 1);
  await harness.store.write(function* (queries) {
    yield* run(queries.insertInto('roles').values({ id, name: `角色 ${id}`, role_type: 1, is_unscoped: 1 }));
    const rows = yield* run(queries.selectFrom('permissions').select(['id', 'code']));
    const granted = rows.filter(({ code }) => held.some((permission) => permission === code));
    if (granted.length > 0)
      yield* run(
        queries.insertInto('role_permissions').values(granted.map((row) => ({ role_id: id, permission_id: row.id }))),
      );
    yield* run(
      queries.insertInto('users').values({
        id,
        account: `user${id}`,
        name: `用户 ${id}`,
        mobile: '',
        role_id: id,
        password_hash: '',
        is_disabled: 0,
        must_change_password: 0,
        created_at_ms: 0,
      }),
    );
  });
  return harness.signIn(id);
}
let nextUserId = 100;

const fieldsSchema = z.object({
  properties: z.record(z.string(), z.unknown()).optional(),
  anyOf: z.array(z.unknown()).optional(),
  oneOf: z.array(z.unknown()).optional(),
  allOf: z.array(z.unknown()).optional(),
});

/** The path of every member of an input, however deep. */
function textFieldsOf(schema: unknown): string[][] {
  const { properties = {}, anyOf = [], oneOf = [], allOf = [] } = fieldsSchema.parse(schema);
  const own = Object.entries(properties).flatMap(([member, inside]) => {
    const deeper = textFieldsOf(inside);
    return deeper.length === 0 ? [[member]] : deeper.map((path) => [member, ...path]);
  });
  return [...own, ...[...anyOf, ...oneOf, ...allOf].flatMap(textFieldsOf)];
}

function expectFailure(answer: Answer, status: number): void {
  expect(answer.status).toBe(status);
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  const envelope = envelopeSchema.parse(JSON.parse(answer.text));
  expect(envelope.code).not.toBe(0);
  expect(envelope.message).toMatch(chinese);
}

beforeAll(async () => {
  harness = await openHttpHarness({ http: { limits: { writesPerSecond: 100_000 } } });
  nobodyToken = await signInWith([]);
  await appointOfficer(harness.store, smallCity.users.super);
  // The first of its kind: number 1.
  await reportReview('first');
  await queueNotification(
    { store: harness.store, clock: systemClock, channels: harness.channels },
    messageWish({ key: 'every-call' }),
  );
  await harness.store.write(function* (queries) {
    yield* run(
      queries.insertInto('imports').values({
        id: 1,
        kind: 'community',
        file_name: '小区.xlsx',
        state: 'cancelled',
        header: '["名称"]',
        row_num: 0,
        created_by: smallCity.users.super,
        created_at_ms: 0,
        written_at_ms: null,
      }),
    );
  });
  const checkLists = createCheckListDesk({ store: harness.store, clock: systemClock, onTrouble: failOnTrouble });
  await checkLists.save(await principalOf(harness.store, smallCity.users.super), {
    name: '消防员电梯',
    category: 'traction',
    items: [{ code: 'M-1-01', name: '消防开关', requirement: '功能有效' }],
  });
  await writeNotices(await harness.signIn(smallCity.users.super));
});

/** A draft and a sent notice, each the first of its kind: number 1. */
async function writeNotices(token: string): Promise<void> {
  const made = async (endpoint: Endpoint, input: object) => {
    const { envelope, text } = await harness.call(endpoint, input, token);
    if (envelope?.code !== 0) throw new Error(text);
    return z.looseObject({ id: z.number().optional(), code: z.string().optional() }).parse(envelope.data);
  };
  const { code } = await made(endpoints.wallPair, { name: '轿厢屏', elevator_id: smallCity.lift.id });
  await made(endpoints.wallRedeem, { code, as: 'cabin' });
  const draft = {
    community_id: 11,
    title: '检验公告',
    content: '各梯依次停用。',
    kind: 'inspection',
    valid_from: '2020-01-01',
    valid_to: '2099-01-01',
  };
  await made(endpoints.communityNoticeSave, draft);
  const { id } = await made(endpoints.communityNoticeSave, draft);
  await made(endpoints.announcementSend, { id, to: { elevator_ids: [smallCity.lift.id], person_ids: [] } });
}
beforeEach(async () => {
  superToken = await harness.signIn(smallCity.users.super);
});
afterAll(async () => {
  await harness.dispose();
});

describe('every declared call', () => {
  it.each(signedIn)('%s without a session is 401 with the sentence that ends sessions', async (_name, endpoint) => {
    for (const token of [undefined, 'x'.repeat(43), 'Bearer', '../../etc/passwd']) {
      const answer = await harness.call(endpoint, {}, token);
      expectFailure(answer, 401);
      expect(answer.envelope).toEqual({ code: 401, message: loginExpiredMessage, data: null });
    }
  });

  it.each(guarded)('$name without its permission is 403, before its input is looked at', async ({ name, endpoint }) => {
    const isBesideAnOwnOne = signedIn.some(
      ([, { path, method, permission }]) =>
        path === endpoint.path && method === endpoint.method && permission === 'signedIn',
    );
    // Whatever does not fit a variant is meant for the one that is open to all.
    for (const input of isBesideAnOwnOne ? [validInputOf(name)] : [{}, { id: 'nonsense' }]) {
      const answer = await harness.call(endpoint, input, nobodyToken);
      expectFailure(answer, 403);
      expect(answer.envelope?.code).toBe(refusalCodes.denied);
    }
  });

  it.each(permissions)('%s opens the calls that need it, and all others together do not', async (permission) => {
    const [having, lacking] = [
      await signInWith([permission]),
      await signInWith(permissions.filter((other) => other !== permission)),
    ];
    for (const { name, endpoint } of guarded.filter((call) => call.permission === permission)) {
      const input = validInputOf(name) ?? {};
      const [opened, closed] = [
        await harness.call(endpoint, input, having),
        await harness.call(endpoint, input, lacking),
      ];
      expect(opened.status, name).not.toBe(403);
      expectFailure(closed, 403);
      expect(closed.envelope?.code).toBe(refusalCodes.denied);
    }
  });

  it.each(variants)('$name answers its own input by its own schema', async ({ name, endpoint, permission }) => {
    const input = validInputOf(name);
    expect(endpoint.input.safeParse(input).success, 'an input for every variant stands in validInputs').toBe(true);
    const siblings = variants.filter(
      (one) => one.name !== name && one.endpoint.path === endpoint.path && one.endpoint.method === endpoint.method,
    );
    for (const sibling of siblings)
      expect(sibling.endpoint.input.safeParse(input).success, `${sibling.name} takes what is meant for ${name}`).toBe(
        false,
      );
    const steps = Object.entries(stepPermissions).find(([key]) => key === name)?.[1] ?? [];
    for (const token of [await signInWith([permission, ...steps]), superToken]) {
      const answer = await harness.call(endpoint, await freshInputOf(name), token);
      expect(answer.envelope).toMatchObject({ code: 0 });
      expect(endpoint.output.safeParse(answer.envelope?.data).success).toBe(true);
    }
  });

  it.each(calls.filter(([, { method, transport }]) => method !== 'GET' && transport !== 'upload'))(
    '%s with broken or foreign bodies is refused in the envelope',
    async (_name, { method, path }) => {
      const json = { 'content-type': 'application/json' };
      const send = (body: string, headers: Readonly<Record<string, string>>) =>
        harness.request(method, path, { token: superToken, body, headers });
      expectFailure(await send('{broken', json), 400);
      expectFailure(await send('{"__proto__":{"isAdmin":true}}', json), 400);
      expectFailure(await send('"text"', json), 422);
      expectFailure(await send('[]', json), 422);
    },
  );

  it.each(calls.filter(([, { method }]) => method !== 'GET'))(
    '%s takes no other content type',
    async (_name, { method, path, transport }) => {
      const wrong =
        transport === 'upload'
          ? ['application/json', 'text/plain']
          : ['text/plain', 'application/xml', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'];
      for (const type of wrong)
        expectFailure(
          await harness.request(method, path, { token: superToken, body: '--x--', headers: { 'content-type': type } }),
          415,
        );
    },
  );

  it.each(calls)('%s says which field of a wrong input is wrong, in Chinese', async (name, endpoint) => {
    const wrong = {
      page: -1,
      page_size: 10_000,
      id: 'abc',
      elevator_id: 'abc',
      account: 7,
      password: 'short',
      old_password: 1,
      type: 9,
      ids: [],
      event: 'rescue.exploded',
      hotline: '',
      identifier: 3,
      can: 'x',
      kind: ['x'],
      from: 'yesterday',
      reason: 1,
    };
    const isTaken = calls.some(
      ([, other]) =>
        other.path === endpoint.path && other.method === endpoint.method && other.input.safeParse(wrong).success,
    );
    // Beside a file the input is looked at with the file.
    if (isTaken || endpoint.transport === 'upload') return;
    const answer = await harness.call(endpoint, wrong, superToken);
    expectFailure(answer, 422);
    const { errors } = fieldErrorsSchema.parse(answer.envelope?.data);
    expect(errors.length, name).toBeGreaterThan(0);
    for (const { message } of errors) expect(message).toMatch(chinese);
  });

  it.each(calls.filter(([, { transport }]) => transport === 'download'))(
    '%s answers a file to save, or says why not',
    async (name, endpoint) => {
      const answer = await harness.call(endpoint, validInputOf(name), superToken);
      expect(answer.status, answer.text.slice(0, 300)).toBe(200);
      expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename\*=UTF-8''\S+\.(xlsx|csv)$/);
      expectFailure(await harness.call(endpoint, {}, superToken), 422);
    },
  );

  it.each(calls.filter(([, { method, transport }]) => method === 'GET' && transport !== 'download'))(
    '%s answers what its schema says',
    async (name, endpoint) => {
      const input = validInputOf(name) ?? {};
      const answer = await harness.call(endpoint, input, superToken);
      if (endpoint.input.safeParse(input).success) {
        expect(answer.envelope).toMatchObject({ code: 0 });
        expect(endpoint.output.safeParse(answer.envelope?.data).success).toBe(true);
      } else expectFailure(answer, 422);
    },
  );

  it.each(calls.filter(([, { transport }]) => transport !== 'upload'))(
    '%s refuses text that no database keeps, in every field and beside them',
    async (name, endpoint) => {
      // No address says half a surrogate pair.
      const texts = endpoint.method === 'GET' ? ['a\u0000', '\u0001'] : ['a\u0000', '\u0001', 'SOS\ud800', '\udc00'];
      for (const path of [
        ...textFieldsOf(z.toJSONSchema(endpoint.input, { io: 'input', unrepresentable: 'any' })),
        ['unheard_of'],
      ]) {
        if (endpoint.hashed?.includes(path[0] ?? '') === true) continue;
        for (const text of texts) {
          const answer = await harness.call(
            endpoint,
            path.reduceRight<unknown>((value, member) => ({ [member]: value }), text),
            superToken,
          );
          expectFailure(answer, 422);
          const { errors } = fieldErrorsSchema.parse(answer.envelope?.data);
          expect(errors, name).toEqual([{ field: path.join('.'), message: unkeepableTextMessage }]);
        }
      }
    },
  );

  it('what is nested beyond all reason is refused likewise', async () => {
    const deep = `{"payload":${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}}`;
    const answer = await harness.request('POST', endpoints.deviceRunCommand.path, {
      token: superToken,
      body: deep,
      headers: { 'content-type': 'application/json' },
    });
    expectFailure(answer, 422);
    expect(answer.envelope?.message).toBe('嵌套层次过多');
  });

  it('a new password may hold any whole character, for it is only hashed', () => {
    expect(
      endpoints.changeOwnPassword.input.safeParse({
        old_password: '0'.repeat(32),
        new_password: '\u0000\u0001 梯安 😀 correct horse',
      }).success,
    ).toBe(true);
    expect(
      endpoints.changeOwnPassword.input.safeParse({
        old_password: '0'.repeat(32),
        new_password: 'correct horse \ud83d',
      }).success,
    ).toBe(false);
  });

  it.each(calls)('%s does not exist by another method', async (_name, { path, method }) => {
    const methods = [
      ...new Set(calls.filter(([, endpoint]) => endpoint.path === path).map(([, endpoint]) => endpoint.method)),
    ];
    const other = (['GET', 'POST', 'PUT', 'DELETE'] as const).find(
      (candidate) => !methods.includes(candidate) && candidate !== method,
    );
    if (other === undefined) return;
    const answer = await harness.request(other, path, { token: superToken });
    expectFailure(answer, 405);
    expect(answer.headers.get('allow')?.split(', ').toSorted()).toEqual(methods.toSorted());
  });

  it('nothing of all this was a fault of the server', () => {
    expect(harness.faults.map(({ call, error }) => ({ call, error }))).toEqual([]);
  });
});
