import gcoord from 'gcoord';

/** The degrees that a telephone states where it stands at this place of the map: the way back of `placeOnMap`. */
export function placeOnTelephone<Place extends { readonly lng: number; readonly lat: number }>(onMap: Place): Place {
  const [lng, lat] = gcoord.transform([onMap.lng, onMap.lat], gcoord.GCJ02, gcoord.WGS84);
  return { ...onMap, lng, lat };
}
