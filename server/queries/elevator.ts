import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { OutputOf, ParsedInputOf } from '../../src/contract/endpoint.ts';
import type { elevatorListInFull } from '../../src/contract/endpoints/liftRegister.ts';
import type { DeviceRow, ElevatorDetail } from '../../src/contract/entities/elevator.ts';
import { deviceTypes } from '../../src/contract/deviceTypes.ts';
import { liftStateLabels, liftStates, type RegisteredElevator } from '../../src/contract/entities/elevatorFields.ts';
import { toPage } from '../../src/contract/envelope.ts';
import { deviceLoadLabels, deviceStatusLabels, statusIndexOf } from '../../src/contract/labels.ts';
import { ageYearsAt } from '../../src/contract/liftAge.ts';
import { streamName } from '../../src/contract/streamName.ts';
import { toWireTime, toWireTimeOrNull } from '../../src/contract/time.ts';
import { deviceLifecycle, isDeviceFlapping } from '../../src/machines/deviceLifecycle.ts';
import type { Principal } from '../access/principal.ts';
import { elevatorScopeAlone, elevatorScopeCondition } from '../access/scope.ts';
import { dayOf } from '../../src/contract/time.ts';
import { elevatorValues } from '../domain/base/elevator.ts';
import type { Settings } from '../domain/domain.ts';
import type { FleetReader } from '../ports/fleetReader.ts';
import type { EventStore, Queries } from '../store/eventStore.ts';
import { readsOf } from '../store/readsOf.ts';
import { ageCondition } from './liftAge.ts';
import { cachedReads, questionOf, type CachedRead } from './cachedReads.ts';
import { liftContains } from './liftWords.ts';
import { fromNearestEnd, isFarBack, pageBounds, reversed } from './page.ts';
import { wholeReadingOf } from './wholeList.ts';
import { rowVersion } from './rowVersion.ts';

type ListQuery = ParsedInputOf<typeof elevatorListInFull>;

/** Lifts in the caller's scope with community, companies, collector and open order. */
function elevatorsFor(queries: Queries, by: Principal) {
  return queries
    .selectFrom('elevators as e')
    .innerJoin('communities as c', 'c.id', 'e.community_id')
    .innerJoin('areas as a', 'a.id', 'c.area_id')
    .leftJoin('organizations as b', 'b.id', 'e.brand_id')
    .leftJoin('organizations as p', 'p.id', 'e.property_id')
    .leftJoin('organizations as m', 'm.id', 'e.maintenance_id')
    .leftJoin('devices as d', (join) => join.onRef('d.elevator_id', '=', 'e.id').on('d.device_type', '=', 'COL'))
    .leftJoin('device_states as s', 's.device_key', 'd.device_key')
    .leftJoin('open_rescues as r', 'r.elevator_id', 'e.id')
    .where(() => elevatorScopeCondition(by.scope));
}

function selectDetail(queries: Queries, by: Principal) {
  return elevatorsFor(queries, by)
    .selectAll('e')
    .select([
      'c.name as community_name',
      'c.address as community_address',
      'a.id as area_id',
      'a.full_name as full_area',
      'a.is_city',
      'b.name as brand_name',
      'p.name as property_name',
      'p.contact_mobile as property_mobile',
      'p.duty_phone as property_duty',
      'p.address as property_address',
      'm.name as maintenance_name',
      'm.contact_mobile as maintenance_mobile',
      'm.duty_phone as maintenance_duty',
      'm.address as maintenance_address',
      'd.device_key',
      's.status as device_status',
      'r.order_id as open_rescue_id',
    ])
    .select(sql<string | null>`(select l.name from check_lists l where l.id = e.check_list_id)`.as('check_list_name'))
    .select(rowVersion('elevator', 'e.id').as('version'));
}
type DetailRow = Awaited<ReturnType<ReturnType<typeof selectDetail>['execute']>>[number];

/** Within this many days an inspection is due soon. */
const soonDays = 60;
const soonUntil = (nowMs: number): string => dayOf(nowMs + soonDays * 86_400_000);

function inspectionOf(day: string, nowMs: number): RegisteredElevator['inspection'] {
  if (day === '' || day > soonUntil(nowMs)) return null;
  return day < dayOf(nowMs) ? 'overdue' : 'soon';
}

/** Added to and not spread: a spread of fifty members takes twenty times as long and 20 KB, which an export would pay for each lift. */
function toRow(row: DetailRow, nowMs: number): RegisteredElevator {
  const status = statusIndexOf(row.device_status);
  return Object.assign(elevatorValues(row), {
    id: row.id,
    version: row.version,
    code: row.code,
    lng: row.lng,
    lat: row.lat,
    stateResult: liftStateLabels[row.state] ?? '',
    inspection: inspectionOf(row.next_inspection_on, nowMs),
    property_name: row.property_name ?? '',
    maintenance_name: row.maintenance_name ?? '',
    check_list_name: row.check_list_name ?? '',
    community_name: row.community_name,
    full_area: row.full_area,
    brand_name: row.brand_name ?? '',
    install_at: toWireTimeOrNull(row.install_at_ms),
    age_years: row.install_at_ms === null ? null : ageYearsAt(row.install_at_ms, nowMs),
    device_key: row.device_key ?? '',
    status,
    statusResult: deviceStatusLabels[status],
    open_rescue_id: row.open_rescue_id,
  });
}

function toDetail(row: DetailRow, settings: Settings, nowMs: number): ElevatorDetail {
  const { arrive_limit_minutes_city, arrive_limit_minutes_other } = settings.current();
  return {
    brand_info: { id: row.brand_id ?? 0, name: row.brand_name ?? '' },
    community_info: { id: row.community_id, name: row.community_name, address: row.community_address },
    community_area: { id: row.area_id, full_area: row.full_area },
    property_info:
      row.property_id === null
        ? null
        : {
            id: row.property_id,
            name: row.property_name ?? '',
            contact_mobile: row.property_mobile ?? '',
            duty_phone: row.property_duty ?? '',
            address: row.property_address ?? '',
          },
    maintain_info:
      row.maintenance_id === null
        ? null
        : {
            id: row.maintenance_id,
            name: row.maintenance_name ?? '',
            contact_mobile: row.maintenance_mobile ?? '',
            duty_phone: row.maintenance_duty ?? '',
            address: row.maintenance_address ?? '',
          },
    maintained_since:
      row.maintenance_id === null || row.maintained_since_ms === null ? null : toWireTime(row.maintained_since_ms),
    arrive_limit_minutes: row.is_city === 1 ? arrive_limit_minutes_city : arrive_limit_minutes_other,
    ...toRow(row, nowMs),
  };
}

/** The databases disagree where null comes: here always last. */
function orderOf({ sort, order }: ListQuery, isReversed = false): RawBuilder<unknown> {
  const direction = sql.raw(isReversed ? reversed[order] : order);
  const emptyLast = sql.raw(isReversed ? 'desc' : 'asc');
  if (sort === 'tag') return sql`e.tag ${direction}`;
  if (sort === 'registration_code') return sql`e.registration_code ${direction}, e.id ${direction}`;
  if (sort === 'next_inspection_on')
    return sql`case when e.next_inspection_on = '' then 1 else 0 end ${emptyLast}, e.next_inspection_on ${direction}, e.id ${direction}`;
  if (sort === 'install_at')
    return sql`case when e.install_at_ms is null then 1 else 0 end ${emptyLast}, e.install_at_ms ${direction}, e.id ${direction}`;
  return sql`e.id ${direction}`;
}

const isCollectorIn = (states: RawBuilder<unknown>): RawBuilder<SqlBool> =>
  sql<SqlBool>`exists (select 1 from devices d join device_states s on s.device_key = d.device_key
    where d.elevator_id = e.id and d.device_type = 'COL' and s.status ${states})`;

/** By the state of the lift's collector; 0 for one that never reported. */
const hasStatus = (status: number): RawBuilder<SqlBool> =>
  status === 0 ? sql<SqlBool>`not ${isCollectorIn(sql`<> 0`)}` : isCollectorIn(sql`= ${status}`);

function isInspectionDue(inspection: 'overdue' | 'soon', nowMs: number): RawBuilder<SqlBool> {
  const today = dayOf(nowMs);
  return inspection === 'overdue'
    ? sql<SqlBool>`(e.next_inspection_on <> '' and e.next_inspection_on < ${today})`
    : sql<SqlBool>`(e.next_inspection_on >= ${today} and e.next_inspection_on <= ${soonUntil(nowMs)})`;
}

/** The lifts in scope that a list asks for. Only the tables that choose: of 100,000 lifts 20 are shown. */
function chosenElevators(store: EventStore, by: Principal, query: ListQuery, nowMs: number) {
  let chosen = readsOf(store, by)
    .selectFrom('elevators as e')
    .where(() => elevatorScopeAlone(by.scope))
    .where(() => ageCondition(query, nowMs));
  const { id, ids, community_id: communityId, brand_id: brandId, status, keyword = '' } = query;
  const { property_id: propertyId, maintenance_id: maintenanceId, state, category, inspection, lacking } = query;
  // People look for one lift by its id or by words; a list of lifts holds those that still stand there.
  if (state !== undefined) chosen = chosen.where('e.state', '=', state);
  // A literal, not a parameter: PostgreSQL assumes of an unknown state that nearly every lift has it, and its plan for the count takes
  // ten times as long.
  else if (id === undefined && ids === undefined && keyword === '')
    chosen = chosen.where('e.state', '<>', sql.lit(liftStates.scrapped));
  if (propertyId !== undefined) chosen = chosen.where('e.property_id', '=', propertyId);
  if (lacking !== undefined) chosen = chosen.where(`e.${lacking}_id`, 'is', null);
  if (maintenanceId !== undefined) chosen = chosen.where('e.maintenance_id', '=', maintenanceId);
  if (category !== undefined) chosen = chosen.where('e.category', '=', category);
  if (inspection !== undefined) chosen = chosen.where(() => isInspectionDue(inspection, nowMs));
  if (id !== undefined) chosen = chosen.where('e.id', '=', id);
  if (ids !== undefined) chosen = chosen.where('e.id', 'in', ids);
  if (communityId !== undefined) chosen = chosen.where('e.community_id', '=', communityId);
  if (brandId !== undefined) chosen = chosen.where('e.brand_id', '=', brandId);
  if (status !== undefined) chosen = chosen.where(() => hasStatus(status));
  if (keyword !== '') chosen = chosen.where(() => liftContains(store, keyword));
  return chosen;
}

const readAgain: CachedRead = (_question, read) => read();

export async function listElevators(
  store: EventStore,
  settings: Settings,
  by: Principal,
  query: ListQuery,
  nowMs: number,
): Promise<OutputOf<typeof elevatorListInFull>> {
  const reads = readsOf(store, by);
  const chosen = chosenElevators(store, by, query, nowMs);
  const { limit, offset } = pageBounds(query);
  const toListed = (row: Parameters<typeof toDetail>[0]) =>
    query.show_more === true ? toDetail(row, settings, nowMs) : toRow(row, nowMs);
  const whole = wholeReadingOf(query);
  if (whole?.step === 'ids') {
    const found = await chosen.select('e.id').orderBy(orderOf(query)).limit(whole.limit).offset(whole.skip).execute();
    whole.take(found.map(({ id }) => id));
    return toPage<ReturnType<typeof toListed>>([], found.length, query);
  }
  if (whole?.step === 'rows') {
    const rows = await selectDetail(reads, by).where('e.id', 'in', whole.ids).orderBy(orderOf(query)).execute();
    return toPage(rows.map(toListed), rows.length, query);
  }
  const counting = chosen.select(({ fn }) => fn.countAll<number>().as('total'));
  const count = async () => (await counting.executeTakeFirstOrThrow()).total;
  const idsOf = (part: { readonly limit: number; readonly offset: number; readonly isReversed?: boolean }) =>
    chosen.select('e.id').orderBy(orderOf(query, part.isReversed)).limit(part.limit).offset(part.offset);
  const rowsOf = async (found: readonly { readonly id: number }[]) => {
    const ids = found.map(({ id }) => id);
    return ids.length === 0 ? [] : selectDetail(reads, by).where('e.id', 'in', ids).orderBy(orderOf(query)).execute();
  };
  // A search reads all words: once, and the number of what it finds comes with it.
  const search = async () => {
    const found = await idsOf({ limit, offset })
      .select(sql<number>`count(*) over ()`.as('total'))
      .execute();
    const total = found[0]?.total ?? (query.page > 1 ? await count() : 0);
    return [total, await rowsOf(found)] as const;
  };
  const browse = async () => {
    // Whether a device reports is in no audit log.
    const keep = query.status === undefined ? await cachedReads(store) : readAgain;
    const counted = () => keep(questionOf(counting), count);
    const read = async (ids: ReturnType<typeof idsOf>) => rowsOf(await keep(questionOf(ids), () => ids.execute()));
    if (!isFarBack(query)) return Promise.all([counted(), read(idsOf({ limit, offset }))]);
    const total = await counted();
    return [total, await read(idsOf(fromNearestEnd(query, total)))] as const;
  };
  const isSearch = query.keyword !== undefined && query.keyword !== '';
  const [total, rows] = await (isSearch ? search() : browse());
  return toPage(rows.map(toListed), total, query);
}

/** Undefined where it does not exist or is out of scope. */
export async function findElevator(
  { rows }: EventStore,
  settings: Settings,
  by: Principal,
  elevatorId: number,
  nowMs: number,
): Promise<ElevatorDetail | undefined> {
  const row = await selectDetail(rows, by).where('e.id', '=', elevatorId).executeTakeFirst();
  return row === undefined ? undefined : toDetail(row, settings, nowMs);
}

export async function listDevices(
  store: EventStore,
  latest: FleetReader,
  elevatorId: number,
  nowMs: number,
  heardAgoMs: (deviceKey: string) => number | undefined = () => undefined,
): Promise<DeviceRow[]> {
  const rows = await store.rows
    .selectFrom('devices as d')
    .leftJoin('device_states as s', 's.device_key', 'd.device_key')
    .leftJoin('device_report_periods as p', 'p.device_key', 'd.device_key')
    .selectAll('d')
    .select(['s.status', 's.load', 's.changed_at_ms', 'p.report_period_seconds as told_period_seconds'])
    .where('d.elevator_id', '=', elevatorId)
    .orderBy('d.device_key')
    .execute();
  const streams = rows.map((row) => streamName('device', row.device_key));
  const machines =
    streams.length === 0
      ? []
      : await store.rows
          .selectFrom('device_machines')
          .select(['stream', 'state'])
          .where('stream', 'in', streams)
          .execute();
  const flapping = new Set(
    machines
      .filter(({ state }) => isDeviceFlapping(deviceLifecycle.fromJson(JSON.parse(state)), nowMs))
      .map(({ stream }) => stream),
  );
  const seen = latest.get(elevatorId);
  return rows.map((row) => {
    const status = statusIndexOf(row.status);
    const load = row.load === 1 || row.load === 2 ? row.load : 0;
    const isSeen = seen?.deviceKey === row.device_key;
    const agoMs = heardAgoMs(row.device_key);
    const seenAtMs = agoMs === undefined ? (isSeen ? seen.receivedAtMs : null) : nowMs - agoMs;
    return {
      device_key: row.device_key,
      elevator_id: row.elevator_id,
      device_type: deviceTypes.find((type) => type === row.device_type) ?? 'OTHER',
      status,
      statusResult: deviceStatusLabels[status],
      load,
      loadResult: deviceLoadLabels[load],
      last_seen_at: toWireTimeOrNull(seenAtMs),
      status_changed_at: toWireTimeOrNull(row.changed_at_ms),
      flapping: flapping.has(`device-${row.device_key}`),
      clock_off_ms: isSeen ? seen.report.at - seen.receivedAtMs : null,
      vendor: row.vendor,
      model: row.model,
      firmware: row.firmware,
      report_period: row.told_period_seconds ?? row.report_period_seconds,
      is_rescue_terminal: row.is_rescue_terminal === 1,
      is_disabled: row.is_disabled === 1,
    };
  });
}
