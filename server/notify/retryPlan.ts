import type { EventDraft } from '../../src/machines/lifecycle.ts';
import type { NotificationSnapshot } from '../../src/machines/notificationMachine.ts';

const shortestBackOffMs = 2_000;
const longestBackOffMs = 5 * 60_000;
/** The most attempts that the server makes of its own accord where it does not know whether the earlier ones arrived. */
const mostUnknownAttempts = 4;
/** A telephone that nobody picks up rings so often; and not again within a minute, which providers refuse. */
const mostUnansweredAttempts = 3;
const shortestRingAgainMs = 65_000;

/** A number in [0, 1). */
export type Chance = () => number;

/** Before the next attempt: twice as long at most after each, and anything up to that, so that not all come at once. */
export const backOffMs = (attempts: number, chance: Chance): number =>
  Math.round(chance() * Math.min(longestBackOffMs, shortestBackOffMs * 2 ** Math.min(20, attempts)));

export interface Failure {
  readonly code: string;
  /** Chinese. */
  readonly reason: string;
  /** The next attempt; null where there is no use in one. */
  readonly retryAtMs: number | null;
}

/** It failed; without a next attempt before it expires it is given up in the same append. */
export function failedSteps(
  { context }: NotificationSnapshot,
  { code, reason, retryAtMs }: Failure,
): readonly EventDraft[] {
  const isRetried = retryAtMs !== null && retryAtMs < context.expiresAtMs;
  const failed = { type: 'notification.failed', data: { code, reason, retryAtMs: isRetried ? retryAtMs : null } };
  if (isRetried) return [failed];
  const why = retryAtMs === null ? reason : `${reason}，有效期内无法再试`;
  return [failed, { type: 'notification.givenUp', data: { reason: why } }];
}

/** Nobody knows whether it left. It leaves again only as a call for help, or where a second one is the same message to the provider. */
export function unknownStep(
  { context }: NotificationSnapshot,
  {
    reason,
    isIdempotent,
    atMs,
    chance,
  }: {
    readonly reason: 'noAnswer' | 'restarted';
    readonly isIdempotent: boolean;
    readonly atMs: number;
    readonly chance: Chance;
  },
): EventDraft {
  const isSentAgain = (context.priority === 1 || isIdempotent) && context.attempts < mostUnknownAttempts;
  // After a restart its time has passed already.
  const waitMs = reason === 'restarted' ? 0 : backOffMs(context.attempts, chance);
  return {
    type: 'notification.unknown',
    data: { reason, resendAtMs: isSentAgain ? atMs + waitMs : null },
  };
}

/** The provider took it on and reports later that it did not arrive. */
export function unreachedSteps(
  state: NotificationSnapshot,
  {
    code,
    reason,
    atMs,
    chance,
  }: { readonly code: string; readonly reason: string; readonly atMs: number; readonly chance: Chance },
): readonly EventDraft[] {
  const { attempts, unheardAfterMs } = state.context;
  // The ladder asks the next person instead.
  const isRetried = unheardAfterMs === null && attempts < mostUnansweredAttempts;
  const retryAtMs = isRetried ? atMs + shortestRingAgainMs + backOffMs(attempts, chance) : null;
  return failedSteps(state, { code, reason, retryAtMs });
}

/** The provider allows this address no more for now. */
export function limitedSteps(state: NotificationSnapshot, atMs: number, chance: Chance): readonly EventDraft[] {
  const { attempts, unheardAfterMs } = state.context;
  return failedSteps(state, {
    code: 'limit',
    reason: '该号码的发送次数已达渠道上限',
    retryAtMs: unheardAfterMs === null ? atMs + shortestRingAgainMs + backOffMs(attempts, chance) : null,
  });
}
