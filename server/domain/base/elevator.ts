import type { Selectable } from 'kysely';
import {
  elevatorFields,
  elevatorIssues,
  liftStates,
  notYet,
  type ElevatorValues,
} from '../../../src/contract/entities/elevatorFields.ts';
import { liftCategories } from '../../../src/contract/liftCategories.ts';
import { keysOf } from '../../../src/contract/exceptions.ts';
import { specialTypeLabels } from '../../../src/contract/visits/visitKinds.ts';
import type { FieldErrors } from '../../../src/contract/envelope.ts';
import { startOfDayMs } from '../../../src/contract/time.ts';
import { companyScopeCondition, type CompanyColumn } from '../../access/companyScope.ts';
import { communityScopeCondition } from '../../access/organizationScope.ts';
import type { Principal } from '../../access/principal.ts';
import { doneVisitStages } from '../../../src/contract/visits/visitKinds.ts';
import { isInScope, recordScopeCondition } from '../../access/scope.ts';
import { run, type Queries, type TransactionSteps } from '../../store/eventStore.ts';
import type { ElevatorTable } from '../../store/rowTables.ts';
import { contractScopeCondition } from '../../access/contractScope.ts';
import { dayOf } from '../../../src/contract/time.ts';
import { freeRescueCode, newLiftCode } from './liftCodes.ts';
import { maskTelephone } from './maskTelephone.ts';
import { keepResponsibility } from '../city/responsibility.ts';
import { rowDesk, rowResource, type Judgement, type RowDesk, type RowDeskParts, type RowUse } from '../rows/rowDesk.ts';
import { countOf, useOf } from '../rows/rowUses.ts';
import { takenValue } from '../rows/takenValue.ts';

/** Columns that hold an editor's values unchanged. */
const plainColumns = [
  'tag',
  'addr',
  'registration_code',
  'rescue_code',
  'internal_tag',
  'sos_tel',
  'community_id',
  'brand_id',
  'property_id',
  'maintenance_id',
  'elevator_type',
  'category',
  'special_type',
  'check_list_id',
  'drive',
  'rated_load_kg',
  'rated_speed_mps',
  'floor_min',
  'floor_max',
  'floors_num',
  'stops_num',
  'doors_num',
  'maker_unit',
  'manage_unit',
  'factory_number',
  'state',
  'state_reason',
  'put_into_use_on',
  'inspected_on',
  'next_inspection_on',
  'self_tested_on',
  'next_self_test_on',
  'on_demand_permit_number',
  'on_demand_permit_expiry',
  'lng',
  'lat',
] as const satisfies readonly (keyof ElevatorTable & keyof ElevatorValues)[];
type PlainColumn = (typeof plainColumns)[number];

type ElevatorColumns = Pick<Selectable<ElevatorTable>, PlainColumn | 'install_at_ms'>;

/** The row as an editor writes it. Older rows may hold values that would be refused today. */
export const elevatorValues = (row: ElevatorColumns): ElevatorValues => ({
  tag: row.tag,
  addr: row.addr,
  registration_code: row.registration_code,
  rescue_code: row.rescue_code,
  internal_tag: row.internal_tag,
  sos_tel: row.sos_tel,
  community_id: row.community_id,
  brand_id: row.brand_id,
  property_id: row.property_id,
  maintenance_id: row.maintenance_id,
  elevator_type: row.elevator_type,
  special_type: keysOf(specialTypeLabels).find((type) => type === row.special_type) ?? '',
  check_list_id: row.check_list_id,
  drive: row.drive,
  rated_load_kg: row.rated_load_kg,
  rated_speed_mps: row.rated_speed_mps,
  floor_min: row.floor_min,
  floor_max: row.floor_max,
  floors_num: row.floors_num,
  stops_num: row.stops_num,
  doors_num: row.doors_num,
  maker_unit: row.maker_unit,
  manage_unit: row.manage_unit,
  factory_number: row.factory_number,
  state: row.state,
  state_reason: row.state_reason,
  put_into_use_on: row.put_into_use_on,
  inspected_on: row.inspected_on,
  next_inspection_on: row.next_inspection_on,
  self_tested_on: row.self_tested_on,
  next_self_test_on: row.next_self_test_on,
  on_demand_permit_number: row.on_demand_permit_number,
  on_demand_permit_expiry: row.on_demand_permit_expiry,
  lng: row.lng,
  lat: row.lat,
  category: liftCategories.find((category) => category === row.category) ?? '',
  installed_on: row.install_at_ms === null ? '' : dayOf(row.install_at_ms),
});

function* readColumns(queries: Queries, id: number): TransactionSteps<ElevatorColumns | undefined> {
  const [row] = yield* run(
    queries
      .selectFrom('elevators')
      .select([...plainColumns, 'install_at_ms'])
      .where('id', '=', id),
  );
  return row;
}

/** A lift as an editor writes it; undefined for none. */
export function* readElevator(queries: Queries, id: number): TransactionSteps<ElevatorValues | undefined> {
  const row = yield* readColumns(queries, id);
  return row === undefined ? undefined : elevatorValues(row);
}

/** The day's beginning in the city. */
const beginningOf = (day: string): number => startOfDayMs(Date.parse(day));

/** If the lift's day of installation stays the same, so does the moment. */
function toColumns(
  { installed_on, lng, lat, on_demand_permit_number = '', on_demand_permit_expiry = '', ...values }: ElevatorValues,
  before?: ElevatorColumns,
) {
  const installAtMs = before?.install_at_ms ?? null;
  const isSameDay = installAtMs !== null && dayOf(installAtMs) === installed_on;
  return {
    ...values,
    on_demand_permit_number,
    on_demand_permit_expiry,
    lng: lng ?? 0,
    lat: lat ?? 0,
    install_at_ms: isSameDay ? installAtMs : installed_on === '' ? null : beginningOf(installed_on),
  };
}

/** Returns the community of the lift. */
function* communityOf(queries: Queries, id: number) {
  const [row] = yield* run(
    queries.selectFrom('communities').select(['name', 'area_id', 'property_id', 'lng', 'lat']).where('id', '=', id),
  );
  return row;
}

/**
 * Completes a lift, whether a form or an import enters it. It keeps the code of its plate, and a new lift gets a free one; a new lift
 * without a property company gets its community's, and one without a place of its own takes its community's.
 */
function* complete(queries: Queries, id: number | null, values: ElevatorValues): TransactionSteps<ElevatorValues> {
  const before = id === null ? undefined : yield* readElevator(queries, id);
  const community = yield* communityOf(queries, values.community_id);
  const isUnplaced = values.lng === null && values.lat === null;
  return {
    ...values,
    property_id: values.property_id ?? (id === null ? (community?.property_id ?? null) : null),
    rescue_code:
      values.rescue_code === '' ? (before?.rescue_code ?? (yield* freeRescueCode(queries))) : values.rescue_code,
    lng: isUnplaced ? (community?.lng ?? null) : values.lng,
    lat: isUnplaced ? (community?.lat ?? null) : values.lat,
    state_reason: values.state === liftStates.inUse ? '' : values.state_reason,
    on_demand_permit_number: values.on_demand_permit_number ?? before?.on_demand_permit_number ?? '',
    on_demand_permit_expiry: values.on_demand_permit_expiry ?? before?.on_demand_permit_expiry ?? '',
  };
}

/** The values that only one lift may have, with their labels. */
const uniqueFields = [
  ['tag', '已有编号相同的电梯'],
  ['registration_code', '已有注册代码相同的电梯，请核对'],
  ['rescue_code', '此救援码已用于另一台电梯，请留空由系统分配'],
  ['internal_tag', '已有内部编号相同的电梯'],
] as const;

const takenBy = ([field, message]: (typeof uniqueFields)[number]) =>
  takenValue<ElevatorValues>(field, message, (queries, { [field]: value }) =>
    value === ''
      ? undefined
      : queries
          .selectFrom('elevators')
          .select('id')
          // As the index has it.
          .where(field, '<>', '')
          .where(field, '=', value),
  );

const companyFieldsOf = [
  ['brand_id', 3, '品牌不存在，请重新选择'],
  ['property_id', 4, '物业单位不存在，请重新选择'],
  ['maintenance_id', 5, '维保单位不存在，请重新选择'],
] as const satisfies readonly (readonly [CompanyColumn, number, string])[];

/** The community exists and is the caller's to see, or is named already; its words for a place elsewhere name it. */
function* unknownCommunity(
  queries: Queries,
  id: number | null,
  values: ElevatorValues,
  by: Principal,
): TransactionSteps<FieldErrors['errors']> {
  const before = id === null ? undefined : yield* readElevator(queries, id);
  if (values.community_id !== before?.community_id) {
    const [seen] = yield* run(
      queries
        .selectFrom('communities as c')
        .select('c.id')
        .where('c.id', '=', values.community_id)
        .where(() => communityScopeCondition(by.scope)),
    );
    if (seen === undefined) return [{ field: 'community_id', message: '小区不存在，请重新选择' }];
  }
  return yield* farAway(queries, values);
}

/** A company that the values name exists and is the caller's to see, or is named already. */
const unknownCompany = ([field, orgType, message]: (typeof companyFieldsOf)[number]): Judgement<ElevatorValues> =>
  function* unknown(queries, id, values, by) {
    const companyId = values[field];
    const before = id === null ? undefined : yield* readElevator(queries, id);
    if (companyId === null || companyId === before?.[field]) return [];
    // The community names it, to everyone who sees the community; if they do not, that is refused beside the community.
    if (field === 'property_id' && companyId === (yield* communityOf(queries, values.community_id))?.property_id)
      return [];
    const [company] = yield* run(
      queries
        .selectFrom('organizations as o')
        .select('o.id')
        .where('o.id', '=', companyId)
        .where('o.org_type', '=', orgType)
        .where(() => companyScopeCondition(by.scope, field)),
    );
    return company === undefined ? [{ field, message }] : [];
  };

/** A lift this far from the middle of its community, in degrees (some ten kilometres), is a typing mistake. */
const furthestDegrees = 0.1;

function* farAway(
  queries: Queries,
  { community_id, lng, lat }: ElevatorValues,
): TransactionSteps<FieldErrors['errors']> {
  const community = yield* communityOf(queries, community_id);
  if (community === undefined || lng === null || lat === null) return [];
  const isFar = Math.abs(community.lng - lng) > furthestDegrees || Math.abs(community.lat - lat) > furthestDegrees;
  return isFar ? [{ field: 'lng', message: `位置远离小区“${community.name}”，请核对经度与纬度` }] : [];
}

/** The list exists and is for lifts of this category. */
function* unfitList(
  queries: Queries,
  _id: number | null,
  { check_list_id: listId, category }: ElevatorValues,
): TransactionSteps<FieldErrors['errors']> {
  if (listId === null) return [];
  const [list] = yield* run(queries.selectFrom('check_lists').select(['name', 'category']).where('id', '=', listId));
  if (list === undefined) return [{ field: 'check_list_id', message: '专用清单不存在，请重新选择' }];
  return list.category === category
    ? []
    : [{ field: 'check_list_id', message: `“${list.name}”不是该类别电梯的清单，请核对类别` }];
}

function* usesOf(queries: Queries, id: number, by: Principal): TransactionSteps<readonly RowUse[]> {
  const rescues = queries.selectFrom('rescue_orders as r').where('r.elevator_id', '=', id);
  const alarms = queries.selectFrom('alarms as r').where('r.elevator_id', '=', id);
  const visits = queries.selectFrom('visits as r').where('r.elevator_id', '=', id);
  const contracts = queries
    .selectFrom('contract_elevators as l')
    .innerJoin('contracts as k', 'k.id', 'l.contract_id')
    .where('l.elevator_id', '=', id);
  return [
    {
      count: yield* countOf(rescues),
      inScope: yield* countOf(rescues.where(() => recordScopeCondition(by.scope, 'r'))),
      measure: '张',
      noun: '救援单',
    },
    {
      count: yield* countOf(alarms),
      inScope: yield* countOf(alarms.where(() => recordScopeCondition(by.scope, 'r'))),
      measure: '条',
      noun: '报警记录',
    },
    {
      count: yield* countOf(visits),
      inScope: yield* countOf(visits.where(() => recordScopeCondition(by.scope, 'r'))),
      measure: '张',
      noun: '维保工单',
    },
    yield* useOf(queries.selectFrom('devices').where('elevator_id', '=', id), '台', '设备'),
    yield* useOf(queries.selectFrom('cameras').where('elevator_id', '=', id), '个', '摄像头'),
    // What lies ahead is given up with the lift; what was made is kept.
    yield* useOf(
      queries
        .selectFrom('visits')
        .where('elevator_id', '=', id)
        .where('stage', 'in', ['working', ...doneVisitStages]),
      '条',
      '维保记录',
    ),
    yield* useOf(queries.selectFrom('lift_files').where('elevator_id', '=', id), '份', '资料'),
    {
      count: yield* countOf(contracts),
      inScope: yield* countOf(contracts.where(() => contractScopeCondition(by.scope))),
      measure: '份',
      noun: '合同',
    },
  ];
}

// oxlint-disable-next-line require-yield -- judged by the values alone
function* wrongTogether(
  _queries: Queries,
  _id: number | null,
  values: ElevatorValues,
): TransactionSteps<FieldErrors['errors']> {
  return elevatorIssues(values);
}

/** Lifts. Each is in the register once, and somebody is responsible for it from its first day. */
export function createElevatorDesk(parts: RowDeskParts<ElevatorValues>): RowDesk<ElevatorValues> {
  const { clock } = parts;
  return rowDesk<ElevatorValues>(
    rowResource({
      noun: '电梯',
      kind: 'elevator',
      table: 'elevators',
      fields: elevatorFields,
      redact: (values) => ({ ...values, sos_tel: maskTelephone(values.sos_tel) }),
      read: readElevator,
      *isInScope({ scope }, { values }, queries) {
        const community = yield* communityOf(queries, values.community_id);
        return isInScope(scope, {
          areaId: community?.area_id ?? 0,
          communityId: values.community_id,
          brandId: values.brand_id,
          propertyId: values.property_id,
          maintenanceId: values.maintenance_id,
        });
      },
      complete,
      problems: [
        wrongTogether,
        // oxlint-disable-next-line require-yield -- judged by the values and the day
        function* inTheFuture(_queries, _id, values) {
          return notYet(values, dayOf(clock.nowMs()));
        },
        ...uniqueFields.map(takenBy),
        unfitList,
        unknownCommunity,
        ...companyFieldsOf.map(unknownCompany),
      ],
      *insert(queries, id, values) {
        const nowMs = clock.nowMs();
        const since = values.installed_on === '' ? values.put_into_use_on : values.installed_on;
        yield* run(
          queries.insertInto('elevators').values({
            id,
            code: newLiftCode(),
            ...toColumns(values),
            maintained_since_ms: values.maintenance_id === null ? null : startOfDayMs(nowMs),
          }),
        );
        yield* keepResponsibility(
          queries,
          { elevatorIds: [id] },
          since === '' ? nowMs : Math.min(nowMs, beginningOf(since)),
        );
      },
      *update(queries, id, values) {
        const before = yield* readColumns(queries, id);
        const nowMs = clock.nowMs();
        const isTakenOver = before?.maintenance_id !== values.maintenance_id;
        yield* run(
          queries
            .updateTable('elevators')
            .set({
              ...toColumns(values, before),
              ...(isTakenOver
                ? { maintained_since_ms: values.maintenance_id === null ? null : startOfDayMs(nowMs) }
                : {}),
            })
            .where('id', '=', id),
        );
        yield* keepResponsibility(queries, { elevatorIds: [id] }, nowMs);
      },
      *remove(queries, id) {
        yield* run(queries.deleteFrom('responsibilities').where('elevator_id', '=', id));
        yield* run(queries.deleteFrom('elevators').where('id', '=', id));
      },
      usedBy: usesOf,
    }),
    parts,
  );
}
