import { brands, communities, districts } from './cityNames.ts';

type Weighted<Value> = readonly (readonly [Value, number])[];
type Years = readonly [from: number, to: number];
type BrandName = (typeof brands)[number][0];
type DistrictKind = (typeof districts)[number]['kind'];

/** The lifts of a kind of district. */
interface DistrictCharacter {
  /** Shares by age in years. Over all districts they add up to those of a whole city (design: domain). */
  readonly ages: Weighted<Years>;
  readonly floors: Weighted<number>;
  /** Makers that sold more here than elsewhere. */
  readonly brands: readonly BrandName[];
  /** The distance of its communities from its centre: standard deviation in degrees of longitude and latitude. */
  readonly spread: readonly [lng: number, lat: number];
  /** The groups of its communities. */
  readonly groups: readonly [string, string];
}

const ages = (under5: number, under10: number, under15: number, older: number): Weighted<Years> => [
  [[0.1, 5], under5],
  [[5, 10], under10],
  [[10, 15], under15],
  [[15, 22], older],
];

const characters: Readonly<Record<DistrictKind, DistrictCharacter>> = {
  lakeside: {
    ages: ages(38, 48, 12, 2),
    floors: [
      [8, 20],
      [11, 40],
      [18, 40],
    ],
    brands: ['峻达', '御峰'],
    spread: [0.016, 0.014],
    groups: ['文旅片区', '重点监督'],
  },
  oldTown: {
    ages: ages(10, 28, 38, 24),
    floors: [
      [6, 45],
      [8, 25],
      [11, 22],
      [18, 8],
    ],
    brands: ['川升', '博岭', '天枢'],
    spread: [0.012, 0.01],
    groups: ['老旧小区', '加装电梯'],
  },
  newTown: {
    ages: ages(60, 34, 5, 1),
    floors: [
      [18, 22],
      [24, 26],
      [28, 20],
      [33, 32],
    ],
    brands: ['云擎', '峻达'],
    spread: [0.018, 0.012],
    groups: ['商务楼宇', '重点监督'],
  },
  industry: {
    ages: ages(24, 44, 25, 7),
    floors: [
      [6, 45],
      [11, 35],
      [18, 20],
    ],
    brands: ['凌岳', '瑞川'],
    spread: [0.018, 0.011],
    groups: ['高校片区', '产业园区'],
  },
  county: {
    ages: ages(27, 26, 33, 14),
    floors: [
      [6, 40],
      [11, 45],
      [18, 15],
    ],
    brands: ['佳域', '捷岚', '清越'],
    spread: [0.012, 0.01],
    groups: ['县城中心', '重点监督'],
  },
};

export const characterOf = (districtName: string): DistrictCharacter =>
  characters[districts.find(({ name }) => name === districtName)?.kind ?? 'lakeside'];

/** Twice as many here of the makers that the district prefers. */
export const brandWeightsIn = (districtName: string): Weighted<BrandName> => {
  const preferred = characterOf(districtName).brands;
  return brands.map(([name, weight]) => [name, preferred.includes(name) ? 2 * weight : weight]);
};

/**
 * The community of each lift, in the order of the lifts' ids: one lift for each community in turn, while it has more,
 * so that neighbouring ids lie in different districts.
 */
export const communityOfLifts: readonly number[] = Array.from({
  length: Math.max(...communities.map(([, , , lifts]) => lifts)),
}).flatMap((_, round) => communities.flatMap(([, , , lifts], community) => (round < lifts ? [community] : [])));
