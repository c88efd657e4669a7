import type { Insertable } from 'kysely';
import { chinaOffsetMs } from '../../src/contract/time.ts';
import type {
  AreaTable,
  CommunityTable,
  DeviceTable,
  ElevatorTable,
  OrganizationTable,
  PersonTable,
} from '../store/rowTables.ts';
import {
  brands,
  cityName,
  communities as demoCommunities,
  districts,
  givenNames,
  maintenanceNames,
  propertyNames,
  streetNames,
  surnames,
} from './cityNames.ts';
import { brandWeightsIn, characterOf, communityOfLifts } from './demoDistricts.ts';
import { seededRandom, type Random } from '../runtime/random.ts';

export const demoSeed = 20_260_601;

const yearMs = 365.25 * 86_400_000;
const brandIdFrom = 201;
const propertyIdFrom = 301;
const maintenanceIdFrom = 401;

/** The demo knows when each lift was installed. */
type DemoElevator = Insertable<ElevatorTable> & { readonly install_at_ms: number };

type DemoArea = Omit<AreaTable, 'code' | 'visit_workers'>;
type DemoCommunity = Omit<CommunityTable, 'site_type' | 'remark'> & {
  readonly site_type: (typeof demoCommunities)[number][2];
};
type DemoCompany = Pick<OrganizationTable, 'id' | 'org_type' | 'name' | 'contact_mobile' | 'address'>;

export interface DemoCity {
  readonly areas: readonly DemoArea[];
  readonly organizations: readonly DemoCompany[];
  readonly communities: readonly DemoCommunity[];
  readonly elevators: readonly DemoElevator[];
  readonly devices: readonly Insertable<DeviceTable>[];
  readonly people: readonly PersonTable[];
}

const digits = (value: number, length: number): string => String(value).padStart(length, '0');

/** The device of a lift of the demo: `COL000123` reports for lift 123. */
export const demoDeviceKey = (elevatorId: number): string => `COL${digits(elevatorId, 6)}`;

/** One device in a hundred does not report. */
export const isOfflineInDemo = (elevatorId: number): boolean => elevatorId % 100 === 37;
/** The lift whose collector comes and goes. */
export const flappingElevatorId = 512;

/** A share of the lifts has devices of other makers, which speak in their own way. */
const demoVendorOf = (elevatorId: number): string =>
  elevatorId % 9 === 4 ? 'lanqi' : elevatorId % 9 === 7 ? 'hengan' : 'standard';

export const demoCityAreaId = 1;
export const demoPropertyId = propertyIdFrom;
export const demoMaintenanceId = maintenanceIdFrom;

/** One invented city, the same for the same seed; dates lie before `nowMs`. */
export function buildDemoCity(nowMs: number, seed = demoSeed): DemoCity {
  const random = seededRandom(seed);
  const areas: DemoArea[] = [
    {
      id: demoCityAreaId,
      parent_id: null,
      name: cityName,
      full_name: cityName,
      path: `/${demoCityAreaId}/`,
      is_city: 1,
    },
    ...districts.map(({ name, isCity }, index) => ({
      id: index + 2,
      parent_id: demoCityAreaId,
      name,
      full_name: `${cityName}${name}`,
      path: `/${demoCityAreaId}/${index + 2}/`,
      is_city: isCity ? (1 as const) : (0 as const),
    })),
  ];
  const communities = demoCommunities.map((_, index) => communityAt(random, index));
  const numberIn = new Map<number, number>();
  const elevators = communityOfLifts.map((communityIndex, index) => {
    const inCommunity = numberIn.get(communityIndex) ?? 0;
    numberIn.set(communityIndex, inCommunity + 1);
    const community = communities[communityIndex] ?? communityAt(random, communityIndex);
    return elevatorAt(random, { index, inCommunity, communityIndex, community }, nowMs);
  });
  return {
    areas,
    organizations: companies(random),
    communities,
    elevators,
    devices: elevators.map(({ id }) => ({
      device_key: demoDeviceKey(id),
      elevator_id: id,
      device_type: 'COL',
      report_period_seconds: 5,
      secret_version: 1,
      vendor: demoVendorOf(id),
    })),
    people: peopleOf(nowMs, seed),
  };
}

const workersOfCompany = 4;

/**
 * Fitters of each maintenance company with their certificates, the safety staff of each property company, and somebody of each
 * community. They have a random source of their own, so that they change nothing else of the city.
 */
function peopleOf(nowMs: number, seed: number): PersonTable[] {
  const random = seededRandom(seed ^ 0x5eed);
  const person = (
    orgType: number,
    orgId: number,
    duties: readonly string[],
    hasCertificate: boolean,
  ): Omit<PersonTable, 'id' | 'mobile'> => {
    // One in eight must be renewed within two months.
    const days = random.isTrue(0.12) ? random.between(3, 58) : random.between(61, 1_400);
    const expiry = new Date(nowMs + days * 86_400_000).toISOString().slice(0, 10);
    const certificates = hasCertificate
      ? [{ number: `T${random.between(10_000_000, 99_999_999)}`, class: 'T 电梯修理', expiry }]
      : [];
    return {
      name: `${random.pick(surnames)}${random.pick(givenNames)}`,
      org_type: orgType,
      org_id: orgId,
      duties: JSON.stringify(duties),
      certificates: JSON.stringify(certificates),
      certificate_expiry: hasCertificate ? expiry : null,
      user_id: null,
    };
  };
  const fitters = maintenanceNames.flatMap((_, company) =>
    Array.from({ length: workersOfCompany }, (_worker, index) =>
      person(5, maintenanceIdFrom + company, index === 0 ? ['worker', 'safetyOfficer'] : ['worker'], true),
    ),
  );
  const safetyStaff = propertyNames.flatMap((_, company) => [
    person(4, propertyIdFrom + company, ['safetyDirector'], false),
    person(4, propertyIdFrom + company, ['safetyOfficer'], true),
  ]);
  // Someone of each community itself: whom the residents chose, or the grid of the district.
  const neighbours = demoCommunities.map((_, index) => person(2, 11 + index, [], false));
  // No network gives out numbers that begin with zeros, so the demo rings nobody.
  return [...fitters, ...safetyStaff, ...neighbours].map((row, index) => ({
    ...row,
    id: index + 1,
    mobile: digits(10_001 + index, 11),
  }));
}

function companies(random: Random): DemoCompany[] {
  const company = (id: number, orgType: number, name: string): DemoCompany => ({
    // 0500 is no area code: the demo's numbers reach no one.
    id,
    org_type: orgType,
    name,
    contact_mobile: `0500-${random.between(1_000_000, 9_999_999)}`,
    address: `${cityName}${random.pick(streetNames)} ${random.between(1, 300)} 号`,
  });
  return [
    ...brands.map(([name], index) => company(brandIdFrom + index, 3, name)),
    ...propertyNames.map((name, index) => company(propertyIdFrom + index, 4, `${name}物业服务有限公司`)),
    ...maintenanceNames.map((name, index) => company(maintenanceIdFrom + index, 5, `${name}有限公司`)),
  ];
}

function communityAt(random: Random, index: number): DemoCommunity {
  const [name, districtName, siteType] = demoCommunities[index] ?? demoCommunities[0];
  const district = districts.find((one) => one.name === districtName) ?? districts[0];
  const [lngSpread, latSpread] = characterOf(districtName).spread;
  return {
    id: 11 + index,
    name,
    address: `${cityName}${districtName}${random.pick(streetNames)} ${random.between(1, 300)} 号`,
    area_id: 2 + districts.indexOf(district),
    property_id: propertyIdFrom + (index % propertyNames.length),
    lng: round(district.lng + random.normal() * lngSpread),
    lat: round(district.lat + random.normal() * latSpread),
    site_type: siteType,
  };
}

interface LiftPlace {
  /** The index of the lift in the city, and in its community. */
  readonly index: number;
  readonly inCommunity: number;
  readonly communityIndex: number;
  readonly community: DemoCommunity;
}

function elevatorAt(
  random: Random,
  { index, inCommunity, communityIndex, community }: LiftPlace,
  nowMs: number,
): DemoElevator {
  const id = index + 1;
  const [, district, siteType] = demoCommunities[communityIndex] ?? demoCommunities[0];
  const character = characterOf(district);
  const [fromYears, toYears] = random.pickWeighted(character.ages);
  const installAtMs =
    Math.floor((nowMs - (fromYears + random.next() * (toYears - fromYears)) * yearMs) / 86_400_000) * 86_400_000;
  const building = 1 + Math.floor(inCommunity / 4);
  const brand = random.pickWeighted(brandWeightsIn(district));
  return {
    id,
    tag: `YC-${digits(id, 4)}`,
    addr: `${building} 幢 ${1 + (Math.floor(inCommunity / 2) % 2)} 单元 ${1 + (inCommunity % 2)} 号梯`,
    // 7919 and 900,000 share no factor, so every lift has a code of its own and neighbours have unlike ones.
    rescue_code: String(100_000 + ((id * 7_919) % 900_000)),
    registration_code: `3110339901${new Date(installAtMs).toISOString().slice(0, 7).replace('-', '')}${digits(id, 4)}`,
    sos_tel: `0500-8${digits(600_000 + id, 6)}`,
    community_id: community.id,
    brand_id: brandIdFrom + brands.findIndex(([name]) => name === brand),
    property_id: community.property_id,
    maintenance_id: maintenanceIdFrom + (communityIndex % maintenanceNames.length),
    elevator_type: random.isTrue(siteType === 'factory' ? 0.9 : 0.05) ? 1 : 2,
    install_at_ms: installAtMs,
    floor_min: random.pickWeighted([
      [-2, 20],
      [-1, 50],
      [1, 30],
    ]),
    floor_max: random.pickWeighted(character.floors),
    lng: round(community.lng + ((building % 3) - 1) * 0.0009 + random.normal() * 0.0001),
    lat: round(community.lat + (Math.floor(building / 3) - 1) * 0.0008 + random.normal() * 0.0001),
    maker_unit: `${brand}电梯制造有限公司`,
    manage_unit: `${community.name}${siteType === 'residential' ? '业主委员会' : '物业管理处'}`,
    maintained_since_ms: maintainedSinceMs(id, installAtMs, nowMs),
  };
}

/**
 * Contracts begin with a month and run for up to four years; a lift that is younger than its contract came under it
 * when it was installed.
 */
function maintainedSinceMs(id: number, installAtMs: number, nowMs: number): number {
  const monthsAgo = seededRandom(demoSeed ^ Math.imul(id, 104_729)).between(2, 48);
  const today = new Date(nowMs + chinaOffsetMs);
  return Math.max(installAtMs, Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - monthsAgo) - chinaOffsetMs);
}

const round = (degrees: number): number => Math.round(degrees * 1_000_000) / 1_000_000;
