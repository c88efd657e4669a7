import * as z from 'zod';
import { every, type Clock } from '../../runtime/clock.ts';
import { compareAnchor } from './anchorCheck.ts';
import { LogRolledBackError } from '../errors.ts';
import type { LogHead } from '../eventRow.ts';
import type { EventStore } from '../eventStore.ts';
import {
  anchorAfter,
  anchorNow,
  anchorPeriodMs,
  readAnchor,
  writeAnchor,
  type AnchoredStore,
  type LogAnchor,
} from './logAnchor.ts';
import { togetherLifts } from './logTrail.ts';

const liftSchema = z.object({ elevatorId: z.number().int().positive() });

export interface AnchorKeeper {
  /** This process knows that the log ended here: what the database lacks of it at the next start is lost. Nothing is kept after. */
  noteKnownEnd(end: LogHead): Promise<void>;
  close(): Promise<void>;
}

/**
 * Keeps the anchor a few seconds behind the log, never ahead of it, and up to date at a clean stop. It does not follow
 * a log that is cut off or replaced meanwhile: `onTrouble` hears of that (LogRolledBackError), and of an anchor that
 * cannot be kept, once each. After a fail-over that lost events it keeps still: the next write ends the process.
 */
export async function keepAnchor({
  store,
  dataDir,
  clock,
  onTrouble,
}: {
  readonly store: AnchoredStore & Pick<EventStore, 'subscribe'>;
  readonly dataDir: string;
  readonly clock: Clock;
  readonly onTrouble: (error: unknown) => void;
}): Promise<AnchorKeeper> {
  let kept = await readAnchor(dataDir);
  let trouble: 'rolledBack' | 'notKept' | undefined;
  let writing: Promise<void> = Promise.resolve();
  let lifts: number[] = [];
  let isOver = false;
  const put = async (next: LogAnchor): Promise<void> => {
    const anchor = kept === undefined ? next : anchorAfter(kept, next);
    await writeAnchor(dataDir, anchor);
    kept = anchor;
  };
  const keep = () => {
    writing = writing
      .then(async () => {
        const found = await anchorNow(store);
        if (isOver) return;
        if (kept !== undefined && (await compareAnchor(store, kept, found)).kind !== 'kept') return;
        const now = { ...found, atMs: clock.nowMs() };
        if (found.position === kept?.position && found.timeline === kept.timeline && found.system === kept.system)
          kept = { ...kept, atMs: now.atMs };
        else {
          const fresh = lifts;
          lifts = [];
          await put({ ...now, lifts: fresh }).catch((error: unknown) => {
            lifts = togetherLifts(fresh, lifts);
            throw error;
          });
        }
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
  const following = store.subscribe({
    afterPosition: kept?.position ?? 0,
    onEvents(events) {
      const ids = events.flatMap(({ data }) => liftSchema.safeParse(data).data?.elevatorId ?? []);
      if (ids.length > 0) lifts = togetherLifts(lifts, ids);
    },
    onError: onTrouble,
  });
  const cancel = every(clock, anchorPeriodMs, keep);
  return {
    async noteKnownEnd(end) {
      // Not behind a question that the database may never answer.
      isOver = true;
      cancel();
      if (kept === undefined || end.position <= kept.position) return;
      const { kind, epoch, timeline, system } = kept;
      await put({ kind, epoch, timeline, system, ...end, lifts, atMs: clock.nowMs() });
    },
    async close() {
      cancel();
      await following.close();
      await keep();
    },
  };
}
