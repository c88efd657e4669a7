import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import type { Endpoint } from '../../../src/contract/endpoint.ts';
import { endpoints, type EndpointName } from '../../../src/contract/endpoints/index.ts';
import { fieldErrorsSchema } from '../../../src/contract/envelope.ts';
import { openHttpHarness, type HttpHarness } from '../../support/httpHarness.ts';
import { smallCity } from '../../support/smallCity.ts';

/** An input with one mistake that its schema sees, in the field `own`, and one that only the server can know of, in `known`. */
interface TwoMistakes {
  readonly input: Readonly<Record<string, unknown>>;
  readonly own: string;
  readonly known: string;
}

const { lift, farLift, users, roles } = smallCity;
const user: TwoMistakes = {
  input: { account: 'property', name: '', role_id: roles.property, mobile: '', organizations: ['4-301'] },
  own: 'name',
  known: 'account',
};
const permission: TwoMistakes = {
  input: { name: '', parent_id: 999_999, type: 0, path: '', icon: '', sort: 1, is_show: true },
  own: 'name',
  known: 'parent_id',
};
const role: TwoMistakes = {
  input: { name: '调度员', role_type: 99, is_unscoped: false, permission_ids: [] },
  own: 'role_type',
  known: 'name',
};
const elevator: TwoMistakes = {
  input: { tag: lift.tag, community_id: 11, brand_id: 201, rated_load_kg: 'x' },
  own: 'rated_load_kg',
  known: 'tag',
};
const maintenance: TwoMistakes = {
  input: { name: '迅达维保', contact_mobile: 'x' },
  own: 'contact_mobile',
  known: 'name',
};
const property: TwoMistakes = {
  input: { name: '安居物业', contact_mobile: 'x' },
  own: 'contact_mobile',
  known: 'name',
};
const community: TwoMistakes = {
  input: { name: '翠湖花园', address: '', area_id: 2, property_id: null, lng: 'x', lat: 30.2 },
  own: 'lng',
  known: 'name',
};
const contractOf = (org_id: number): TwoMistakes => ({
  input: { org_id, number: '', starts_on: '2026-01-01', ends_on: '2026-12-31', elevators: ['没有这台'] },
  own: 'number',
  known: 'elevators',
});

const forms: Partial<Record<EndpointName, TwoMistakes>> = {
  userSave: user,
  userEdit: { ...user, input: { ...user.input, id: users.maintenance } },
  permissionSave: permission,
  permissionEdit: { ...permission, input: { ...permission.input, id: 1 } },
  roleSave: role,
  roleEdit: { ...role, input: { ...role.input, id: roles.property } },
  elevatorSave: elevator,
  elevatorUpdate: { ...elevator, input: { ...elevator.input, id: farLift.id } },
  liftFileSave: {
    input: { elevator_id: lift.id, kind: 'inspection', name: '', issued_on: '', photos: [`${'a'.repeat(22)}.jpg`] },
    own: 'name',
    known: 'photos',
  },
  cameraSave: {
    input: { elevator_id: lift.id, name: '轿厢', place: 'car', main_url: '', device_key: 'CAM9', secret: 'pw' },
    own: 'main_url',
    known: 'device_key',
  },
  templateSave: {
    input: { key: 'call', channel: 'sms', text: '{没有这个变量}', provider_code: 'x'.repeat(500) },
    own: 'provider_code',
    known: 'text',
  },
  faultCauseSave: {
    input: { code: 'X1', name: '', parent_code: '没有', sort: 1, is_retired: false },
    own: 'name',
    known: 'parent_code',
  },
  brandSave: { input: { name: '云梯', contact_mobile: 'x' }, own: 'contact_mobile', known: 'name' },
  maintenanceSave: maintenance,
  maintenanceUpdate: { ...maintenance, input: { ...maintenance.input, id: 402 } },
  propertySave: property,
  propertyUpdate: { ...property, input: { ...property.input, id: 302 } },
  maintenanceContractSave: contractOf(401),
  propertyContractSave: contractOf(301),
  regionSave: {
    input: { type: 'area', name: '', code: '', parent_id: 999_999, is_city: false },
    own: 'name',
    known: 'parent_id',
  },
  communitySave: community,
  communityUpdate: { ...community, input: { ...community.input, id: 12 } },
  communityMemberSave: {
    input: { community_id: 999_999, person_id: null, role: 'manager' },
    own: 'person_id',
    known: 'community_id',
  },
  communityNoticeSave: {
    input: {
      community_id: 999_999,
      title: '',
      content: '停梯',
      kind: 'outage',
      valid_from: '2026-06-02',
      valid_to: '2026-06-03',
    },
    own: 'title',
    known: 'community_id',
  },
  personSave: {
    input: { name: '', mobile: '', organization: '4-999999', duties: [], certificates: [], user_id: null },
    own: 'name',
    known: 'organization',
  },
  ladderSave: { input: { name: '', organization: '4-999999', rungs: [] }, own: 'name', known: 'organization' },
  rotaSave: { input: { organization: '4-999999', shifts: 'x', overrides: [] }, own: 'shifts', known: 'organization' },
  deviceBind: {
    input: { elevator_id: lift.id, device_key: '', device_type: 'COL', report_period: 5 },
    own: 'device_key',
    known: 'device_type',
  },
  changeOwnPassword: { input: { new_password: 'password2026' }, own: 'old_password', known: 'new_password' },
};

/** The calls that take the whole of a form's row: they have its id and version. */
const savesRow = ({ method, input }: Endpoint): boolean =>
  (method === 'POST' || method === 'PUT') &&
  input instanceof z.ZodObject &&
  'id' in input.shape &&
  'version' in input.shape;
/** A rule is saved as a draft, however incomplete, and activated with everything that is wrong told at once. */
const isRule = (name: string): boolean => name.startsWith('alarmRule');

describe('a form is told in one round what its schema sees and what only the server knows', () => {
  let harness: HttpHarness;
  let token: string;
  beforeAll(async () => {
    harness = await openHttpHarness({ http: { limits: { writesPerSecond: 100_000 } } });
    token = await harness.signIn(users.super);
  });
  afterAll(() => harness.dispose());

  test('every call that saves a row has an example here', () => {
    const saves = Object.entries<Endpoint>(endpoints).filter(([name, call]) => savesRow(call) && !isRule(name));
    expect(saves.map(([name]) => name).filter((name) => !Object.hasOwn(forms, name))).toEqual([]);
  });

  test.each(Object.entries(forms))('%s', async (name, { input, own, known }) => {
    const call = Object.entries<Endpoint>(endpoints).find(([one]) => one === name)?.[1];
    if (call === undefined) throw new Error(`there is no call ${name}`);
    const { envelope } = await harness.call(call, input, token);
    const { errors } = fieldErrorsSchema.parse(envelope?.data);
    const fields = errors.map(({ field }) => field);
    expect(fields).toContain(own);
    expect(fields).toContain(known);
  });

  test('nothing was written by asking', async () => {
    const { events } = await harness.store.rows
      .selectFrom('events')
      .select(({ fn }) => fn.countAll<number>().as('events'))
      .where('stream', 'like', 'brand-%')
      .executeTakeFirstOrThrow();
    expect(events).toBe(0);
  });
});
