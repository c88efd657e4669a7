import { NEVER, of } from 'rxjs';
import type { CallError } from '../../contract/call.ts';
import type { Endpoint, InputOf, OutputOf } from '../../contract/endpoint.ts';
import { elevatorList } from '../../contract/endpoints/elevator.ts';
import {
  ageGroups,
  statsAreaCommunityElevator,
  statsElevator,
  statsElevatorBrand,
} from '../../contract/endpoints/stats.ts';
import type { ElevatorRow } from '../../contract/entities/elevator.ts';
import { pageFrom } from '../../contract/envelope.ts';
import { fixtureNowMs } from '../../contract/fixtures/rescueFixtures.ts';
import { ageYearsAt, isInAgeRange, type AgeFilter } from '../../contract/liftAge.ts';
import { toWireTime } from '../../contract/time.ts';
import type { StatisticsDeps } from './statisticsSources.ts';

export { fixtureNowMs };

const dayMs = 86_400_000;
const brandNames = [
  '峻达',
  '云擎',
  '凌岳',
  '川升',
  '博岭',
  '远程',
  '瑞升',
  '华锐',
  '安行',
  '天枢',
  '恒升',
  '锦江',
  '北岳',
  '南桥',
  '宁泰',
  '永固',
] as const;
const parkNames = [
  '翠湖花园',
  '云锦雅苑',
  '星河国际',
  '东岸家园',
  '梧桐里',
  '锦绣园',
  '滨江国际商务中心（二期）',
  '文晖大厦',
] as const;
const areaNames = ['东湖区', '西岭区', '南浦区', '远山县'] as const;

interface FixtureLift extends ElevatorRow {
  readonly brandId: number | null;
  readonly trapped: number;
}

/** This number of lifts: most young, a few very old, one in fifty without a date, one in forty without a brand. */
export function statisticLifts(count: number): readonly FixtureLift[] {
  return Array.from({ length: count }, (_, index): FixtureLift => {
    const id = 1_000 + index;
    const brand = Math.floor((((index * 7_919) % 1_000) ** 2 / 1_000_000) * brandNames.length);
    const park = index % parkNames.length;
    const days = (((index * 617) % 997) / 997) ** 1.6 * 24 * 365;
    const installMs = index % 50 === 49 ? null : fixtureNowMs - Math.floor(days) * dayMs;
    const hasBrand = index % 40 !== 39;
    const online = index % 33 !== 7;
    return {
      id,
      tag: `YC-${String(id).padStart(4, '0')}`,
      addr: `${1 + (index % 12)} 幢 ${1 + (index % 2)} 单元`,
      rescue_code: String(100_000 + id),
      registration_code: `311033990120${id}`,
      sos_tel: '',
      community_id: 11 + park,
      community_name: parkNames[park] ?? '',
      full_area: `云川市${areaNames[park % areaNames.length] ?? ''}`,
      brand_name: hasBrand ? (brandNames[brand] ?? '') : '',
      elevator_type: 2,
      install_at: installMs === null ? null : toWireTime(installMs),
      age_years: installMs === null ? null : ageYearsAt(installMs, fixtureNowMs),
      floor_min: 1,
      floor_max: 18,
      lng: 120,
      lat: 30,
      device_key: `COL${id}`,
      status: online ? 1 : 2,
      statusResult: online ? '在线' : '离线',
      open_rescue_id: null,
      brandId: hasBrand ? 201 + brand : null,
      trapped: index % 90 === 3 ? 1 : 0,
    };
  });
}

export interface StatisticsServer {
  readonly deps: StatisticsDeps;
  readonly asked: { readonly path: string; readonly body: Readonly<Record<string, unknown>> }[];
}

interface ServerOptions {
  /** Every call fails like this. */
  readonly failure?: CallError;
  /** Nothing is ever answered. */
  readonly isSilent?: boolean;
  readonly mayViewRescues?: boolean;
}

const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
const years = (lifts: readonly FixtureLift[]): number[] =>
  lifts.flatMap(({ age_years: age }) => (age === null || age === undefined ? [] : [age]));
const online = (lifts: readonly FixtureLift[]): number => lifts.filter(({ status }) => status === 1).length;
const isOfAge = ({ age_years: age }: FixtureLift, filter: AgeFilter): boolean => {
  const isUnknown = age === null || age === undefined;
  if (filter.install_unknown === true) return isUnknown;
  if (filter.yearsStart === undefined && filter.yearsEnd === undefined) return true;
  return !isUnknown && isInAgeRange(Math.floor(age), filter);
};

/** A server of lifts in memory that counts, filters and pages as the contract says. */
export function statisticsServer(
  lifts: readonly FixtureLift[],
  { failure, isSilent = false, mayViewRescues = true }: ServerOptions = {},
): StatisticsServer {
  const asked: { path: string; body: Record<string, unknown> }[] = [];
  const of100 = (group: readonly FixtureLift[]) => ({
    average_years: mean(years(group)),
    ...(mayViewRescues ? { trapped_num: group.reduce((sum, { trapped }) => sum + trapped, 0) } : {}),
  });

  const list = (body: unknown) => {
    const query = elevatorList.input.parse(body);
    const found = lifts.filter(
      (lift) => isOfAge(lift, query) && (query.brand_id === undefined || lift.brandId === query.brand_id),
    );
    return pageFrom(
      found.map((lift) => ({
        ...lift,
        maintain_info: { id: 401, name: '迅安电梯维保有限公司', contact_mobile: '', address: '' },
      })),
      query,
    );
  };
  const ages = (body: unknown) => {
    const query = statsElevator.input.parse(body);
    const counted = lifts.filter((lift) => query.brand_id === undefined || lift.brandId === query.brand_id);
    const unknown = counted.filter(({ age_years: age }) => age === null);
    const full = [...new Set(years(counted).map(Math.floor))].toSorted((a, b) => a - b);
    return {
      total: counted.filter((lift) => isOfAge(lift, query)).length,
      groups: ageGroups.map(({ label, yearsStart, yearsEnd }) => ({
        label,
        years_start: yearsStart ?? null,
        years_end: yearsEnd ?? null,
        value: counted.filter((lift) => isOfAge(lift, { yearsStart, yearsEnd })).length,
      })),
      detail: {
        fleet_total: counted.length,
        unknown: { value: unknown.length, online_num: online(unknown) },
        by_year: full.map((year) => {
          const group = counted.filter((lift) => isOfAge(lift, { yearsStart: year + 1, yearsEnd: year }));
          return {
            years: year,
            value: group.length,
            online_num: online(group),
            average_years: mean(years(group)) ?? 0,
          };
        }),
      },
    };
  };
  const brands = () => {
    const ids = [...new Set(lifts.flatMap(({ brandId }) => (brandId === null ? [] : [brandId])))];
    const rows = ids.map((id) => {
      const group = lifts.filter(({ brandId }) => brandId === id);
      return { id, name: brandNames[id - 201] ?? '', value: group.length, online_num: online(group), ...of100(group) };
    });
    return {
      total: rows.length,
      brands: rows,
      unknown: lifts.filter(({ brandId }) => brandId === null).length,
      trapped_days: 365,
    };
  };
  const tree = () => {
    const parks = parkNames.flatMap((name, index) => {
      const group = lifts.filter(({ community_id: id }) => id === 11 + index);
      return group.length === 0
        ? []
        : [
            {
              area: index % areaNames.length,
              id: 11 + index,
              name,
              lng: 120,
              lat: 30,
              elevator_num: group.length,
              online_num: online(group),
              offline_num: group.length - online(group),
              call_num: 0,
              ...of100(group),
            },
          ];
    });
    const areas = areaNames.flatMap((name, index) => {
      const communities = parks.filter(({ area }) => area === index);
      return communities.length === 0
        ? []
        : [{ id: index + 2, name, elevator_num: 0, online_num: 0, offline_num: 0, call_num: 0, communities }];
    });
    return { total: lifts.length, community_total: parks.length, areas, trapped_days: 365 };
  };
  const answers: Readonly<Record<string, (body: unknown) => unknown>> = {
    [elevatorList.path]: list,
    [statsElevator.path]: ages,
    [statsElevatorBrand.path]: brands,
    [statsAreaCommunityElevator.path]: tree,
  };

  // The overload expresses what the generic cannot: the answer was parsed by this very endpoint's schema.
  function call<E extends Endpoint>(endpoint: E, input: InputOf<E>): Promise<OutputOf<E>>;
  async function call(endpoint: Endpoint, input: unknown): Promise<unknown> {
    const body: Record<string, unknown> = { ...(typeof input === 'object' ? input : {}) };
    asked.push({ path: endpoint.path, body });
    if (isSilent) await new Promise(() => undefined);
    if (failure !== undefined) throw failure;
    return endpoint.output.parse(await Promise.resolve(answers[endpoint.path]?.(body)));
  }
  return {
    asked,
    deps: {
      call,
      live: {
        link$: of({ state: 'live' as const, sinceMs: fixtureNowMs }),
        events$: NEVER,
        ringing$: of([]),
        serverNow$: of(fixtureNowMs),
        snapshotNeeded$: NEVER,
      },
      can: (permission) => permission !== 'rescue.view' || mayViewRescues,
    },
  };
}
