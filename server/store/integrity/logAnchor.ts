import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { replaceFile } from '../../runtime/durableFile.ts';
import type { LogHead } from '../eventRow.ts';
import type { EventStore } from '../eventStore.ts';
import { addToTrail, trailPointSchema, type TrailPoint } from './logTrail.ts';
import { clusterSystem, clusterTimeline, orUntold } from './timeline.ts';

export const anchorPeriodMs = 5_000;

/** Members that are absent were not known to the program that wrote the anchor, except where it says otherwise. */
const anchorSchema = z.object({
  kind: z.enum(['sqlite', 'postgres']).optional(),
  position: z.number().int().nonnegative(),
  hash: z.string(),
  epoch: z.string(),
  /** PostgreSQL's timeline, which changes when a standby takes over; absent on SQLite and where the database does not report it. */
  timeline: z.string().optional(),
  /** PostgreSQL's system identifier; absent where `timeline` is. */
  system: z.string().optional(),
  /** The time at which the log was last seen to end here, epoch ms. */
  atMs: z.number().int().optional(),
  /** Lifts of the events since the last point of the trail. */
  lifts: z.array(z.number().int()).optional(),
  /** The ends of the log in the hour before, oldest first. */
  trail: z.array(trailPointSchema).optional(),
});
/** The end of the log when this machine last looked. */
export type LogAnchor = z.infer<typeof anchorSchema>;

export type AnchoredStore = Pick<EventStore, 'kind' | 'epoch' | 'rows'>;

/** Below `DATA_DIR`, outside the database, so that someone who changes the log does not change this as well. */
export const anchorName = 'secrets/log-anchor.json';
const anchorPath = (dataDir: string) => join(dataDir, anchorName);

/** The stored anchor; undefined if there is none, or it is unreadable: then nothing can be checked. */
export async function readAnchor(dataDir: string): Promise<LogAnchor | undefined> {
  const text = await readFile(anchorPath(dataDir), 'utf8').catch(() => undefined);
  try {
    return text === undefined ? undefined : anchorSchema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

export async function writeAnchor(dataDir: string, anchor: LogAnchor): Promise<void> {
  await replaceFile(anchorPath(dataDir), `${JSON.stringify(anchor)}\n`);
}

/** Returns the present end of the log, as committed. */
export async function anchorNow(store: AnchoredStore): Promise<LogAnchor> {
  const { kind, epoch, rows } = store;
  const head = rows.selectFrom('log_head').select(['position', 'hash']);
  // In one statement: a position of one timeline must not be kept with the name of the next.
  const told =
    kind === 'postgres'
      ? await head
          .select([clusterTimeline.as('timeline'), clusterSystem.as('system')])
          .executeTakeFirstOrThrow()
          .catch(orUntold)
      : undefined;
  return { kind, epoch, ...(told ?? (await head.executeTakeFirstOrThrow())) };
}

/** An anchor as a point of the trail that it carries. */
export const pointOf = ({ position, hash, atMs = 0, lifts = [] }: LogAnchor): TrailPoint => ({
  position,
  hash,
  atMs,
  lifts,
});

/** `next` with the trail of the anchor before it. */
export const anchorAfter = (before: LogAnchor, next: LogAnchor): LogAnchor => ({
  ...next,
  trail: [...addToTrail(before.trail ?? [], pointOf(before))],
});

/** Returns the anchor of a waiting process after it saw this end of the log. A log that went back does not make it forget. */
export function sawEnd(
  before: LogAnchor | undefined,
  end: LogHead,
  cluster: Pick<LogAnchor, 'timeline' | 'system'> | undefined,
  atMs: number,
): LogAnchor {
  const next: LogAnchor = { kind: 'postgres', epoch: '', ...cluster, position: end.position, hash: end.hash, atMs };
  if (before === undefined) return next;
  if (end.position <= before.position) return end.hash === before.hash ? { ...before, atMs } : before;
  const lastMs = before.trail?.at(-1)?.atMs ?? 0;
  return atMs - lastMs < anchorPeriodMs ? { ...next, trail: before.trail } : anchorAfter(before, next);
}
