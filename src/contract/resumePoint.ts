import * as z from 'zod';
import type { AnyServerFrame } from './olderPush.ts';

/** The point up to which a client has read the log; a reconnect continues from `resume`, which only the server reads. */
export const resumePointSchema = z.object({
  epoch: z.string().max(64),
  position: z.number().int().min(0),
  resume: z.string().max(100).optional(),
});
export type ResumePoint = z.infer<typeof resumePointSchema>;

/** The point that a frame carries; undefined for heartbeats and for frames of the specification's own form. */
export function pointOf({ epoch, position, resume }: AnyServerFrame): ResumePoint | undefined {
  if (epoch === undefined || position === undefined) return undefined;
  return resume === undefined ? { epoch, position } : { epoch, position, resume };
}

/** Within an epoch the point never moves back (reminders carry an old position); another epoch starts over. */
export function laterPoint(known: ResumePoint | null, next: ResumePoint): ResumePoint {
  return known !== null && known.epoch === next.epoch && known.position >= next.position ? known : next;
}

/** Has this very frame been seen: a position of this epoch already passed. Reminders repeat a call and are none. */
export function isRepeated(known: ResumePoint | null, frame: AnyServerFrame): boolean {
  const point = pointOf(frame);
  if (known === null || point === undefined || frame.welcome !== undefined) return false;
  if (frame.event === undefined || (frame.event.kind === 'rescue.ringing' && frame.event.reminder)) return false;
  return point.epoch === known.epoch && point.position <= known.position;
}
