import * as z from 'zod';
import { templateVariables, type ProviderChannel } from '../../src/contract/notificationWords.ts';
import { streamName } from '../../src/contract/streamName.ts';
import type { EventDraft } from '../../src/machines/lifecycle.ts';
import { notificationLifecycle } from '../../src/machines/notificationLifecycle.ts';
import type { NotificationSnapshot } from '../../src/machines/notificationMachine.ts';
import { notifyActor } from '../domain/actors.ts';
import { decide, type DecisionParts } from '../domain/decide.ts';
import { unlessRefused } from '../domain/refusal.ts';
import type { KeyedTurns } from '../runtime/keyedTurns.ts';
import { retry } from '../runtime/retry.ts';
import type { NotificationTable } from '../store/rowTables.ts';
import type { Adapter, Channels, OutgoingMessage, SendOutcome } from './adapter.ts';
import { attemptsLeft, countAttempt } from './addressLimits.ts';
import { addressOf } from './addressOf.ts';
import { backOffMs, failedSteps, limitedSteps, unknownStep, type Chance } from './retryPlan.ts';

/** A provider that takes longer is not waited for. */
const sendLimitMs = 10_000;

export interface AttemptParts extends DecisionParts {
  readonly channels: Channels;
  readonly chance: Chance;
  /** Messages to one address take turns, so that none passes its limit beside another. */
  readonly addressTurns: KeyedTurns;
  /** Ends what is still being sent, and the retrying of what cannot be recorded. */
  readonly until: AbortSignal;
  readonly onError: (error: unknown) => void;
}

export type QueuedRow = Pick<
  NotificationTable,
  'id' | 'template' | 'template_values' | 'title' | 'person_id' | 'user_id' | 'recipient_organization' | 'require_key'
>;

const valuesSchema = z.partialRecord(z.enum(templateVariables), z.string());

export const takeSteps = (
  parts: DecisionParts,
  id: number,
  choose: (state: NotificationSnapshot) => EventDraft | readonly EventDraft[] | undefined,
) =>
  unlessRefused(
    decide(parts, notificationLifecycle, { stream: streamName('notification', id), actor: notifyActor, choose }),
  );

/** One attempt, from the address to the outcome in the log. `notification.attempted` is committed before the request leaves. */
export async function attemptOnce(
  parts: AttemptParts,
  channel: ProviderChannel,
  adapter: Adapter,
  row: QueuedRow,
): Promise<void> {
  const address = await addressOf(parts.store, channel, {
    personId: row.person_id,
    userId: row.user_id,
    organization: row.recipient_organization,
  });
  if (address === undefined) {
    const reason = channel === 'wechat' ? '对方尚未绑定微信' : '没有登记电话号码';
    await takeSteps(parts, row.id, (state) =>
      state.matches('queued') ? failedSteps(state, { code: 'noAddress', reason, retryAtMs: null }) : undefined,
    );
    return;
  }
  const attempt = await parts.addressTurns.run(`${channel} ${address}`, () => begin(parts, channel, address, row.id));
  if (attempt === undefined) return;
  const outcome = await send(parts, adapter, messageOf(parts, channel, row, address, attempt));
  // Without this it would seem to be under way until the next start.
  await retry(() => settle(parts, adapter, row.id, outcome), {
    clock: parts.clock,
    until: parts.until,
    onError: parts.onError,
  });
}

/** The number of the attempt; undefined where it may not leave. */
async function begin(
  parts: AttemptParts,
  channel: ProviderChannel,
  address: string,
  id: number,
): Promise<number | undefined> {
  const { store, clock, chance } = parts;
  const atMs = clock.nowMs();
  if ((await attemptsLeft(parts, channel, address, atMs)) < 1) {
    await takeSteps(parts, id, (state) => (state.matches('queued') ? limitedSteps(state, atMs, chance) : undefined));
    return undefined;
  }
  const decision = await unlessRefused(
    decide(parts, notificationLifecycle, {
      stream: streamName('notification', id),
      actor: notifyActor,
      choose: (state) =>
        state.matches('queued')
          ? { type: 'notification.attempted', data: { attempt: state.context.attempts + 1 } }
          : undefined,
      effects: (queries) => countAttempt(store, { channel, address, atMs }, queries),
    }),
  );
  return decision?.result === undefined ? undefined : decision.state.context.attempts + 1;
}

function messageOf(
  { channels, clock }: AttemptParts,
  channel: ProviderChannel,
  row: QueuedRow,
  address: string,
  attempt: number,
): OutgoingMessage {
  const values = valuesSchema.parse(JSON.parse(row.template_values));
  const { text, code } = channels.render(channel, row.template, values);
  return {
    notificationId: row.id,
    attempt,
    address,
    title: row.title,
    text,
    templateCode: code,
    values,
    requireKey: row.require_key === 1,
    atMs: clock.nowMs(),
  };
}

/** Resolves to the provider's answer within the limit; an adapter that does not listen to the signal is not waited for either. */
function send({ clock, until }: AttemptParts, adapter: Adapter, message: OutgoingMessage): Promise<SendOutcome> {
  const late = new AbortController();
  const cancelTimer = clock.after(sendLimitMs, () => late.abort());
  const signal = AbortSignal.any([late.signal, until]);
  return new Promise<SendOutcome>((resolve) => {
    const unknown = (reason: string) => () => resolve({ kind: 'unknown', reason });
    if (signal.aborted) unknown('服务器正在停止')();
    signal.addEventListener('abort', unknown('渠道没有答复'), { once: true });
    adapter.send(message, signal).then(resolve, unknown('渠道出错'));
  }).finally(cancelTimer);
}

async function settle(parts: AttemptParts, adapter: Adapter, id: number, outcome: SendOutcome): Promise<void> {
  const { clock, chance } = parts;
  await takeSteps(parts, id, (state) => {
    const atMs = clock.nowMs();
    if (outcome.kind === 'accepted') {
      const { providerId } = outcome;
      // A receipt may be quicker than the answer, and says more.
      const isNews = state.matches('attempted') || state.matches('unknown');
      return isNews ? { type: 'notification.accepted', data: { providerId: providerId.slice(0, 200) } } : undefined;
    }
    if (!state.matches('attempted')) return undefined;
    if (outcome.kind === 'unknown')
      return unknownStep(state, { reason: 'noAnswer', isIdempotent: adapter.isIdempotent, atMs, chance });
    const { code, reason, isPassing, retryAfterMs = 0 } = outcome;
    const waitMs = Math.max(retryAfterMs, backOffMs(state.context.attempts, chance));
    return failedSteps(state, {
      code: code.slice(0, 100),
      reason: reason.slice(0, 500),
      retryAtMs: isPassing ? atMs + waitMs : null,
    });
  });
}
