import type * as z from 'zod';
import { chainEvents, chainStream } from '../../../src/contract/events/chain.ts';
import { hashOf } from '../eventRow.ts';
import type { Queries } from '../eventStore.ts';

type FailedOver = z.output<(typeof chainEvents)['chain.failedOver']>;

/** A place at which the log lacks events that a fail-over of the database lost. */
export interface LogCut extends FailedOver {
  /** The position of the event that marks it. */
  readonly position: number;
  readonly atMs: number;
  /** The confirmation: by whom, and when, epoch ms; undefined as long as nobody has. */
  readonly confirmed: { readonly by: string; readonly atMs: number; readonly note: string } | undefined;
}

/** All cuts that the log marks, oldest first. An entry that was changed behind the store's back does not count. */
export async function readCuts(rows: Queries): Promise<readonly LogCut[]> {
  const found = await rows
    .selectFrom('events')
    .selectAll()
    .where('stream', '=', chainStream)
    .where('type', 'in', ['chain.failedOver', 'chain.failedOverConfirmed'])
    .orderBy('version')
    .execute();
  const sound = found.filter((row) => hashOf(row) === row.hash);
  const confirmations = new Map(
    sound.flatMap((row) => {
      if (row.type !== 'chain.failedOverConfirmed') return [];
      const { position, by, reason } = chainEvents['chain.failedOverConfirmed'].parse(JSON.parse(row.data));
      return [[position, { by, atMs: row.received_at_ms, note: reason }] as const];
    }),
  );
  return sound.flatMap((row) =>
    row.type === 'chain.failedOver'
      ? [
          {
            ...chainEvents['chain.failedOver'].parse(JSON.parse(row.data)),
            position: row.position,
            atMs: row.received_at_ms,
            confirmed: confirmations.get(row.position),
          },
        ]
      : [],
  );
}
