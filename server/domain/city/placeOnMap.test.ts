import { expect, test } from 'vitest';
import { metresBetween } from '../visits/stayFlags.ts';
import { placeOnTelephone } from '../../../tests/support/placeOnTelephone.ts';
import { placeOnMap } from './placeOnMap.ts';

/** The example that public libraries of this conversion print (coordtransform). */
const telephone = { lng: 116.404, lat: 39.915 };
const map = { lng: 116.41024449916938, lat: 39.91640428150164 };

test('a telephone in Beijing stands on the map where published maps have it, to a metre', () => {
  expect(metresBetween(placeOnMap(telephone), map)).toBeLessThan(1);
  expect(metresBetween(placeOnTelephone(map), telephone)).toBeLessThan(1);
  // Without it an honest worker would be half a kilometre off.
  expect(metresBetween(telephone, map)).toBeGreaterThan(500);
});

test('a place far from China is the same in both, and what else was stated stays', () => {
  const sydney = { lng: 151.2, lat: -33.9, accuracyM: 12 };
  expect(placeOnMap(sydney)).toEqual(sydney);
});
