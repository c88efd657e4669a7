import { createHash } from 'node:crypto';
import type { ProviderChannel } from '../../src/contract/notificationWords.ts';
import type { DecisionParts } from '../domain/decide.ts';
import { run, type EventStore, type Queries, type TransactionSteps } from '../store/eventStore.ts';
import type { Channels } from './adapter.ts';

export interface LimitParts {
  readonly store: DecisionParts['store'];
  readonly channels: Pick<Channels, 'adapterOf'>;
}

/** No provider counts further back. */
const keptMs = 48 * 3_600_000;

/** The table holds no telephone numbers. */
const hashOf = ({ epoch }: Pick<EventStore, 'epoch'>, address: string): string =>
  createHash('sha256').update(`${epoch}:${address}`).digest('base64url').slice(0, 22);

/**
 * Returns the number of further messages that this address may get at that moment under the limits of the channel's provider; infinite
 * without limits, and for a channel that is not configured.
 */
export async function attemptsLeft(
  { store, channels }: LimitParts,
  channel: ProviderChannel,
  address: string,
  atMs: number,
): Promise<number> {
  const limits = address === '' ? [] : (channels.adapterOf(channel)?.addressLimits ?? []);
  if (limits.length === 0) return Number.POSITIVE_INFINITY;
  const longestMs = Math.max(...limits.map(({ withinMs }) => withinMs));
  const attempts = await store.rows
    .selectFrom('notification_attempts')
    .select('at_ms')
    .where('channel', '=', channel)
    .where('address_hash', '=', hashOf(store, address))
    .where('at_ms', '>', atMs - longestMs)
    // A calendar that was set back makes no limit longer.
    .where('at_ms', '<=', atMs)
    .execute();
  const left = limits.map(
    ({ most, withinMs }) => most - attempts.filter(({ at_ms: thenMs }) => thenMs > atMs - withinMs).length,
  );
  return Math.max(0, Math.min(...left));
}

/** Counts a message to the address, in the transaction that says that it leaves. */
export function* countAttempt(
  store: Pick<EventStore, 'epoch'>,
  { channel, address, atMs }: { readonly channel: ProviderChannel; readonly address: string; readonly atMs: number },
  queries: Queries,
): TransactionSteps {
  yield* run(queries.deleteFrom('notification_attempts').where('at_ms', '<', atMs - keptMs));
  if (address === '') return;
  yield* run(
    queries.insertInto('notification_attempts').values({ channel, address_hash: hashOf(store, address), at_ms: atMs }),
  );
}
