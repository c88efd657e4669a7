import type { NotificationState, ProviderChannel } from '../../src/contract/notificationWords.ts';
import { streamName } from '../../src/contract/streamName.ts';
import type { EventDraft } from '../../src/machines/lifecycle.ts';
import { notificationLifecycle, notificationStageOf } from '../../src/machines/notificationLifecycle.ts';
import type { NotificationSnapshot } from '../../src/machines/notificationMachine.ts';
import { wait } from '../runtime/retry.ts';
import { notifyActor } from '../domain/actors.ts';
import { decide, loadState, type DecisionParts } from '../domain/decide.ts';
import { unlessRefused } from '../domain/refusal.ts';
import type { Receipt } from './adapter.ts';
import { unreachedSteps, type Chance } from './retryPlan.ts';

/** A provider may report before its own answer is in the log. */
const lookAgainAfterMs = [500, 2_000, 5_000];
const mostTextLetters = 500;

/** The amount of knowledge in each state: a receipt that says no more is dropped, so that one that comes late or twice changes nothing. */
const knowledge: Readonly<Record<NotificationState, number>> = {
  queued: 0,
  retrying: 0,
  attempted: 0,
  accepted: 0,
  unknown: 0,
  givenUp: 0,
  cancelled: 0,
  delivered: 1,
  answered: 2,
  acknowledged: 3,
};

/** A failure is news only of what has left: an attempt that was made since says more. */
const mayFail: ReadonlySet<NotificationState> = new Set(['accepted', 'unknown']);

/**
 * Records what a provider reports about a message, after the provider has got its answer. A receipt may skip states. It changes
 * nothing if the message is not ours, the attempt has failed before, the receipt says nothing new, or a receipt of the same
 * `messageId` was recorded already, before a crash.
 */
export async function recordReceipt(
  parts: DecisionParts,
  channel: ProviderChannel,
  receipt: Receipt,
  { messageId, chance = Math.random }: { readonly messageId?: string | undefined; readonly chance?: Chance } = {},
): Promise<void> {
  const notificationId = await idOf(parts, channel, receipt);
  if (notificationId === undefined) return;
  const stream = streamName('notification', notificationId);
  if (receipt.state === 'failed') await untilAnswered(parts, stream);
  await unlessRefused(
    decide(parts, notificationLifecycle, {
      stream,
      actor: notifyActor,
      messageId,
      choose: (state) => stepsFor(state, receipt, parts.clock.nowMs(), chance),
    }),
  );
}

const never = new AbortController().signal;

/** The failure of a message whose provider has not even answered yet is recorded after that answer. */
async function untilAnswered({ store, clock }: DecisionParts, stream: string): Promise<void> {
  for (const waitMs of lookAgainAfterMs) {
    const { state } = await loadState(store, notificationLifecycle, stream);
    if (!state.matches('attempted')) return;
    await wait(clock, waitMs, never);
  }
}

function stepsFor(
  state: NotificationSnapshot,
  { state: reported, providerId, key, code, reason, durationSeconds }: Receipt,
  atMs: number,
  chance: Chance,
): EventDraft | readonly EventDraft[] | undefined {
  const stage = notificationStageOf(state);
  if (stage === undefined) return undefined;
  if (reported === 'failed') {
    const { providerId: newest } = state.context;
    if (!mayFail.has(stage) || (providerId !== undefined && newest !== '' && providerId !== newest)) return undefined;
    return unreachedSteps(state, {
      code: (code ?? 'failed').slice(0, 100),
      reason: (reason ?? '渠道报告未送达').slice(0, mostTextLetters),
      atMs,
      chance,
    });
  }
  if (state.context.attempts === 0 || knowledge[reported] <= knowledge[stage]) return undefined;
  switch (reported) {
    case 'delivered':
      return { type: 'notification.delivered', data: {} };
    case 'answered':
      return { type: 'notification.answered', data: durationSeconds === undefined ? {} : { durationSeconds } };
    case 'acknowledged':
      return {
        type: 'notification.acknowledged',
        data: key === undefined ? { via: 'link' } : { via: 'key', key: key.slice(0, 4) },
      };
    default:
      return undefined;
  }
}

/** Named by us or by the provider. It must be of the channel that reports it. */
async function idOf(
  { store, clock }: DecisionParts,
  channel: ProviderChannel,
  { providerId, notificationId }: Receipt,
): Promise<number | undefined> {
  if (notificationId !== undefined) {
    const row = await store.rows
      .selectFrom('notifications')
      .select('channel')
      .where('id', '=', notificationId)
      .executeTakeFirst();
    return row?.channel === channel ? notificationId : undefined;
  }
  if (providerId === undefined) return undefined;
  const find = () =>
    store.rows
      .selectFrom('notification_provider_ids')
      .select('notification_id')
      .where('channel', '=', channel)
      .where('provider_id', '=', providerId)
      .executeTakeFirst();
  for (const waitMs of lookAgainAfterMs) {
    const found = await find();
    if (found !== undefined) return found.notification_id;
    await wait(clock, waitMs, never);
  }
  return (await find())?.notification_id;
}
