import { createHmac } from 'node:crypto';
import { presenceCodeEveryMs, presenceCodeValidMs } from '../../src/contract/endpoints/cabin.ts';
import type { Clock } from '../runtime/clock.ts';
import { run, type Queries, type TransactionSteps } from '../store/eventStore.ts';
import { Buckets } from './buckets.ts';

export type PresenceVerdict = 'right' | 'wrong' | 'used';

export interface PresenceGuess {
  readonly elevatorId: number;
  /** As it was typed. */
  readonly code: string;
  /** When it was typed, epoch ms. */
  readonly at: number;
  /** The error of that time in either direction that is accepted; none for one that is judged as it is typed. */
  readonly toleranceMs: number;
  /** The user who pays for a wrong one: a user's id. */
  readonly guesser: string;
}

/**
 * The six digits that a lift shows to prove that somebody stands in it: derived from the site's secret, so that nothing is kept of them
 * except which were used. A new one every 5 s, valid for 60 s, once.
 */
export interface PresenceCodes {
  codeAt(elevatorId: number, atMs: number): string;
  /**
   * Judges a code and marks a right one as used, in the caller's transaction: it counts only if that commits. A guesser who has used up
   * their wrong guesses gets 'wrong' for anything, so that nobody tries the codes of ten minutes one after the other.
   */
  judgePresenceCode(queries: Queries, guess: PresenceGuess): TransactionSteps<PresenceVerdict>;
}

/** A worker makes two visits an hour at most; who is wrong more often than this is guessing. */
const wrongGuesses = { burst: 10, perHour: 20 } as const;
/** After this no tolerance reaches back to a used code. */
const usedKeptMs = 2 * 86_400_000;

const stepOf = (atMs: number): number => Math.floor(atMs / presenceCodeEveryMs);

/** `siteKey`: the 32 bytes from which the devices' secrets are derived, too. */
export function createPresenceCodes({
  siteKey,
  clock,
}: {
  readonly siteKey: Uint8Array;
  readonly clock: Clock;
}): PresenceCodes {
  const guesses = new Buckets(wrongGuesses, clock);
  // `:` cannot stand in a device key, so no device's secret is derived from the same text.
  const codeOfStep = (elevatorId: number, step: number): string => {
    const digest = createHmac('sha256', siteKey).update(`:presence:${elevatorId}:${step}`).digest();
    return String(digest.readUIntBE(0, 6) % 1_000_000).padStart(6, '0');
  };

  function* isFirstUse(queries: Queries, elevatorId: number, step: number): TransactionSteps<boolean> {
    const written = yield* run(
      queries
        .insertInto('presence_codes_used')
        .values({ elevator_id: elevatorId, step, used_at_ms: clock.nowMs() })
        .onConflict((conflict) => conflict.columns(['elevator_id', 'step']).doNothing())
        .returning('step'),
    );
    return written.length > 0;
  }

  return {
    codeAt: (elevatorId, atMs) => codeOfStep(elevatorId, stepOf(atMs)),

    *judgePresenceCode(queries, { elevatorId, code, at, toleranceMs, guesser }) {
      if (guesses.waitMs(guesser) > 0) return 'wrong';
      const first = stepOf(at - presenceCodeValidMs - toleranceMs) + 1;
      const last = stepOf(at + toleranceMs);
      let verdict: PresenceVerdict = 'wrong';
      // Newest first. Two steps of a wide tolerance may share a code: one of them that is still free is enough.
      for (let step = last; step >= first && verdict !== 'right'; step -= 1)
        if (codeOfStep(elevatorId, step) === code)
          verdict = (yield* isFirstUse(queries, elevatorId, step)) ? 'right' : 'used';
      if (verdict === 'wrong') guesses.take(guesser);
      else yield* run(queries.deleteFrom('presence_codes_used').where('used_at_ms', '<', clock.nowMs() - usedKeptMs));
      return verdict;
    },
  };
}
