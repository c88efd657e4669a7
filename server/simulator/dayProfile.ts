import { chinaOffsetMs } from '../../src/contract/time.ts';

/** Trips an hour of one lift in a block of flats, and which share leaves from (`down`) or returns to (`up`) the ground floor. */
const hours: readonly { readonly trips: number; readonly down: number; readonly up: number }[] = [
  { trips: 1.5, down: 0.2, up: 0.7 },
  { trips: 1, down: 0.2, up: 0.7 },
  { trips: 0.5, down: 0.3, up: 0.6 },
  { trips: 0.5, down: 0.4, up: 0.5 },
  { trips: 0.6, down: 0.6, up: 0.3 },
  { trips: 2, down: 0.8, up: 0.1 },
  { trips: 8, down: 0.8, up: 0.1 },
  { trips: 24, down: 0.8, up: 0.1 },
  { trips: 26, down: 0.75, up: 0.15 },
  { trips: 14, down: 0.6, up: 0.3 },
  { trips: 10, down: 0.45, up: 0.4 },
  { trips: 14, down: 0.35, up: 0.55 },
  { trips: 14, down: 0.45, up: 0.45 },
  { trips: 12, down: 0.55, up: 0.35 },
  { trips: 9, down: 0.45, up: 0.4 },
  { trips: 9, down: 0.4, up: 0.5 },
  { trips: 12, down: 0.35, up: 0.55 },
  { trips: 20, down: 0.25, up: 0.65 },
  { trips: 26, down: 0.2, up: 0.7 },
  { trips: 22, down: 0.3, up: 0.6 },
  { trips: 16, down: 0.35, up: 0.55 },
  { trips: 12, down: 0.25, up: 0.65 },
  { trips: 7, down: 0.2, up: 0.7 },
  { trips: 3, down: 0.2, up: 0.7 },
];
const quiet = { trips: 1, down: 0.4, up: 0.4 };

export function profileAt(ms: number): (typeof hours)[number] {
  return hours[Math.floor((ms + chinaOffsetMs) / 3_600_000) % 24] ?? quiet;
}

const mostTrips = Math.max(...hours.map(({ trips }) => trips));

/** Returns the activity at this moment, as a share of the busiest hour's. */
export const activityAt = (ms: number): number => profileAt(ms).trips / mostTrips;

/** The mean of `activityAt` over a day. */
export const meanActivity = hours.reduce((sum, { trips }) => sum + trips, 0) / hours.length / mostTrips;
