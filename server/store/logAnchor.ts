import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import * as z from 'zod';
import { every, type Clock } from '../runtime/clock.ts';
import { replaceFile } from '../runtime/durableFile.ts';
import { LogRolledBackError } from './errors.ts';
import type { LogHead } from './eventRow.ts';
import type { EventStore } from './eventStore.ts';

const anchorPeriodMs = 5_000;

const anchorSchema = z.object({
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
export async function anchorNow({ kind, epoch, rows }: AnchoredStore): Promise<LogAnchor> {
  const { position, hash } = await rows.selectFrom('log_head').select(['position', 'hash']).executeTakeFirstOrThrow();
  const timeline = kind === 'postgres' ? await timelineOf(rows) : undefined;
  return { position, hash, epoch, ...(timeline === undefined ? {} : { timeline }) };
}

async function timelineOf(rows: EventStore['rows']): Promise<string | undefined> {
  const asked = sql<{ timeline: string }>`select substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) as timeline`;
  // A hosted PostgreSQL may not report it.
  return asked.execute(rows).then((answer) => answer.rows[0]?.timeline, () => undefined);
}

/** What the log has at an anchored position. */
export type AnchorFinding =
  | { readonly kind: 'kept' }
  /** PostgreSQL continued from a lagging standby: committed events are gone, but no one tampered with the log. */
  | { readonly kind: 'failedOver'; readonly anchor: LogAnchor; readonly head: LogHead };

/** Does the log still contain what this machine saw at its end? Throws LogRolledBackError when it is not, unless PostgreSQL has failed over since. */
export async function checkAnchor(store: AnchoredStore, dataDir: string): Promise<AnchorFinding> {
  const anchor = await readAnchor(dataDir);
  if (anchor === undefined) return { kind: 'kept' };
  const head = await anchorNow(store);
  if (head.position >= anchor.position && (await hashAt(store, anchor.position)) === anchor.hash) return { kind: 'kept' };
  const hasFailedOver = anchor.timeline !== undefined && head.timeline !== undefined && anchor.timeline !== head.timeline;
  if (hasFailedOver) return { kind: 'failedOver', anchor, head };
  throw new LogRolledBackError(anchor.position, head.position);
}

async function hashAt({ rows }: AnchoredStore, position: number): Promise<string | undefined> {
  if (position === 0) return '';
  return (await rows.selectFrom('events').select('hash').where('position', '=', position).executeTakeFirst())?.hash;
}

/** Keeps the anchor a few seconds behind the log, never ahead of it, and up to date at a clean stop. `onTrouble` is called once if it cannot be written. */
export async function keepAnchor({ store, dataDir, clock, onTrouble }: {
  readonly store: AnchoredStore;
  readonly dataDir: string;
  readonly clock: Clock;
  readonly onTrouble: (error: unknown) => void;
}): Promise<{ close(): Promise<void> }> {
  let kept: LogAnchor | undefined;
  let isFailing = false;
  let writing: Promise<void> = Promise.resolve();
  const keep = () => {
    writing = writing.then(async () => {
      const anchor = await anchorNow(store);
      isFailing = false;
      if (anchor.position === kept?.position && anchor.timeline === kept.timeline) return;
      await writeAnchor(dataDir, anchor);
      kept = anchor;
    }).catch((error: unknown) => {
      if (!isFailing) onTrouble(error);
      isFailing = true;
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
