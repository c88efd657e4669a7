import type * as z from 'zod';
import type { DeviceEventMessage, Telemetry } from '../../../src/contract/device.ts';

/** How one maker's devices speak: schemas that parse their messages into ours. */
export interface VendorAdapter {
  readonly telemetry: z.ZodType<Telemetry>;
  readonly event: z.ZodType<DeviceEventMessage>;
  /** Marks of a call for help in a message that cannot be read otherwise; beside the words that every message is searched for. */
  readonly helpMark?: RegExp;
}
