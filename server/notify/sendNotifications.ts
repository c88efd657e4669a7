import type { StoredEvent } from '../../src/contract/events/storedEvent.ts';
import { providerChannels, type ProviderChannel } from '../../src/contract/notificationWords.ts';
import type { DecisionParts } from '../domain/decide.ts';
import { KeyedTurns } from '../runtime/keyedTurns.ts';
import { retry } from '../runtime/retry.ts';
import type { Subscription } from '../store/eventStore.ts';
import type { Channels } from './adapter.ts';
import { takeSteps, type AttemptParts } from './attempt.ts';
import { ChannelLane } from './channelLane.ts';
import { unknownStep, type Chance } from './retryPlan.ts';

/** The time that a message being sent may still take when the server stops; then the next start finds it without an outcome. */
const graceMs = 3_000;

export interface SenderParts extends DecisionParts {
  readonly channels: Channels;
  readonly onError: (error: unknown) => void;
  /** Spreads the attempts; `Math.random` unless given. */
  readonly chance?: Chance;
}

export interface Sender {
  /** After a channel's settings were changed. */
  wake(): void;
  close(): Promise<void>;
}

/** After these something can leave: the log wakes the sender, and the deadlines of retries are events of it. */
const wakingTypes: ReadonlySet<string> = new Set([
  'notification.queued',
  'notification.resent',
  'notification.deadlinePassed',
]);

/** Sends what is queued. Nothing else does: the log says what is to be sent and what has left (docs/decisions/0047). */
export function sendNotifications({ chance = Math.random, ...parts }: SenderParts): Sender {
  const { store, clock, channels, onError } = parts;
  const closing = new AbortController();
  const attemptParts: AttemptParts = {
    ...parts,
    chance,
    addressTurns: new KeyedTurns(),
    until: closing.signal,
  };
  const lanes = new Map<ProviderChannel, ChannelLane>(
    providerChannels.map((channel) => [channel, new ChannelLane(attemptParts, channel)]),
  );
  const wake = () => {
    for (const lane of lanes.values()) lane.wake();
  };
  let subscription: Subscription | undefined;

  /** Records of messages that had left when the server stopped that nobody knows their outcome. */
  async function settleInterrupted(): Promise<void> {
    const rows = await store.rows
      .selectFrom('notifications')
      .select(['id', 'channel'])
      .where('state', '=', 'attempted')
      .execute();
    for (const { id, channel } of rows) {
      const known = providerChannels.find((name) => name === channel);
      const isIdempotent = known !== undefined && channels.adapterOf(known)?.isIdempotent === true;
      await takeSteps(parts, id, (state) =>
        state.matches('attempted')
          ? unknownStep(state, { reason: 'restarted', isIdempotent, atMs: clock.nowMs(), chance })
          : undefined,
      );
    }
  }

  async function start(): Promise<void> {
    await retry(settleInterrupted, { clock, until: closing.signal, onError });
    if (closing.signal.aborted) return;
    const head = await retry(() => store.head(), { clock, until: closing.signal, onError });
    if (head === undefined) return;
    subscription = store.subscribe({
      afterPosition: head,
      onEvents(events: readonly StoredEvent[]) {
        if (events.some(({ type }) => wakingTypes.has(type))) wake();
      },
      onError,
    });
    wake();
  }

  const started = start();
  return {
    wake,
    async close() {
      const cancelGrace = clock.after(graceMs, () => closing.abort());
      await started;
      await subscription?.close();
      await Promise.all([...lanes.values()].map((lane) => lane.close()));
      closing.abort();
      cancelGrace();
    },
  };
}
