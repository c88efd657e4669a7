import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { every, type Clock } from '../runtime/clock.ts';
import { replaceFile } from '../runtime/durableFile.ts';
import { LogRolledBackError, OtherDatabaseError } from './errors.ts';
import type { LogHead } from './eventRow.ts';
import type { EventStore } from './eventStore.ts';
import { clusterTimeline, orUntold } from './timeline.ts';

const anchorPeriodMs = 5_000;

const anchorSchema = z.object({
  /** Absent in anchors that an earlier program wrote. */
  kind: z.enum(['sqlite', 'postgres']).optional(),
  position: z.number().int().nonnegative(),
  hash: z.string(),
  epoch: z.string(),
  /** PostgreSQL's timeline, which changes when a standby takes over; absent on SQLite and where the database does not report it. */
  timeline: z.string().optional(),
});
/** Where the log ended when this machine last looked. */
export type LogAnchor = z.infer<typeof anchorSchema>;

type AnchoredStore = Pick<EventStore, 'kind' | 'epoch' | 'rows'>;

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

/** Where the log ends now, as committed. */
export async function anchorNow(store: AnchoredStore): Promise<LogAnchor> {
  const { kind, epoch, rows } = store;
  const head = rows.selectFrom('log_head').select(['position', 'hash']);
  // In one statement: a position of one timeline must not be kept with the name of the next.
  const told =
    kind === 'postgres'
      ? await head.select(clusterTimeline.as('timeline')).executeTakeFirstOrThrow().catch(orUntold)
      : undefined;
  return { kind, epoch, ...(told ?? (await head.executeTakeFirstOrThrow())) };
}

/** What the log has at an anchored position. */
export type AnchorFinding =
  | { readonly kind: 'kept' }
  /** PostgreSQL continued from a lagging standby: committed events are gone, but no one tampered with the log. */
  | { readonly kind: 'failedOver'; readonly anchor: LogAnchor; readonly head: LogHead };

/**
 * Is what this machine has seen at the end of the log still in it? Throws LogRolledBackError when it is not, unless
 * PostgreSQL has failed over since, and OtherDatabaseError.
 */
export async function checkAnchor(store: AnchoredStore, dataDir: string): Promise<AnchorFinding> {
  const anchor = await readAnchor(dataDir);
  return anchor === undefined ? { kind: 'kept' } : compare(store, anchor, await anchorNow(store));
}

async function compare(store: AnchoredStore, anchor: LogAnchor, head: LogAnchor): Promise<AnchorFinding> {
  if (head.position >= anchor.position && (await hashAt(store, anchor.position)) === anchor.hash)
    return { kind: 'kept' };
  if (anchor.kind !== undefined && anchor.kind !== store.kind)
    throw new OtherDatabaseError(anchor.kind, anchor.position);
  const hasFailedOver =
    anchor.timeline !== undefined && head.timeline !== undefined && anchor.timeline !== head.timeline;
  if (hasFailedOver) return { kind: 'failedOver', anchor, head };
  throw new LogRolledBackError(anchor.position, head.position);
}

async function hashAt({ rows }: AnchoredStore, position: number): Promise<string | undefined> {
  if (position === 0) return '';
  return (await rows.selectFrom('events').select('hash').where('position', '=', position).executeTakeFirst())?.hash;
}

/**
 * Keeps the anchor a few seconds behind the log, never ahead of it, and up to date at a clean stop. It does not follow
 * a log that is cut off or replaced meanwhile: `onTrouble` hears of that (LogRolledBackError), and of an anchor that
 * cannot be kept, once each.
 */
export async function keepAnchor({
  store,
  dataDir,
  clock,
  onTrouble,
}: {
  readonly store: AnchoredStore;
  readonly dataDir: string;
  readonly clock: Clock;
  readonly onTrouble: (error: unknown) => void;
}): Promise<{ close(): Promise<void> }> {
  let kept = await readAnchor(dataDir);
  let trouble: 'rolledBack' | 'notKept' | undefined;
  let writing: Promise<void> = Promise.resolve();
  const keep = () => {
    writing = writing
      .then(async () => {
        const anchor = await anchorNow(store);
        if (kept !== undefined) await compare(store, kept, anchor);
        if (anchor.position !== kept?.position || anchor.timeline !== kept.timeline) await writeAnchor(dataDir, anchor);
        kept = anchor;
        trouble = undefined;
      })
      .catch((error: unknown) => {
        const found = error instanceof LogRolledBackError ? 'rolledBack' : 'notKept';
        if (found !== trouble) onTrouble(error);
        trouble = found;
      });
    return writing;
  };
  await keep();
  const cancel = every(clock, anchorPeriodMs, keep);
  return {
    async close() {
      cancel();
      await keep();
    },
  };
}
