import { expect, test } from 'vitest';
import { createLocalSiteConsoles } from './localSiteConsoles.ts';

const lift = { areaId: 1, communityId: 1, brandId: null, propertyId: null, maintenanceId: null };

test('a console counts for the site, whichever of those who serve consoles it is connected to, until they leave', () => {
  const site = createLocalSiteConsoles();
  site.join({ isOnline: (userId) => userId === 1, isAnyArmedFor: () => false });
  const leave = site.join({ isOnline: (userId) => userId === 2, isAnyArmedFor: () => true });
  expect([1, 2, 3].map((userId) => site.isOnline(userId))).toEqual([true, true, false]);
  expect(site.isAnyArmedFor(lift)).toBe(true);
  leave();
  expect([1, 2].map((userId) => site.isOnline(userId))).toEqual([true, false]);
  expect(site.isAnyArmedFor(lift)).toBe(false);
});
