import * as z from 'zod';
import type { Endpoint } from '../../../src/contract/endpoint.ts';
import type { RecordKind } from './scopeHalf.ts';

/** The value that stands for each kind of record in an input: a number or a text. */
export type RecordIds = Readonly<Record<RecordKind, number | string>>;

/** Records that never existed. Their texts are as long as the halves' own. */
export const absentIds: RecordIds = {
  area: 999_999,
  group: 999_999,
  brand: 999_999,
  property: 999_999,
  maintenance: 999_999,
  community: 999_999,
  lift: 999_999,
  liftTag: '丙地-01',
  device: 'COL9000',
  person: 999_999,
  member: 999_999,
  organization: '2-999999',
  companyRef: '4-999999',
  maintenanceContract: 999_999,
  propertyContract: 999_999,
  account: 999_999,
  answerer: 999_999,
  wall: 999_999,
  order: 999_999,
  alarm: 999_999,
  quarantined: 999_999,
  notice: 999_999,
  unusedLift: 999_999,
  camera: 999_999,
  liftFile: 999_999,
  communityNotice: 999_999,
  announcement: 999_999,
  outage: 999_999,
  view: 999_999,
  import: 999_999,
  writtenImport: 999_999,
  exception: 999_999,
  review: 999_999,
  rule: 999_999,
  firing: 999_999,
  ladder: 999_999,
  rota: 999_999,
  notification: 999_999,
  visit: 999_999,
  visitWorker: 999_999,
  text: '丙地',
};

/** The members of inputs that name a record, wherever they occur; null for members that only look like it. */
const memberKinds: Readonly<Record<string, RecordKind | null>> = {
  elevator_id: 'lift',
  elevator_ids: 'lift',
  elevators: 'liftTag',
  community_id: 'community',
  area_id: 'area',
  parent_id: 'area',
  group_id: 'group',
  group_ids: 'group',
  brand_id: 'brand',
  property_id: 'property',
  maintenance_id: 'maintenance',
  person_id: 'person',
  user_id: 'account',
  toUserId: 'answerer',
  organization: 'organization',
  // Inside a shift or a round; a person out of scope is refused as one that does not exist.
  person_ids: 'person',
  device_key: 'device',
  rescue_order_id: 'order',
  // A call for help of the fault's own lift; every other one gets the same refusal.
  rescueOrderId: null,
  alarm_id: 'alarm',
  record_id: 'brand',
  // A search by text must not find foreign records.
  keyword: 'text',
  device_keys: 'device',
  import_id: 'import',
  import_group_id: 'import',
  rule_id: 'rule',
  // A test run is seen by its author alone.
  test_id: null,
  // Of the record that `id` names.
  version: null,
  repeat_num: null,
  // What a template is for.
  key: null,
  request_id: null,
  // Of a cut in the log, which concerns the whole site.
  position: null,
  // Of a synthetic call, which is about no record.
  probe_id: null,
  // One of the lifts of the incident that `id` names; every other lift gets the same refusal.
  elevatorId: null,
  // Roles and permissions belong to no organisation.
  role_id: null,
  permission_ids: null,
  // A maker's list of items; lists belong to no organisation.
  check_list_id: null,
};

/** The kinds of records that `id` and `ids` name at each path, or at one method of it. */
const idKinds: Partial<Readonly<Record<RecordKind, readonly string[]>>> = {
  lift: ['/api/elevator', '/api/elevator/list', '/api/elevator/plates', '/api/elevator-realtime'],
  // A lift with calls for help is never deleted: whether it is in sight shows with one that has none.
  unusedLift: ['DELETE /api/elevator'],
  camera: ['/api/elevator/camera', '/api/elevator/camera/list'],
  liftFile: ['/api/elevator/file', '/api/elevator/file/list'],
  import: [
    '/api/elevator/import',
    '/api/elevator/import/list',
    '/api/elevator/import/commit',
    '/api/elevator/import/cancel',
    '/api/elevator/import/file',
  ],
  // Only a written import can be undone.
  writtenImport: ['/api/elevator/import/undo'],
  view: ['/api/user/views'],
  brand: ['/api/elevator/brand', '/api/elevator/brand/list'],
  order: [
    '/api/order/rescue/ack',
    '/api/order/rescue/ack-state',
    '/api/order/rescue/delete',
    '/api/order/rescue/list',
    '/api/order/rescue/timeline',
    '/api/order/rescue/why',
  ],
  exception: [
    '/api/elevator/exception',
    '/api/elevator/exception/list',
    '/api/elevator/exception/delete',
    '/api/elevator/exception-comment',
    '/api/elevator/exception-comments',
  ],
  review: ['/api/elevator/comment', '/api/elevator/comment/list'],
  rule: [
    '/api/alarm/event',
    '/api/alarm/event/list',
    '/api/alarm/event/bind-event',
    '/api/alarm/event/unbind-event',
    '/api/alarm/event/bind-action',
    '/api/alarm/event/unbind-action',
    '/api/alarm/event/list-bind-events',
    '/api/alarm/event/versions',
    '/api/alarm/event/test',
  ],
  firing: ['/api/alarm/event/firings'],
  visit: [
    '/api/order/maintain',
    '/api/order/maintain/list',
    '/api/order/maintain/ack-state',
    '/api/order/maintain/assign',
  ],
  alarm: ['/api/alarm/record', '/api/alarm/record/delete', '/api/alarm/record/handle', '/api/alarm/record/why'],
  notice: ['/api/alarm/notify/callback'],
  notification: ['/api/notify', '/api/notify/resend', '/api/alarm/notify/list', '/api/alarm/notify/delete'],
  quarantined: ['/api/device/quarantine/resolve'],
  community: ['/api/community', '/api/community/list'],
  member: ['/api/community/member', '/api/community/members'],
  communityNotice: [
    '/api/community/notice',
    '/api/community/notice/list',
    '/api/community/notice/reach',
    '/api/community/notice-send',
  ],
  announcement: ['/api/community/announcement', '/api/community/announcement/recall', '/api/cabin/shown'],
  outage: ['/api/elevator/outage/step', '/api/elevator/outage/draft'],
  area: ['/api/community-group'],
  maintenance: ['/api/maintenance', '/api/maintenance/list'],
  maintenanceContract: ['/api/maintenance/contract', '/api/maintenance/contract/list'],
  property: ['/api/property', '/api/property/list'],
  propertyContract: ['/api/property/contract', '/api/property/contract/list'],
  // A binding is named by its person.
  person: ['/api/person', '/api/person/list', '/api/notify/binding', '/api/notify/binding/list'],
  ladder: ['/api/ladder', '/api/ladder/list'],
  rota: ['/api/rota', '/api/rota/list'],
  account: [
    '/api/user',
    '/api/user/list',
    '/api/user/sign-ins',
    '/api/user/join-qrcode',
    '/api/user/join-qrcode/revoke',
    '/api/user/disable',
    '/api/user/enable',
    '/api/user/sessions/end',
    '/api/user/password/reset',
  ],
  wall: ['/api/wall/revoke'],
};
/** Paths whose `id` names a record of no organisation: users with the permission see all of them. */
const unscopedPaths: readonly string[] = [
  '/api/role',
  '/api/role/list',
  '/api/permission',
  '/api/permission/list',
  '/api/fault-cause',
  '/api/order/maintain/check-list',
  '/api/order/maintain/check-list/list',
  '/api/notify/template',
  '/api/notify/template/list',
];
/** The path at which a device's key is that of a new one. Whether a key is taken anywhere is no secret: keys are user names of the one broker. */
const newDevicePath = '/api/elevator/device/bind';
let newDevices = 0;
const recordKinds = Object.keys(idKinds).filter((kind): kind is RecordKind => kind in idKinds);

/** Values for members that must be there and name no record; others are made from their schema. */
const samples: Readonly<Record<string, unknown>> = {
  reason: '测试原因',
  month: '2026-06',
  signature: '10,20 30,40',
  checked_in_at: '2026-06-01T18:00:00.000+08:00',
  lift_code: '000000',
  caller_phone: '13800000000',
  request_id: 'scope-request',
  lng: 120.1,
  floor_min: 1,
  floor_max: 18,
  lat: 30.2,
  starts_on: '2026-02-01',
  ends_on: '2026-12-01',
  from: '2026-06-01T08:00:00.000+08:00',
  to: '2026-06-01T08:30:00.000+08:00',
  code: '12345678',
  contact_mobile: '',
  mobile: '',
  handedTo: 'none',
  changes: { peopleNum: 2 },
  identifier: 'sound_text',
  list: 'brand.list',
  listens: [{ source: 'alarm', value: 'longTimeOpen', phase: 'raised' }],
  action: { no: 7, to: [{ kind: 'answerers' }] },
  apply: '1',
  main_url: 'rtsp://10.0.0.1/1',
  photos: ['AAAAAAAAAAAAAAAAAAAAAA.png'],
  // A lift has one collector.
  device_type: 'OTHER',
};

/** Members that must stand beside one that names a record. */
const companions: Readonly<Record<string, object>> = { record_id: { record: 'brand' } };

const schemaShape = z.looseObject({
  type: z.string().optional(),
  const: z.unknown().optional(),
  enum: z.array(z.unknown()).optional(),
  default: z.unknown().optional(),
  format: z.string().optional(),
  pattern: z.string().optional(),
  minLength: z.number().optional(),
  minItems: z.number().optional(),
  minimum: z.number().optional(),
  exclusiveMinimum: z.number().optional(),
  required: z.array(z.string()).default([]),
  properties: z.record(z.string(), z.unknown()).default({}),
  items: z.unknown().optional(),
  anyOf: z.array(z.unknown()).optional(),
  oneOf: z.array(z.unknown()).optional(),
  allOf: z.array(z.unknown()).optional(),
});
type Schema = z.infer<typeof schemaShape>;
const shapeOf = (schema: unknown): Schema => schemaShape.parse(schema);

/** A member of an input that names a record. */
export interface Reference {
  readonly member: string;
  readonly kind: RecordKind;
  /** Inside `data` of a step. */
  readonly path: readonly string[];
  /** Several ids may be given. */
  readonly isList: boolean;
  readonly toValue: (ids: readonly (number | string)[]) => unknown;
}

/** A form that a call's input may take: each step of a rescue is one. */
export interface InputForm {
  readonly references: readonly Reference[];
  /** A valid input with the required members alone, and what `filled` asks for beside them. */
  readonly inputWith: (
    ids: RecordIds,
    filled?: readonly (readonly [Reference, readonly (number | string)[]])[],
  ) => unknown;
  /** Without a record in it no input is valid. */
  readonly needsRecord: boolean;
  /** Optional members that are a yes or no: with them a list says more. */
  readonly flags: readonly string[];
}

const looksLikeRecord = (member: string, schema: Schema): boolean =>
  /(^|_)(id|ids|key|keys)$|Ids?$/.test(member) ||
  member in memberKinds ||
  [schema, shapeOf(schema.items ?? {}), ...(schema.anyOf ?? []).map(shapeOf)].some(
    ({ type, exclusiveMinimum }) => type === 'integer' && exclusiveMinimum === 0,
  );

function kindOf({ method, path }: Pick<Endpoint, 'method' | 'path'>, member: string): RecordKind | null | undefined {
  if ((member === 'id' || member === 'ids' || member === 'parent_id') && unscopedPaths.includes(path)) return null;
  if (member === 'device_key' && path === newDevicePath) return null;
  // Only sent with a file; tests/integration/importGroups.test.ts asks for a foreign one.
  if (member === 'import_group_id' && `${method} ${path}` === 'POST /api/elevator/import') return null;
  // Ladders and rotas belong to companies.
  if (member === 'organization' && /^\/api\/(ladder|rota)/.test(path)) return 'companyRef';
  if (member === 'id' || member === 'ids')
    return (
      recordKinds.find((kind) => idKinds[kind]?.includes(`${method} ${path}`) === true) ??
      recordKinds.find((kind) => idKinds[kind]?.includes(path) === true)
    );
  // Only people of the maintenance company are on a visit.
  if (member.startsWith('person_id') && path.startsWith('/api/order/maintain')) return 'visitWorker';
  // A contract's company.
  if (member === 'org_id')
    return (['maintenance', 'property'] as const).find((kind) => path.startsWith(`/api/${kind}/`));
  return memberKinds[member];
}

/** A value that the member's schema takes, as far as JSON schema tells; a record of `ids` where it names one. */
function valueFor(member: string, schema: Schema, ids: RecordIds, endpoint: Endpoint): unknown {
  const kind = looksLikeRecord(member, schema) ? kindOf(endpoint, member) : null;
  if (kind !== null && kind !== undefined) return toValueOf(schema)([ids[kind]]);
  if (member === 'device_key') return `NEW${(newDevices += 1)}`;
  if (member === 'to' && endpoint.path === '/api/community/notice-send')
    return { elevator_ids: [ids.lift], person_ids: [] };
  if (member in samples) return samples[member];
  if ('const' in schema) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  const branch = schema.anyOf?.[0] ?? schema.oneOf?.[0];
  if (branch !== undefined) return valueFor(member, shapeOf(branch), ids, endpoint);
  switch (schema.type) {
    case 'boolean':
      return false;
    case 'integer':
    case 'number':
      return schema.minimum ?? (schema.exclusiveMinimum ?? 0) + 1;
    case 'array':
      return Array.from({ length: schema.minItems ?? 0 }, () => valueFor(member, shapeOf(schema.items), ids, endpoint));
    case 'object':
      return objectFor(schema, ids, endpoint);
    default:
      if (schema.format === 'date') return '2026-06-30';
      if (schema.pattern === '^[0-9a-f]{32}$') return '0'.repeat(32);
      return '测试'.padEnd(schema.minLength ?? 0, '测');
  }
}

/** Members of which a call wants one, though it requires none: a review names a problem or a score. */
const alsoNeeded: Readonly<Record<string, string>> = { '/api/elevator/comment': 'score' };

const objectFor = (schema: Schema, ids: RecordIds, endpoint: Endpoint): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    [...schema.required, alsoNeeded[endpoint.path] ?? '']
      .filter((member) => member in schema.properties)
      .filter((member) => !('default' in shapeOf(schema.properties[member])))
      .map((member) => [member, valueFor(member, shapeOf(schema.properties[member]), ids, endpoint)]),
  );

/** Returns how ids are written in a member: alone, in an array, or as a text of numbers. */
function toValueOf(schema: Schema): Reference['toValue'] {
  if (schema.type === 'array') return (ids) => ids;
  const branches = (schema.anyOf ?? []).map(shapeOf);
  const isText = schema.type === 'string' || branches.some(({ type }) => type === 'string');
  return (ids) => (isText ? ids.join(',') : ids[0]);
}

function put(input: unknown, path: readonly string[], value: unknown): unknown {
  const [member, ...rest] = path;
  if (member === undefined) return value;
  const inside: Readonly<Record<string, unknown>> = typeof input === 'object' && input !== null ? { ...input } : {};
  return { ...inside, [member]: put(inside[member], rest, value) };
}

/**
 * Returns the references of an endpoint's input, read from its schema. Throws for a member that looks like a record's id and is unknown here,
 * with what to do: the test of scope includes a new endpoint automatically, or fails.
 */
export function inputForms(name: string, endpoint: Endpoint): readonly InputForm[] {
  const root = shapeOf(z.toJSONSchema(endpoint.input, { io: 'input', unrepresentable: 'any' }));
  return (root.oneOf ?? root.anyOf ?? [root]).map(shapeOf).map((schema) => {
    const references = referencesIn(name, endpoint, schema, []);
    const inputWith: InputForm['inputWith'] = (ids, filled = []) =>
      filled.reduce(
        (input, [{ member, path, toValue }, values]) =>
          put({ ...Object(input), ...companions[member] }, path, toValue(values)),
        objectFor(schema, ids, endpoint) as unknown,
      );
    return {
      references,
      inputWith,
      needsRecord:
        references.some(({ path }) => path.length === 1 && schema.required.includes(path[0] ?? '')) ||
        (references.length > 0 && !endpoint.input.safeParse(inputWith(absentIds)).success),
      flags: Object.entries(schema.properties).flatMap(([member, value]) =>
        [shapeOf(value), ...(shapeOf(value).anyOf ?? []).map(shapeOf)].some(({ type }) => type === 'boolean')
          ? [member]
          : [],
      ),
    };
  });
}

function referencesIn(
  name: string,
  endpoint: Endpoint,
  schema: Schema,
  above: readonly string[],
): readonly Reference[] {
  return Object.entries(schema.properties).flatMap(([member, inside]): readonly Reference[] => {
    const own = shapeOf(inside);
    const path = [...above, member];
    // One that a variant excludes: nothing fits it.
    if ('not' in own) return [];
    if (own.type === 'object') return referencesIn(name, endpoint, own, path);
    if (!looksLikeRecord(member, own)) return [];
    const kind = kindOf(endpoint, member);
    if (kind === null) return [];
    if (kind === undefined)
      throw new Error(
        `${name} takes ${path.join('.')}, which looks like the id of a record. ` +
          'Say in tests/support/scope/scopeReferences.ts of what kind: in idKinds for `id` and `ids` of a path, ' +
          'in memberKinds for a member that means the same everywhere (null if it names no record). ' +
          'Make a new kind of record for both halves in scopeHalf.ts.',
      );
    const isText = own.type === 'string' || (own.anyOf ?? []).some((branch) => shapeOf(branch).type === 'string');
    const isList = own.type === 'array' || (isText && ['id', 'ids', 'device_keys'].includes(member));
    return [{ member, kind, path, isList, toValue: toValueOf(own) }];
  });
}
