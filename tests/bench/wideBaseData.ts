import type { Compilable } from 'kysely';
import { run, type EventStore, type TransactionSteps } from '../../server/store/eventStore.ts';
import { smallCity } from '../support/smallCity.ts';

export interface WideBaseData {
  readonly lifts: number;
  readonly communities: number;
  readonly users: number;
}

const rowsAtOnce = 200;
const districts = 10;
const streetsOfDistrict = 10;
const companiesOfKind = 200;
const peopleOfCompany = 20;
const firstAreaId = 1_000;
const firstCommunityId = 10_000;
const firstLiftId = 100_000;
const firstCompanyId = 20_000;
const firstPersonId = 30_000;
const firstUserId = 200_000;

/** Names of two parts, so that two characters from the middle name some of the communities, and no number does. */
const beginnings = [
  '翠湖',
  '云锦',
  '望溪',
  '枫桥',
  '星澜',
  '临江',
  '和悦',
  '听松',
  '明月',
  '锦绣',
  '梧桐',
  '澄江',
  '桂语',
  '银杏',
  '春晓',
  '紫藤',
  '碧波',
  '云栖',
  '金穗',
  '白鹭',
];
const endings = ['花园', '雅苑', '名邸', '公馆', '家园', '新城', '江南', '华府', '国际', '广场'];
const pick = (words: readonly string[], at: number): string => words[at % words.length] ?? '';

const communityName = (index: number): string =>
  `${pick(beginnings, index)}${pick(endings, Math.floor(index / beginnings.length))} ${index + 1} 期`;
export const registrationCode = (index: number): string => `3110339901${String(2_000_000_000 + index * 37)}`;

const areas = districts * streetsOfDistrict;
const areaOf = (community: number): number => firstAreaId + districts + (community % areas);
const company = (kind: 3 | 4 | 5, index: number): number =>
  firstCompanyId + (kind - 3) * companiesOfKind + (index % companiesOfKind);
const place = (index: number) => ({ lng: 119 + (index % 100) * 0.004, lat: 30 + Math.floor(index / 100) * 0.004 });
const deviceKey = (index: number): string => `COL${firstLiftId + index}`;
const contracts = 2 * 2 * companiesOfKind;
const contractId = (index: number): number => 1_000 + index;

/**
 * Base data of a large city beside the small one's: districts with streets, communities, 200 companies of each kind with
 * people and contracts, members, lifts with a device each, and users of the streets. Rows only, as an import writes them.
 */
export async function writeWideBaseData(store: EventStore, size: WideBaseData): Promise<void> {
  await writeAreas(store);
  await writeCompanies(store);
  await writeCommunities(store, size);
  await writeLifts(store, size);
  await writeDevices(store, size);
  await writePeople(store, size);
  await writeContracts(store, size);
  await writeUsers(store, size);
}

/** Ten districts, each with ten streets. */
async function writeAreas(store: EventStore): Promise<void> {
  await write(
    store,
    districts,
    (index) => ({ index }),
    (queries, rows) =>
      queries.insertInto('areas').values(
        rows.map(({ index }) => {
          const id = firstAreaId + index;
          const parent = smallCity.cityAreaId;
          const name = `第${index + 1}区`;
          return {
            id,
            parent_id: parent,
            name,
            full_name: `云川市${name}`,
            path: `/${parent}/${id}/`,
            is_city: 1 as const,
          };
        }),
      ),
  );
  await write(
    store,
    areas,
    (index) => index,
    (queries, rows) =>
      queries.insertInto('areas').values(
        rows.map((index) => {
          const id = firstAreaId + districts + index;
          const district = firstAreaId + (index % districts);
          const name = `第${index + 1}街道`;
          return {
            id,
            parent_id: district,
            name,
            full_name: `云川市第${(index % districts) + 1}区${name}`,
            path: `/${smallCity.cityAreaId}/${district}/${id}/`,
            is_city: 1 as const,
          };
        }),
      ),
  );
}

/** 200 makers, 200 property and 200 maintenance companies. */
async function writeCompanies(store: EventStore): Promise<void> {
  await write(
    store,
    3 * companiesOfKind,
    (index) => index,
    (queries, rows) =>
      queries.insertInto('organizations').values(
        rows.map((index) => ({
          id: firstCompanyId + index,
          org_type: 3 + Math.floor(index / companiesOfKind),
          name: `${pick(beginnings, index)}${['电梯', '物业', '维保'][Math.floor(index / companiesOfKind)] ?? ''} ${index + 1}`,
          contact_mobile: `0500-${1_000_000 + index}`,
          address: `云锦路 ${index + 1} 号`,
        })),
      ),
  );
}

/** In all the streets in turn. */
async function writeCommunities(store: EventStore, { communities }: WideBaseData): Promise<void> {
  await write(
    store,
    communities,
    (index) => index,
    (queries, rows) =>
      queries.insertInto('communities').values(
        rows.map((index) => ({
          id: firstCommunityId + index,
          name: communityName(index),
          address: `望溪街 ${index + 1} 号`,
          area_id: areaOf(index),
          property_id: company(4, index),
          site_type: 'residential',
          ...place(index),
        })),
      ),
  );
}

/** The same number in each community. */
async function writeLifts(store: EventStore, { lifts, communities }: WideBaseData): Promise<void> {
  const pattern = await store.rows
    .selectFrom('elevators')
    .selectAll()
    .where('id', '=', smallCity.lift.id)
    .executeTakeFirstOrThrow();
  const perCommunity = Math.ceil(lifts / communities);
  await write(
    store,
    lifts,
    (index) => index,
    (queries, rows) =>
      queries.insertInto('elevators').values(
        rows.map((index) => {
          const community = Math.floor(index / perCommunity);
          return {
            ...pattern,
            code: '',
            internal_tag: '',
            id: firstLiftId + index,
            tag: `YC-${String(index + 1).padStart(6, '0')}`,
            addr: `${1 + (index % 20)} 幢 ${1 + (index % 3)} 单元`,
            rescue_code: String(1_000_000 + index),
            registration_code: registrationCode(index),
            community_id: firstCommunityId + community,
            brand_id: company(3, index),
            property_id: company(4, community),
            maintenance_id: company(5, community),
            ...place(community),
          };
        }),
      ),
  );
}

/** A collector for each lift, all of which report. */
async function writeDevices(store: EventStore, { lifts }: WideBaseData): Promise<void> {
  await write(
    store,
    lifts,
    (index) => index,
    (queries, rows) =>
      queries.insertInto('devices').values(
        rows.map((index) => ({
          device_key: deviceKey(index),
          elevator_id: firstLiftId + index,
          device_type: 'COL',
          report_period_seconds: 3_600,
          secret_version: 1,
        })),
      ),
  );
  await write(
    store,
    lifts,
    (index) => index,
    (queries, rows) =>
      queries.insertInto('device_states').values(
        rows.map((index) => ({
          device_key: deviceKey(index),
          elevator_id: firstLiftId + index,
          status: 1,
          load: 1,
          changed_at_ms: 0,
        })),
      ),
  );
}

/** Twenty of each company that looks after lifts; two look after each community. */
async function writePeople(store: EventStore, { communities }: WideBaseData): Promise<void> {
  await write(
    store,
    2 * companiesOfKind * peopleOfCompany,
    (index) => index,
    (queries, rows) =>
      queries.insertInto('people').values(
        rows.map((index) => ({
          id: firstPersonId + index,
          name: `${pick(['王', '李', '张', '刘', '陈'], index)}${pick(['建国', '志强', '晓东', '海燕', '秀英', '文博'], index)}`,
          mobile: `000${10_000_000 + index}`,
          org_type: index % 2 === 0 ? 4 : 5,
          org_id: company(index % 2 === 0 ? 4 : 5, Math.floor(index / 2)),
          duties: '["worker"]',
          certificates: '[]',
          certificate_expiry: null,
          user_id: null,
        })),
      ),
  );
  await write(
    store,
    2 * communities,
    (index) => index,
    (queries, rows) =>
      queries.insertInto('community_members').values(
        rows.map((index) => ({
          id: 1_000 + index,
          community_id: firstCommunityId + (index % communities),
          person_id: firstPersonId + (index % (2 * companiesOfKind * peopleOfCompany)),
          role: index < communities ? 'manager' : 'guard',
        })),
      ),
  );
}

/** One that has ended and one that runs for each of these companies. */
async function writeContracts(store: EventStore, { lifts, communities }: WideBaseData): Promise<void> {
  const perCommunity = Math.ceil(lifts / communities);
  await write(
    store,
    contracts,
    (index) => index,
    (queries, rows) =>
      queries.insertInto('contracts').values(
        rows.map((index) => ({
          id: contractId(index),
          org_type: index % 2 === 0 ? 4 : 5,
          org_id: company(index % 2 === 0 ? 4 : 5, Math.floor(index / 2)),
          number: `HT-${index + 1}`,
          starts_on: index < contracts / 2 ? '2025-01-01' : '2026-01-01',
          ends_on: index < contracts / 2 ? '2025-12-31' : '2027-12-31',
        })),
      ),
  );
  // The running ones; a lift is in one of each kind.
  await write(
    store,
    2 * lifts,
    (index) => index,
    (queries, rows) =>
      queries.insertInto('contract_elevators').values(
        rows.map((index) => {
          const lift = Math.floor(index / 2);
          const companyIndex = Math.floor(lift / perCommunity) % companiesOfKind;
          return {
            contract_id: contractId(contracts / 2 + companyIndex * 2 + (index % 2)),
            elevator_id: firstLiftId + lift,
          };
        }),
      ),
  );
}

/** Each sees a street. */
async function writeUsers(store: EventStore, { users }: WideBaseData): Promise<void> {
  await write(
    store,
    users,
    (index) => index,
    (queries, rows) =>
      queries.insertInto('users').values(
        rows.map((index) => ({
          id: firstUserId + index,
          account: `wide${index + 1}`,
          name: `${pick(['王', '李', '张', '刘', '陈'], index)}用户${index + 1}`,
          mobile: `000${20_000_000 + index}`,
          role_id: smallCity.roles.regulator,
          password_hash: '',
          is_disabled: 0 as const,
          must_change_password: 0 as const,
          created_at_ms: 0,
        })),
      ),
  );
  await write(
    store,
    users,
    (index) => index,
    (queries, rows) =>
      queries
        .insertInto('user_organizations')
        .values(rows.map((index) => ({ user_id: firstUserId + index, org_type: 1, org_id: areaOf(index) }))),
  );
}

async function write<Row>(
  store: EventStore,
  count: number,
  rowAt: (index: number) => Row,
  insert: (queries: EventStore['rows'], rows: readonly Row[]) => Compilable,
): Promise<void> {
  for (let from = 0; from < count; from += rowsAtOnce) {
    const rows = Array.from({ length: Math.min(rowsAtOnce, count - from) }, (_, index) => rowAt(from + index));
    await store.write(function* (queries): TransactionSteps {
      yield* run(insert(queries, rows));
    });
  }
}
