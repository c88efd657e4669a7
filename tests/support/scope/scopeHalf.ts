import { recordLoss } from '../../../server/domain/city/logCuts.ts';
import type { Endpoint } from '../../../src/contract/endpoint.ts';
import { endpoints } from '../../../src/contract/endpoints/index.ts';
import { dayOf } from '../../../src/contract/time.ts';
import { queueNotification } from '../../../server/notify/queueNotification.ts';
import { systemClock } from '../../../server/runtime/clock.ts';
import { run } from '../../../server/store/eventStore.ts';
import type { HttpHarness } from '../httpHarness.ts';
import { messageWish } from '../messageWish.ts';
import { addLifts } from '../moreLifts.ts';
import { channelsOf } from '../recordingChannels.ts';
import { principalOf, smallCity } from '../smallCity.ts';
import { uploadPicture } from '../uploadPicture.ts';

/** The roles whose users have limits; the super administrator has none. */
export const scopedRoles = [
  'administrator',
  'dispatcher',
  'installer',
  'property',
  'maintenance',
  'regulator',
] as const satisfies readonly (keyof typeof smallCity.roles)[];
export type ScopedRole = (typeof scopedRoles)[number];

/** One record of every kind, which belong together: each is seen by the half's own users and by no one of the other half. */
export interface ScopeHalf {
  /** Stands in every text of the half and nowhere else. */
  readonly mark: string;
  readonly users: Readonly<Record<ScopedRole | 'colleague', number>>;
  readonly ids: Readonly<Record<RecordKind, number | string>>;
  /** Each user's own notice. */
  readonly noticeIds: ReadonlyMap<number, number>;
  /** Each user's own view of a list: no one else sees it, whatever the role. */
  readonly viewIds: ReadonlyMap<number, number>;
}

/**
 * The records that an input can name. A new kind of record gets its line here, is made below for each half, and is recognised in
 * inputs by `scopeReferences.ts`.
 */
export type RecordKind =
  | 'area'
  | 'group'
  | 'brand'
  | 'property'
  | 'maintenance'
  | 'community'
  | 'lift'
  | 'liftTag'
  | 'device'
  | 'person'
  | 'member'
  | 'organization'
  | 'companyRef'
  | 'maintenanceContract'
  | 'propertyContract'
  | 'account'
  | 'answerer'
  | 'wall'
  | 'order'
  | 'alarm'
  | 'quarantined'
  | 'notice'
  | 'unusedLift'
  | 'camera'
  | 'liftFile'
  | 'communityNotice'
  | 'announcement'
  | 'outage'
  | 'view'
  | 'import'
  | 'writtenImport'
  | 'exception'
  | 'review'
  | 'rule'
  | 'firing'
  | 'ladder'
  | 'rota'
  | 'notification'
  | 'visit'
  | 'visitWorker'
  | 'text';

interface HalfNumbers {
  readonly mark: string;
  /** Ids that are written directly are counted from here. */
  readonly firstId: number;
  readonly place: { readonly lng: number; readonly lat: number };
}

/** From now on new records have ids that stand for nothing else in an answer: call it before the first. */
export async function useTellingIds({ store }: HttpHarness): Promise<void> {
  const kinds = [
    'organizations',
    'people',
    'contracts',
    'areas',
    'communities',
    'community_members',
    'rescue',
    'alarm',
    'review',
    'elevators',
    'cameras',
    'lift_files',
    'community_notices',
    'announcement',
    'outage',
    'ladders',
    'rotas',
    'listView',
    'alarmRule',
    'notification',
    'visit',
  ];
  await store.write(function* (queries) {
    yield* run(
      queries
        .insertInto('ids')
        .values(kinds.map((kind, index) => ({ kind, next: 70_000 + 1_000 * index })))
        .onConflict((conflict) => conflict.column('kind').doUpdateSet((row) => ({ next: row.ref('excluded.next') }))),
    );
  });
}

/** Writes a half by the calls that people use, as far as there are such calls; its calls and alarms follow with `disturb`. */
export async function writeHalf(harness: HttpHarness, { mark, firstId, place }: HalfNumbers) {
  const superToken = await harness.signedIn(smallCity.users.super);
  const liftId = firstId + 1;
  const deviceKey = `COL${firstId}`;
  const tag = `${mark}-01`;
  /** Within the 60 days that the list of expiring records looks ahead. */
  const expiring = '2026-06-20';

  async function save(endpoint: Endpoint, input: object, token = superToken): Promise<number> {
    const { envelope, text } = await harness.call(endpoint, input, token);
    const data = envelope?.data;
    if (envelope?.code !== 0 || typeof data !== 'object' || data === null || !('id' in data))
      throw new Error(`${endpoint.path}: ${text}`);
    return Number(data.id);
  }

  const area = await save(endpoints.regionSave, { type: 'area', name: `${mark}区`, parent_id: smallCity.cityAreaId });
  const group = await save(endpoints.regionSave, { type: 'group', name: `${mark}组`, parent_id: area });
  const details = { contact_mobile: '', address: mark };
  const brand = await save(endpoints.brandSave, { name: `${mark}电梯`, ...details });
  const property = await save(endpoints.propertySave, { name: `${mark}物业`, ...details, insurance_expiry: expiring });
  const maintenance = await save(endpoints.maintenanceSave, {
    name: `${mark}维保`,
    ...details,
    licence_expiry: expiring,
    insurance_expiry: expiring,
  });
  const community = await save(endpoints.communitySave, {
    name: `${mark}小区`,
    address: mark,
    area_id: area,
    property_id: property,
    group_ids: [group],
    ...place,
  });

  await addLifts(harness.store, { firstId: liftId, count: 1, deviceKeyOf: () => deviceKey, periodSeconds: 5 });
  await harness.domain.reloadLifts({ elevatorIds: [liftId] });
  await harness.store.write(function* (queries) {
    const served = { community_id: community, brand_id: brand, property_id: property, maintenance_id: maintenance };
    yield* run(
      queries
        .updateTable('elevators')
        .set({ ...served, tag, addr: mark, category: 'traction', ...place })
        .where('id', '=', liftId),
    );
    // The device reports details that its record lacks.
    yield* run(
      queries
        .insertInto('device_descriptions')
        .values({ device_key: deviceKey, model: '', firmware: mark, described_at_ms: 0 }),
    );
  });
  const unusedLift = await save(endpoints.elevatorSave, {
    tag: `${mark}-02`,
    addr: mark,
    community_id: community,
    brand_id: brand,
    property_id: property,
    maintenance_id: maintenance,
    floor_max: 18,
    next_inspection_on: expiring,
    next_self_test_on: expiring,
    on_demand_permit_number: `${mark}-AX`,
    on_demand_permit_expiry: expiring,
  });
  // As it was imported once: its community names a property company, and the lift none.
  await harness.store.write(function* (queries) {
    yield* run(queries.updateTable('elevators').set({ property_id: null }).where('id', '=', unusedLift));
  });
  const camera = await save(endpoints.cameraSave, {
    elevator_id: liftId,
    name: `${mark}轿厢`,
    place: 'car',
    main_url: 'rtsp://10.0.0.1/1',
    device_key: deviceKey,
  });
  const liftFile = await save(endpoints.liftFileSave, {
    elevator_id: liftId,
    kind: 'inspection',
    name: `${mark}报告`,
    photos: [await uploadPicture(harness, superToken)],
  });
  const communityNotice = await save(endpoints.communityNoticeSave, {
    community_id: community,
    title: `${mark}停梯`,
    content: mark,
    kind: 'outage',
    valid_from: '2026-06-01',
    valid_to: '2026-06-30',
  });

  // Sent to the page in the car, which is paired here as an administrator pairs it.
  const cabin = endpoints.wallPair.output.parse(
    (await harness.call(endpoints.wallPair, { name: `${mark}轿厢屏`, elevator_id: liftId }, superToken)).envelope?.data,
  );
  await harness.call(endpoints.wallRedeem, { code: cabin.code, as: 'cabin' });
  const sent = await save(endpoints.communityNoticeSave, {
    community_id: community,
    title: `${mark}检验`,
    content: mark,
    kind: 'inspection',
    valid_from: '2020-06-01',
    valid_to: '2099-06-30',
  });
  const announcement = await save(endpoints.announcementSend, {
    id: sent,
    to: { elevator_ids: [liftId], person_ids: [] },
  });

  const organizations = {
    administrator: [1, area],
    dispatcher: [1, area],
    installer: [2, community],
    property: [4, property],
    maintenance: [5, maintenance],
    regulator: [1, area],
    account: [2, community],
    colleague: [1, area],
  } as const;
  /** The roles of people whom a call may name. */
  const roleOf = { account: 'maintenance', colleague: 'dispatcher' } as const;
  const users = {
    administrator: firstId + 1,
    dispatcher: firstId + 2,
    installer: firstId + 3,
    property: firstId + 4,
    maintenance: firstId + 5,
    regulator: firstId + 6,
    account: firstId + 7,
    colleague: firstId + 8,
  };
  const people = ([...scopedRoles, 'account', 'colleague'] as const).map((who) => ({ who, id: users[who] }));
  await harness.store.write(function* (queries) {
    yield* run(
      queries.insertInto('users').values(
        people.map(({ who, id }) => ({
          id,
          account: `half${id}`,
          name: `${mark}${id}`,
          mobile: '',
          role_id: smallCity.roles[who === 'account' || who === 'colleague' ? roleOf[who] : who],
          password_hash: '',
          is_disabled: 0 as const,
          must_change_password: 0 as const,
          created_at_ms: 0,
        })),
      ),
    );
    yield* run(
      queries.insertInto('user_organizations').values(
        people.map(({ who, id }) => {
          const [type, organization] = organizations[who];
          return { user_id: id, org_type: type, org_id: organization };
        }),
      ),
    );
  });

  const person = await save(endpoints.personSave, {
    name: `${mark}员工`,
    mobile: '',
    organization: `2-${community}`,
    certificates: [{ number: `${mark}-T`, class: 'T', expiry: expiring }],
  });
  await harness.store.write(function* (queries) {
    yield* run(
      queries
        .insertInto('notify_bindings')
        .values({ person_id: person, channel: 'wechat', address: `openid-${mark}`, bound_at_ms: 1_700_000_000_000 }),
    );
  });
  const visitWorker = await save(endpoints.personSave, {
    name: `${mark}维保员`,
    mobile: '',
    organization: `5-${maintenance}`,
    duties: ['worker'],
    certificates: [{ number: `${mark}-W`, class: 'T', expiry: '2099-01-01' }],
  });
  const member = await save(endpoints.communityMemberSave, {
    community_id: community,
    person_id: await save(endpoints.personSave, { name: `${mark}门岗`, mobile: '', organization: `2-${community}` }),
    role: 'guard',
  });
  // A notice is sent to members of its community only.
  await save(endpoints.communityMemberSave, { community_id: community, person_id: person, role: 'owner' });
  const rung = { who: [{ kind: 'person', person_id: person }], channels: ['voice'] };
  const ladder = await save(endpoints.ladderSave, {
    name: `${mark}阶梯`,
    organization: `4-${property}`,
    rungs: [rung, rung, rung, rung],
  });
  const rota = await save(endpoints.rotaSave, {
    organization: `4-${property}`,
    shifts: [{ days: [1], from: '08:00', to: '20:00', person_ids: [person] }],
    overrides: [],
  });
  const term = { starts_on: '2026-01-01', ends_on: expiring, elevators: [tag] };
  const maintenanceContract = await save(endpoints.maintenanceContractSave, {
    org_id: maintenance,
    number: `${mark}-W1`,
    ...term,
  });
  const propertyContract = await save(endpoints.propertyContractSave, {
    org_id: property,
    number: `${mark}-P1`,
    ...term,
  });
  // From here on the half stands in memory, too.
  await harness.domain.directory.reloadLifts({ communityIds: [community] });
  await harness.restart();

  const planned = endpoints.outagePlan.output.parse(
    (
      await harness.call(
        endpoints.outagePlan,
        {
          elevator_ids: [liftId],
          from: '2098-06-01T08:00:00.000+08:00',
          to: '2098-06-02T08:00:00.000+08:00',
          reason: `${mark}大修`,
        },
        superToken,
      )
    ).envelope?.data,
  );
  const [outage = 0] = planned.ids;
  const administrator = await harness.signedIn(users.administrator);
  const paired = endpoints.wallPair.output.parse(
    (await harness.call(endpoints.wallPair, { name: `${mark}大屏` }, administrator)).envelope?.data,
  );
  await harness.call(endpoints.wallRedeem, { code: paired.code });
  const wall = await harness.store.rows
    .selectFrom('walls')
    .select('id')
    .where('name', '=', `${mark}大屏`)
    .executeTakeFirstOrThrow();
  // An entry of the audit log by one of the half's own people.
  await save(
    endpoints.brandSave,
    { id: brand, name: `${mark}电梯`, contact_mobile: '', address: `${mark}二路` },
    administrator,
  );

  return {
    mark,
    users,
    ids: {
      area,
      group,
      brand,
      property,
      maintenance,
      community,
      lift: liftId,
      liftTag: tag,
      device: deviceKey,
      person,
      visitWorker,
      member,
      organization: `2-${community}`,
      companyRef: `4-${property}`,
      maintenanceContract,
      propertyContract,
      account: users.account,
      answerer: users.colleague,
      wall: wall.id,
      unusedLift,
      camera,
      liftFile,
      communityNotice,
      announcement,
      outage,
      ladder,
      rota,
      text: mark,
    },
  };
}
export type WrittenHalf = Awaited<ReturnType<typeof writeHalf>>;

/** A call for help by telephone, an alarm, a message that no one can read, and a notice to each of the half's people. */
export async function disturb(harness: HttpHarness, half: WrittenHalf, nowMs: number): Promise<ScopeHalf> {
  const { mark, users, ids } = half;
  const order = await callForHelp(harness, half);
  const { rule, firing } = await writeRule(harness, half);
  const exception = await reportIncident(harness, half);
  const review = await reportReview(harness, half);
  const alarm = await raiseAlarm(harness, half, nowMs);
  const notification = await queueMessage(harness, half, rule);
  const visit = await makeVisit(harness, half, nowMs);
  await loseEvents(harness, half);
  const addressees = Object.values(users);
  const noticeIds = new Map(addressees.map((userId) => [userId, harness.ids.seal('notice', userId)]));
  const quarantined = ids.lift;
  const viewIds = new Map<number, number>();
  for (const userId of [...addressees, smallCity.users.super])
    viewIds.set(userId, await saveView(harness, userId, mark));
  // It has no rows left to write, so a call begins work that ends at once.
  const imports = (
    [
      ['ready', 1],
      ['done', 2],
    ] as const
  ).map(([state, index]) => ({
    id: ids.lift * 100 + index,
    group_id: ids.lift * 100 + index,
    kind: 'elevator',
    file_name: `${mark}.xlsx`,
    state,
    header: '["电梯编号"]',
    note: mark,
    row_num: 1,
    new_num: 1,
    created_by: users.administrator,
    created_at_ms: nowMs,
    written_at_ms: null,
  }));
  await harness.store.write(function* (queries) {
    yield* run(
      queries.insertInto('notices').values(
        addressees.map((userId) => ({
          id: userId,
          source: `scope-${userId}`,
          user_id: userId,
          title: mark,
          detail: mark,
          level: 3,
          rescue_order_id: null,
          elevator_id: null,
          read_at_ms: null,
          created_at_ms: nowMs,
        })),
      ),
    );
    yield* run(queries.insertInto('imports').values(imports));
    yield* run(
      queries.insertInto('import_rows').values(
        imports.map(({ id }) => ({
          import_id: id,
          row_number: 2,
          state: 'same',
          cells: JSON.stringify([mark]),
          problems: '[]',
          row_values: null,
          row_before: null,
          record_id: null,
        })),
      ),
    );
    yield* run(
      queries.insertInto('quarantine').values({
        id: quarantined,
        topic: `lift/${ids.device}/event`,
        device_key: ids.device,
        reason: mark,
        could_be_help: 1,
        payload: mark,
        last_topic: `lift/${ids.device}/event`,
        last_payload: mark,
        minute: 1,
        repeat_num: 1,
        first_at_ms: nowMs,
        last_at_ms: nowMs,
      }),
    );
  });
  const [ready, done] = imports;
  return {
    mark,
    users,
    noticeIds,
    viewIds,
    ids: {
      ...ids,
      order,
      exception,
      review,
      rule,
      firing,
      alarm,
      quarantined,
      notice: noticeIds.get(users.administrator) ?? 0,
      notification,
      visit,
      view: viewIds.get(users.administrator) ?? 0,
      import: ready?.id ?? 0,
      writtenImport: done?.id ?? 0,
    },
  };
}

/** A fail-over lost an event of the half's lift. */
async function loseEvents({ store }: HttpHarness, { mark, ids }: WrittenHalf): Promise<void> {
  await recordLoss(
    { store, clock: systemClock },
    {
      kept: { position: 1, hash: 'kept', atMs: 0 },
      lost: { position: 2, hash: `lost ${mark}`, atMs: 0 },
      timelines: { before: '00000001', after: '00000002' },
      lifts: [ids.lift],
    },
  );
}

/**
 * To the half's lift, by a worker of its maintenance company. It is submitted, from paper: no later step of any role takes it out of the
 * lists. Returns its id.
 */
async function makeVisit(harness: HttpHarness, { ids }: WrittenHalf, nowMs: number): Promise<number> {
  const { store, domain } = harness;
  const by = await principalOf(store, smallCity.users.super);
  const id = await domain.visits.plan(by, { elevator_id: ids.lift, kind: 'halfMonth', due: '2026-06-30' });
  await domain.visits.assign(by, { ids: [id], person_ids: [ids.visitWorker] });
  await domain.visits.step(by, {
    id,
    event: 'visit.enteredFromPaper',
    data: {
      done_on: dayOf(nowMs),
      worker_names: '维保员',
      photos: [await uploadPicture(harness, await harness.signedIn(smallCity.users.super))],
    },
  });
  return id;
}

/** About the half's lift, by a channel that sends nothing. */
async function queueMessage(harness: HttpHarness, { mark, ids }: WrittenHalf, ruleId: number): Promise<number> {
  const { store, domain } = harness;
  const elevator = domain.directory.elevator(ids.lift);
  if (elevator === undefined) throw new Error(`no lift ${ids.lift}`);
  const id = await queueNotification(
    { store, clock: systemClock, channels: channelsOf() },
    messageWish({
      key: `scope:${mark}`,
      recipient: { personId: null, userId: null, organization: '', name: mark, maskedAddress: '' },
      values: { 说明: mark },
      title: mark,
      ruleId,
      ruleVersion: 1,
      elevatorId: elevator.id,
      tag: elevator.tag,
      responsible: elevator.responsible,
    }),
  );
  if (id === undefined) throw new Error(`the message of ${mark} was queued before`);
  return id;
}

/** A view of the user's own. Its name stands for one half alone: users without limits have a view of each. */
async function saveView(harness: HttpHarness, userId: number, mark: string): Promise<number> {
  const { envelope } = await harness.call(
    endpoints.listViewSave,
    { list: 'brand.list', name: mark, params: { keyword: mark } },
    await harness.signedIn(userId),
  );
  return endpoints.listViewSave.output.parse(envelope?.data).id;
}

/** By telephone, from the half's lift. Returns the order, a new one or the one that is open. */
export async function callForHelp(
  harness: HttpHarness,
  { mark, ids }: { readonly mark: string; readonly ids: { readonly lift: number | string } },
): Promise<number> {
  calls += 1;
  const { envelope } = await harness.call(
    endpoints.exceptionReport,
    {
      type: 1,
      elevator_id: ids.lift,
      caller_phone: '13800000000',
      caller_name: mark,
      request_id: `scope-call-${calls}`,
    },
    await harness.signedIn(smallCity.users.super),
  );
  return endpoints.exceptionReport.output.parse(envelope?.data).rescue_order_id;
}
let calls = 0;

/** A published review of the half's lift. */
async function reportReview(
  harness: HttpHarness,
  { mark, ids }: { readonly mark: string; readonly ids: { readonly lift: number | string } },
): Promise<number> {
  calls += 1;
  const by = await principalOf(harness.store, smallCity.users.super);
  const { reviewId } = await harness.domain.reviews.report(by, {
    elevator_id: Number(ids.lift),
    score: 2,
    text: mark,
    photos: [],
    request_id: `scope-review-${calls}`,
  });
  await harness.domain.reviews.step(by, { id: reviewId, event: 'review.published', data: {} });
  return reviewId;
}

/** Reports an incident of the half's lift, with a comment. Returns the incident, a new one or the one that is open. */
export async function reportIncident(
  harness: HttpHarness,
  { mark, ids }: { readonly mark: string; readonly ids: { readonly lift: number | string } },
): Promise<number> {
  calls += 1;
  const by = await principalOf(harness.store, smallCity.users.super);
  const { exceptions } = harness.domain;
  const { exceptionId: id } = await exceptions.report(by, {
    type: 4,
    kind: 'outOfService',
    elevator_id: Number(ids.lift),
    detail: mark,
    request_id: `scope-incident-${calls}`,
  });
  await exceptions.comment(by, { id, text: mark });
  return id;
}

/** A rule of the half's own community that has fired in its lift. Returns both ids. */
async function writeRule(
  harness: HttpHarness,
  { mark, ids, users }: WrittenHalf,
): Promise<{ rule: number; firing: number }> {
  const { envelope, text } = await harness.call(
    endpoints.alarmRuleSave,
    {
      name: `${mark}规则`,
      event_type: 4,
      organization: `2-${ids.community}`,
      listens: [{ source: 'alarm', value: 'longTimeOpen', phase: 'raised' }],
      actions: [{ no: 7, to: [{ kind: 'person', person_id: ids.person }] }],
    },
    await harness.signedIn(users.administrator),
  );
  if (envelope?.code !== 0) throw new Error(text);
  const { id } = endpoints.alarmRuleSave.output.parse(envelope.data);
  const { store, domain } = harness;
  const lift = domain.directory.elevator(ids.lift);
  if (lift === undefined) throw new Error(`${ids.lift} is no lift`);
  const { events } = await store.append({
    stream: `ruleFiring-${id}`,
    expectedVersion: 'any',
    actor: { kind: 'system', id: 'rules', name: '报警规则' },
    events: [
      {
        type: 'ruleFiring.fired',
        atMs: 0,
        data: {
          ruleId: id,
          version: 1,
          name: `${mark}规则`,
          kind: 'fired',
          elevatorId: lift.id,
          tag: lift.tag,
          addr: lift.addr,
          responsible: lift.responsible,
          alarmId: null,
          exceptionId: null,
          priority: 3,
          positions: [1],
          reason: mark,
          gathered: 0,
          late: false,
        },
      },
    ],
  });
  return { rule: id, firing: harness.ids.seal('firing', events[0]?.position ?? 0) };
}

/** An alarm that is no danger to life, an electric bicycle in the car, or the one that is open already. Returns its id. */
export async function raiseAlarm(
  harness: HttpHarness,
  { ids }: { readonly ids: { readonly device: number | string } },
  nowMs: number,
  kind: 'moto' | 'over_speed' = 'moto',
): Promise<number> {
  const device = harness.domain.devices.findDevice(String(ids.device));
  if (device === undefined) throw new Error(`${ids.device} is no device`);
  alarms += 1;
  await harness.domain.devices.recordEvent(device, { id: `${kind}-${alarms}`, at: nowMs, kind, cleared: false });
  const { alarm_id: alarmId } = await harness.store.rows
    .selectFrom('open_alarms')
    .select('alarm_id')
    .where('elevator_id', '=', device.elevatorId)
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow();
  return alarmId;
}
let alarms = 0;
