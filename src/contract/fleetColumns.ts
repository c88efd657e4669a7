import * as z from 'zod';
import { nullableNumberColumn, numberColumn, textColumn } from './columns.ts';

/**
 * Lifts by column: the n-th member of each list is one lift. The first answer (`fresh`) has every lift in scope, later
 * ones only those that changed. `speed` in cm/s (up is positive), null where not reported; `call` is 1 with an open
 * rescue order; `seen_ms` is when the last report arrived, epoch ms, 0 for never.
 */
export const realtimeColumnsSchema = z.object({
  id: numberColumn,
  status: numberColumn,
  service_mode: numberColumn,
  car_status: numberColumn,
  direction: numberColumn,
  floor: numberColumn,
  /** Index into `doorStates`. */
  door: numberColumn,
  people: numberColumn,
  speed: nullableNumberColumn,
  call: numberColumn,
  seen_ms: numberColumn,
});
export type RealtimeColumns = z.infer<typeof realtimeColumnsSchema>;

/** Facts that do not change from second to second, by column like the rest. */
export const liftColumnsSchema = z.object({
  id: numberColumn,
  tag: textColumn,
  lng: numberColumn,
  lat: numberColumn,
  floor_min: numberColumn,
  floor_max: numberColumn,
  community_id: numberColumn,
  area_id: numberColumn,
  /** Only in an answer to `ids`: a map of all lifts has no use for a hundred thousand addresses. */
  addr: textColumn.optional(),
});
export type LiftColumns = z.infer<typeof liftColumnsSchema>;
