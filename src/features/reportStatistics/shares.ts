import type { OutputOf } from '../../contract/endpoint.ts';
import type { statsAreaCommunityElevator, statsElevatorBrand } from '../../contract/endpoints/stats.ts';
import { pageFrom } from '../../contract/envelope.ts';
import type { Bar } from '../../ui/chart/barOption.ts';
import type { ListPage } from '../../ui/list/listTypes.ts';

/** A brand or a community with its lifts. */
export interface ShareRow {
  /** 0 for the lifts that belong to none. */
  readonly id: number;
  readonly name: string;
  /** The area of a community. */
  readonly area: string | null;
  readonly num: number;
  /** The share of all lifts; the rows together are 1. */
  readonly share: number;
  readonly onlineNum: number | null;
  readonly averageYears: number | null;
  /** Confirmed entrapments; null where they are not told. */
  readonly trappedNum: number | null;
}

export interface Shares {
  readonly rows: readonly ShareRow[];
  readonly liftNum: number;
  /** The number of days over which entrapments were counted. */
  readonly trappedDays: number;
}

const defaultTrappedDays = 365;
const withShares = (rows: readonly Omit<ShareRow, 'share'>[], trappedDays = defaultTrappedDays): Shares => {
  const liftNum = rows.reduce((sum, { num }) => sum + num, 0);
  return {
    rows: rows
      .map((row) => ({ ...row, share: liftNum === 0 ? 0 : row.num / liftNum }))
      .toSorted((a, b) => b.num - a.num || a.id - b.id),
    liftNum,
    trappedDays,
  };
};

export function toBrandShares({
  brands,
  unknown = 0,
  trapped_days: days,
}: OutputOf<typeof statsElevatorBrand>): Shares {
  const rows = brands.map(
    ({ id, name, value, online_num: online = null, average_years: years = null, trapped_num: trapped = null }) => ({
      id,
      name,
      area: null,
      num: value,
      onlineNum: online,
      averageYears: years,
      trappedNum: trapped,
    }),
  );
  const none = {
    id: 0,
    name: '品牌未登记',
    area: null,
    num: unknown,
    onlineNum: null,
    averageYears: null,
    trappedNum: null,
  };
  return withShares(unknown === 0 ? rows : [...rows, none], days);
}

export function toParkShares({ areas, trapped_days: days }: OutputOf<typeof statsAreaCommunityElevator>): Shares {
  const rows = areas.flatMap((area) =>
    area.communities.map(
      ({
        id,
        name,
        elevator_num: num,
        online_num: online,
        average_years: years = null,
        trapped_num: trapped = null,
      }) => ({ id, name, area: area.name, num, onlineNum: online, averageYears: years, trappedNum: trapped }),
    ),
  );
  return withShares(rows, days);
}

/** Entrapments per 100 lifts in the counted time: brands of different size can be compared. Null where not told. */
export const trappedPerHundred = ({ trappedNum, num }: ShareRow): number | null =>
  trappedNum === null || num === 0 ? null : (trappedNum / num) * 100;
export const onlineShare = ({ onlineNum, num }: ShareRow): number | null =>
  onlineNum === null || num === 0 ? null : onlineNum / num;

const values = {
  num: (row: ShareRow) => row.num,
  share: (row: ShareRow) => row.share,
  averageYears: (row: ShareRow) => row.averageYears,
  online: onlineShare,
  trappedNum: (row: ShareRow) => row.trappedNum,
  trappedRate: trappedPerHundred,
} as const;
export type ShareSort = keyof typeof values;

export interface ShareQuery {
  readonly page?: number;
  readonly page_size?: number;
  readonly sort?: string;
  readonly order?: 'asc' | 'desc';
}

/** One page of the rows, sorted as asked; what is not known comes last in both directions. */
export function toSharePage(
  rows: readonly ShareRow[],
  { page = 1, page_size: pageSize = 20, sort, order = 'desc' }: ShareQuery,
): ListPage<ShareRow> {
  const known = Object.entries(values).find(([id]) => id === sort)?.[1];
  const direction = order === 'asc' ? 1 : -1;
  const compare = (a: ShareRow, b: ShareRow): number => {
    const [one, other] = [known?.(a) ?? null, known?.(b) ?? null];
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    return (one - other) * direction;
  };
  const sorted = known === undefined ? rows : rows.toSorted(compare);
  return pageFrom(sorted, { page, page_size: pageSize });
}

const shownBars = 15;

export interface ShareBars {
  readonly bars: readonly Bar[];
  /** Those without a bar: a sentence and no bar, beside which the others would be too short to compare. */
  readonly restNum: number;
  readonly restLifts: number;
}

/** The largest as bars; the rest is counted, so that nothing is lost. */
export function toShareBars({ rows }: Shares): ShareBars {
  const rest = rows.slice(shownBars);
  return {
    bars: rows.slice(0, shownBars).map(({ name, num }) => ({ name, value: num })),
    restNum: rest.length,
    restLifts: rest.reduce((sum, { num }) => sum + num, 0),
  };
}
