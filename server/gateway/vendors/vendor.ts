import type * as z from 'zod';
import type { DeviceEventMessage, Telemetry } from '../../../src/contract/device.ts';

/** One vendor's format: schemas that parse its messages into ours. */
export interface VendorAdapter {
  readonly telemetry: z.ZodType<Telemetry>;
  readonly event: z.ZodType<DeviceEventMessage>;
  /** Marks of a call for help in an otherwise unreadable message, besides the words that every message is searched for. */
  readonly helpMark?: RegExp;
}
