import gcoord from 'gcoord';

/** Degrees of a place. */
interface Degrees {
  readonly lng: number;
  readonly lat: number;
}

/**
 * A place that a telephone states, in WGS-84 as browsers do (W3C Geolocation), as base data and the city's map have it: in GCJ-02, the
 * datum of published maps in China (docs/decisions/0110). Everything else that it says of itself is kept.
 */
export function placeOnMap<Place extends Degrees>(stated: Place): Place {
  const [lng, lat] = gcoord.transform([stated.lng, stated.lat], gcoord.WGS84, gcoord.GCJ02);
  return { ...stated, lng, lat };
}
