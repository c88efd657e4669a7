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
  /** PostgreSQL's timeline, which changes when a standby takes over; absent on SQLite and where the database does not tell. */
  timeline: z.string().optional(),
});
/** Where the log ended when this machine last looked. */
export type LogAnchor = z.infer<typeof anchorSchema>;

type AnchoredStore = Pick<EventStore, 'kind' | 'epoch' | 'rows'>;

/** Below `DATA_DIR`: outside the database, so that who changes the log does not change this with it. */
export const anchorName = 'secrets/log-anchor.json';
const anchorPath = (dataDir: string) => join(dataDir, anchorName);

/** The kept anchor; undefined where there is none, or none that can be read: then nothing can be said. */
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
  // A hosted PostgreSQL may not tell.
  return asked.execute(rows).then((answer) => answer.rows[0]?.timeline, () => undefined);
}

/** What stands at an anchored place. */
export type AnchorFinding =
  | { readonly kind: 'kept' }
  /** PostgreSQL went on from a standby that was behind: committed events are gone, and nobody did wrong. */
  | { readonly kind: 'failedOver'; readonly anchor: LogAnchor; readonly head: LogHead };

/** Is what this machine has seen at the end of the log still in it? Throws LogRolledBackError when it is not, unless PostgreSQL has failed over since. */
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

/** Keeps the anchor a few seconds behind the log, never ahead of it, and up to date at a clean stop. `onTrouble` hears once when it cannot be kept. */
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
