import * as z from 'zod';
import { plainText } from '../text.ts';

const by = plainText(100, { absent: '请用 --by 写明姓名' }).trim().min(1, '请用 --by 写明姓名');
const reason = plainText(500, { absent: '请用 --reason 写明原因' })
  .trim()
  .min(2, '请用 --reason 写明原因（至少 2 字）');

/** Events of the stream `chain`: what a named person has declared about the log itself. */
export const chainEvents = {
  /** The break at this position is known. `fingerprint` names exactly what was found: another change at the same place is another break. */
  'chain.breakAcknowledged': z.object({ position: z.number().int().positive(), fingerprint: z.string(), by, reason }),
  /** The log ends before what was anchored, and that is right (restored by hand to an earlier moment). */
  'chain.rewindAccepted': z.object({
    anchored: z.object({ position: z.number().int(), hash: z.string() }),
    head: z.object({ position: z.number().int(), hash: z.string() }),
    by,
    reason,
  }),
} as const;

export const chainStream = 'chain';
