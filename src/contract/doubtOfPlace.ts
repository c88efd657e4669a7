type LngLat = readonly [lng: number, lat: number];

/** A region with the communities that stand in it, or in a region below it. */
export interface SettledRegion {
  readonly id: number;
  readonly name: string;
  readonly communities: readonly {
    readonly id: number;
    readonly name: string;
    readonly lng: number;
    readonly lat: number;
  }[];
}

/** The reason why a place may not lie in the region that is named. */
export interface PlaceDoubt {
  /** The region of the community that gives rise to it: the region itself, or another one that is nearer. */
  readonly region: string;
  readonly community: string;
  /** From the place to that community, in km. */
  readonly km: number;
}

/** A region grows this far beyond its farthest community without a question, in km. */
const marginKm = 3;
const kmPerDegree = 111.32;

/** The distance within a city, in km, where the ground is as good as flat. */
function kmBetween([lng, lat]: LngLat, [otherLng, otherLat]: LngLat): number {
  const eastKm = (lng - otherLng) * kmPerDegree * Math.cos(((lat + otherLat) / 2) * (Math.PI / 180));
  return Math.hypot(eastKm, (lat - otherLat) * kmPerDegree);
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

type Near = PlaceDoubt | undefined;

function nearestOf(place: LngLat, regions: readonly SettledRegion[], exceptId: number | null): Near {
  let nearest: Near;
  for (const { name: region, communities } of regions)
    for (const { id, name: community, lng, lat } of communities) {
      const km = kmBetween(place, [lng, lat]);
      if (id !== exceptId && (nearest === undefined || km < nearest.km)) nearest = { region, community, km };
    }
  return nearest;
}

/**
 * Regions have no boundary in the register, so the communities that are known tell whether a place can lie in one. It is doubted where
 * it lies further from the middle of the region's communities than the farthest of them and a margin, and where a community of another region is nearer
 * than any of its own. Undefined where nothing speaks against it, and for a region of which no community is known. `ownId` is the
 * community that is being placed, null for a new one.
 */
export function doubtOfPlace(
  place: LngLat,
  region: SettledRegion,
  others: readonly SettledRegion[],
  ownId: number | null,
): PlaceDoubt | undefined {
  const own = region.communities.filter(({ id }) => id !== ownId);
  const nearestOwn = nearestOf(place, [region], ownId);
  if (nearestOwn === undefined) return undefined;
  const nearestOther = nearestOf(place, others, ownId);
  if (nearestOther !== undefined && nearestOther.km < nearestOwn.km) return nearestOther;
  const middle: LngLat = [mean(own.map(({ lng }) => lng)), mean(own.map(({ lat }) => lat))];
  const reachKm = Math.max(...own.map(({ lng, lat }) => kmBetween(middle, [lng, lat])));
  return kmBetween(middle, place) > reachKm + marginKm ? nearestOwn : undefined;
}

const distanceOf = ({ region, community, km }: PlaceDoubt): string =>
  `此位置离${region}的小区“${community}”${km < 10 ? km.toFixed(1) : Math.round(km)} 公里`;

/** The question, as a form puts it to the user. */
export const placeQuestion = (doubt: PlaceDoubt, belongsTo: string): string =>
  `${distanceOf(doubt)}，确认属于${belongsTo}？`;

/** The same beside a row of a file, where nobody answers. */
export const placeReminder = (doubt: PlaceDoubt, belongsTo: string): string =>
  `${distanceOf(doubt)}，请核对是否属于${belongsTo}`;
