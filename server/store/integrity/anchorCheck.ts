import { LogRolledBackError, OtherDatabaseError, type NoFailOver } from '../errors.ts';
import type { LogHead } from '../eventRow.ts';
import { anchorNow, pointOf, readAnchor, type AnchoredStore, type LogAnchor } from './logAnchor.ts';
import { readCuts } from './logCuts.ts';
import { addToTrail, togetherLifts, type TrailPoint } from './logTrail.ts';

/** The loss by a fail-over of PostgreSQL to a standby that lagged. */
export interface LostEvents {
  /** The last event that is still there, and when the server received it, epoch ms. */
  readonly kept: LogHead & { readonly atMs: number };
  /** The last event that this machine knew, and when it knew it. */
  readonly lost: LogHead & { readonly atMs: number };
  readonly timelines: { readonly before: string; readonly after: string };
  /** Lifts that events of the lost part concerned, as far as this machine noted them. */
  readonly lifts: readonly number[];
}

/** The state of the log at an anchored position. */
export type AnchorFinding =
  | { readonly kind: 'kept' }
  /** The loss of this anchor stands in the log already: another machine recorded it. */
  | { readonly kind: 'known' }
  /** PostgreSQL continued from a lagging standby: committed events are gone, but no one tampered with the log. */
  | { readonly kind: 'failedOver'; readonly loss: LostEvents };

/**
 * Is what this machine has seen at the end of the log still in it? `seen` is what it saw while it waited as a standby.
 * Throws OtherDatabaseError, and LogRolledBackError when the log lacks it and no fail-over to a standby explains that
 * (docs/decisions/0017).
 */
export async function checkAnchor(store: AnchoredStore, dataDir: string, seen?: LogAnchor): Promise<AnchorFinding> {
  const anchor = newer(await readAnchor(dataDir), seen);
  return anchor === undefined ? { kind: 'kept' } : compareAnchor(store, anchor, await anchorNow(store));
}

/** The one that knows more, with the trails of both. */
function newer(file: LogAnchor | undefined, seen: LogAnchor | undefined): LogAnchor | undefined {
  if (file === undefined || seen === undefined) return seen ?? file;
  const [older, later] = seen.position > file.position ? [file, seen] : [seen, file];
  const points = [...(older.trail ?? []), pointOf(older), ...(later.trail ?? [])];
  const trail = points
    .toSorted((one, other) => one.position - other.position)
    .reduce<readonly TrailPoint[]>(addToTrail, []);
  return { ...later, trail: [...trail] };
}

export async function compareAnchor(store: AnchoredStore, anchor: LogAnchor, head: LogAnchor): Promise<AnchorFinding> {
  if (head.position >= anchor.position && (await hashAt(store, anchor.position)) === anchor.hash)
    return { kind: 'kept' };
  if (anchor.kind !== undefined && anchor.kind !== store.kind)
    throw new OtherDatabaseError(anchor.kind, anchor.position);
  const cuts = await readCuts(store.rows);
  if (cuts.some(({ kept, lost }) => kept.position < anchor.position && anchor.position <= lost.position))
    return { kind: 'known' };
  const loss = await explainByFailOver(store, anchor, head);
  if (typeof loss === 'string') throw new LogRolledBackError(anchor.position, head.position, loss);
  return { kind: 'failedOver', loss };
}

/**
 * A standby of the same cluster was promoted since, and what it lacks is not older than an hour. Anything else (a dump that was
 * loaded, a copy of the files, another cluster) looks different, and only a person can say that it is right.
 */
async function explainByFailOver(
  store: AnchoredStore,
  anchor: LogAnchor,
  head: LogAnchor,
): Promise<LostEvents | NoFailOver> {
  if (store.kind === 'sqlite') return 'notPostgres';
  const { timeline: before, system, atMs: lostAtMs } = anchor;
  const { timeline: after } = head;
  if (before === undefined || system === undefined || lostAtMs === undefined) return 'untold';
  if (after === undefined || head.system === undefined) return 'untold';
  if (head.system !== system) return 'otherCluster';
  const [from, to] = [before, after].map((hex) => Number.parseInt(hex, 16));
  if (from === undefined || to === undefined || to === from) return 'notPromoted';
  if (to < from) return 'olderTimeline';
  const trail = anchor.trail ?? [];
  const held = await newestHeld(store, trail);
  if (held === undefined) return 'tooOld';
  const kept = head.position < anchor.position ? head : held;
  return {
    kept: { position: kept.position, hash: kept.hash, atMs: (await receivedAt(store, kept.position)) ?? held.atMs },
    lost: { position: anchor.position, hash: anchor.hash, atMs: lostAtMs },
    timelines: { before, after },
    lifts: togetherLifts(
      ...trail.filter(({ position }) => position > held.position).map(({ lifts }) => lifts),
      anchor.lifts ?? [],
    ),
  };
}

async function newestHeld(store: AnchoredStore, trail: readonly TrailPoint[]): Promise<TrailPoint | undefined> {
  for (const point of trail.toReversed()) if ((await hashAt(store, point.position)) === point.hash) return point;
  return undefined;
}

async function hashAt({ rows }: AnchoredStore, position: number): Promise<string | undefined> {
  if (position === 0) return '';
  return (await rows.selectFrom('events').select('hash').where('position', '=', position).executeTakeFirst())?.hash;
}

async function receivedAt({ rows }: AnchoredStore, position: number): Promise<number | undefined> {
  const row = await rows
    .selectFrom('events')
    .select('received_at_ms')
    .where('position', '=', position)
    .executeTakeFirst();
  return row?.received_at_ms;
}
