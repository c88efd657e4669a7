import * as z from 'zod';
import { plainText } from '../text.ts';

const by = plainText(100, { absent: '请用 --by 写明姓名' }).trim().min(1, '请用 --by 写明姓名');
const reason = plainText(500, { absent: '请用 --reason 写明原因' })
  .trim()
  .min(2, '请用 --reason 写明原因（至少 2 字）');

const end = z.object({ position: z.number().int().nonnegative(), hash: z.string(), atMs: z.number().int() });

/** Events of the stream `chain`: what a named person has declared about the log itself, and where a fail-over cut it. */
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
  /**
   * PostgreSQL failed over to a standby that lacked the events after `kept`, up to `lost`, the last one that this machine knew. The
   * server went on without a person.
   */
  'chain.failedOver': z.object({
    kept: end,
    lost: end,
    timelines: z.object({ before: z.string(), after: z.string() }),
    /** Lifts that lost events concerned, as far as they are known. */
    lifts: z.array(z.object({ id: z.number().int().positive(), tag: z.string() })),
    /** The same in a sentence, for the audit log. */
    reason: z.string(),
  }),
  /** A person has seen what the fail-over at this position lost. */
  'chain.failedOverConfirmed': z.object({
    position: z.number().int().positive(),
    by: z.string(),
    reason: z.string(),
  }),
} as const;

export const chainStream = 'chain';
