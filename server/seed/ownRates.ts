import { seededRandom } from '../runtime/random.ts';

/** The spread of companies and of brands around the city's rate (design: statistics). */
const spread = 0.15;
/** One company and one brand fail so many times as often as the others. */
const outlierRate = 2.5;
/** The outlier by its number of lifts, from the largest: not the first that everyone looks at, and large enough to be judged. */
const outlierPlace = 2;

/** Returns the rates of the groups, beside the city's, by their id; the same for the same lifts and seed. */
function ratesOf(groupOfLifts: readonly (number | null)[], seed: number): ReadonlyMap<number, number> {
  const liftNums = new Map<number, number>();
  for (const group of groupOfLifts) if (group !== null) liftNums.set(group, (liftNums.get(group) ?? 0) + 1);
  const random = seededRandom(seed);
  const bySize = [...liftNums].toSorted(([a, few], [b, many]) => many - few || a - b);
  return new Map(
    bySize.map(([id], place) => [id, random.logNormal(1, spread) * (place === outlierPlace ? outlierRate : 1)]),
  );
}

interface GroupedLift {
  readonly maintenanceId: number | null;
  readonly brandId: number | null;
}

/** Returns how often each lift fails beside a lift of its age whose company and brand are like the city. */
export function pronenessOf(lifts: readonly GroupedLift[], seed: number): readonly number[] {
  const companies = ratesOf(
    lifts.map(({ maintenanceId }) => maintenanceId),
    seed ^ 0x0c0a,
  );
  const brands = ratesOf(
    lifts.map(({ brandId }) => brandId),
    seed ^ 0x0b0a,
  );
  return lifts.map(
    ({ maintenanceId, brandId }) =>
      (maintenanceId === null ? 1 : (companies.get(maintenanceId) ?? 1)) *
      (brandId === null ? 1 : (brands.get(brandId) ?? 1)),
  );
}
