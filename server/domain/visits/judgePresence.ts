import type { PresenceCodes } from '../../access/presenceCodes.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { EventStore } from '../../store/eventStore.ts';

export interface PresenceWish {
  readonly elevatorId: number;
  readonly code: string;
  /** When it was typed, by our clock. */
  readonly atMs: number;
  readonly userId: number;
}
export type JudgePresence = (wish: PresenceWish) => Promise<'right' | 'wrong'>;

/** A check-in that arrives later than this was typed without a network. */
const onlineWithinMs = 60_000;
/** The accepted error of a telephone's clock after its measured offset was taken away. */
const offlineToleranceMs = 10 * 60_000;
const rememberedMs = 3_600_000;

/**
 * Judges the code of the car for a check-in, and uses it up. A telephone that repeats a check-in which failed after its code was
 * judged is given the same verdict for an hour, so that nobody is marked for a lost answer.
 */
export function createPresenceJudge(store: EventStore, codes: PresenceCodes, clock: Clock): JudgePresence {
  const right = new Map<string, number>();

  return async ({ elevatorId, code, atMs, userId }) => {
    const nowMs = clock.nowMs();
    for (const [key, untilMs] of right) if (untilMs < nowMs) right.delete(key);
    const key = `${elevatorId}:${userId}:${code}`;
    if (right.has(key)) return 'right';
    const verdict = await store.write(function* (queries) {
      return yield* codes.judgePresenceCode(queries, {
        elevatorId,
        code,
        at: atMs,
        toleranceMs: nowMs - atMs > onlineWithinMs ? offlineToleranceMs : 0,
        guesser: String(userId),
      });
    });
    if (verdict !== 'right') return 'wrong';
    right.set(key, nowMs + rememberedMs);
    return 'right';
  };
}
