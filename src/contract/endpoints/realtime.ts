import * as z from 'zod';
import { compactFleetSchema } from '../compactFleet.ts';
import { defineEndpoint } from '../endpoint.ts';
import { wireFlag, wireTime } from '../envelope.ts';
import { idsInAddress } from '../rows.ts';
import { plainText } from '../text.ts';
import { realtimeColumnsSchema, liftColumnsSchema } from '../fleetColumns.ts';

export const realtimeSchema = z.object({
  /** Hand it back as `since`; opaque. */
  cursor: z.string(),
  /** Forget what was known before: this answer holds everything. */
  fresh: z.boolean(),
  server_time: wireTime,
  columns: realtimeColumnsSchema,
  lifts: liftColumnsSchema.optional(),
  /** Instead of `columns`, which are empty then, and `lifts`. */
  compact: compactFleetSchema.optional(),
});
export type Realtime = z.infer<typeof realtimeSchema>;

const box = z
  .string()
  .regex(/^-?\d+(\.\d+)?(,-?\d+(\.\d+)?){3}$/, 'viewport 须为 最小经度,最小纬度,最大经度,最大纬度')
  .transform((text) => text.split(',').map(Number));

/** A map's first question. */
export const wholeFleet = { lifts: true, compact: true } as const;

export const elevatorRealtime = defineEndpoint({
  method: 'GET',
  path: '/api/elevator-realtime',
  permission: 'elevator.view',
  group: 'elevator',
  summary: '电梯实时状态（按列；since 之后只含有变化的）',
  input: z.object({
    since: plainText(80).optional(),
    ids: idsInAddress(1_000).optional(),
    viewport: box.optional(),
    /** Adds the columns that do not change, for the first answer of a map. */
    lifts: wireFlag.optional(),
    /** Packs an answer that holds everything. */
    compact: wireFlag.optional(),
  }),
  output: realtimeSchema,
});
