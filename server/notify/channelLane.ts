import type { ProviderChannel } from '../../src/contract/notificationWords.ts';
import { TokenBucket } from '../runtime/tokenBucket.ts';
import type { Adapter } from './adapter.ts';
import { attemptOnce, takeSteps, type AttemptParts, type QueuedRow } from './attempt.ts';

/** The most messages that are sent at a time. Calls for help have room of their own: a provider that hangs on others holds up none. */
const mostUrgent = 4;
const mostOthers = 4;
const retryAfterErrorMs = 1_000;

interface FoundRow extends QueuedRow {
  readonly priority: number;
}

/**
 * Sends the messages of one channel, most urgent first, no faster than its provider takes them. Other channels have lanes of their own: none
 * waits for the provider of another.
 */
export class ChannelLane {
  readonly #parts: AttemptParts;
  readonly #channel: ProviderChannel;
  /** Ids under way, and whether each is a call for help. */
  readonly #underWay = new Map<number, boolean>();
  readonly #work = new Set<Promise<void>>();
  #bucket: { readonly perSecond: number; readonly tokens: TokenBucket } | undefined;
  #looking: Promise<void> | undefined;
  #isWoken = false;
  #cancelTimer: (() => void) | undefined;
  #isClosed = false;

  constructor(parts: AttemptParts, channel: ProviderChannel) {
    this.#parts = parts;
    this.#channel = channel;
  }

  /** Something may have come, or room for it. */
  wake(): void {
    if (this.#isClosed) return;
    this.#isWoken = true;
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined;
      if (this.#isWoken) this.wake();
    });
  }

  /** Takes no more, and resolves once what is under way has ended. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#cancelTimer?.();
    await this.#looking;
    await Promise.all(this.#work);
  }

  async #look(): Promise<void> {
    this.#isWoken = false;
    try {
      while (!this.#isClosed && (await this.#startNext()));
    } catch (error) {
      this.#parts.onError(error);
      this.#wakeAfter(retryAfterErrorMs);
    }
  }

  /** False once nothing more can be started for now. */
  async #startNext(): Promise<boolean> {
    const { channels, clock } = this.#parts;
    const row = await this.#next();
    if (row === undefined || this.#isClosed) return false;
    const adapter = channels.adapterOf(this.#channel);
    if (adapter === undefined) {
      await takeSteps(this.#parts, row.id, (state) =>
        state.matches('queued') ? { type: 'notification.givenUp', data: { reason: '该渠道未配置' } } : undefined,
      );
      return true;
    }
    if (!this.#tokens(adapter).take(clock.monotonicMs())) {
      this.#wakeAfter(Math.ceil(1_000 / adapter.perSecond));
      return false;
    }
    this.#start(adapter, row);
    return true;
  }

  #tokens({ perSecond }: Adapter): TokenBucket {
    if (this.#bucket?.perSecond !== perSecond)
      // Evenly, since a burst is what providers refuse.
      this.#bucket = { perSecond, tokens: new TokenBucket({ burst: 1, perSecond }, this.#parts.clock.monotonicMs()) };
    return this.#bucket.tokens;
  }

  async #next(): Promise<FoundRow | undefined> {
    const urgent = [...this.#underWay.values()].filter((isUrgent) => isUrgent).length;
    const priorities = [
      ...(urgent < mostUrgent ? [1] : []),
      ...(this.#underWay.size - urgent < mostOthers ? [2, 3] : []),
    ];
    if (priorities.length === 0) return undefined;
    let query = this.#parts.store.rows
      .selectFrom('notifications')
      .select([
        'id',
        'priority',
        'template',
        'template_values',
        'title',
        'person_id',
        'user_id',
        'recipient_organization',
        'require_key',
      ])
      .where('channel', '=', this.#channel)
      .where('state', '=', 'queued')
      .where('priority', 'in', priorities)
      .orderBy('priority')
      .orderBy('id')
      .limit(1);
    if (this.#underWay.size > 0) query = query.where('id', 'not in', [...this.#underWay.keys()]);
    return query.executeTakeFirst();
  }

  #start(adapter: Adapter, row: FoundRow): void {
    const { clock, onError } = this.#parts;
    this.#underWay.set(row.id, row.priority === 1);
    const done = () => {
      this.#underWay.delete(row.id);
      this.wake();
    };
    const work = attemptOnce(this.#parts, this.#channel, adapter, row).then(done, (error: unknown) => {
      onError(error);
      // Not at once: what failed for this one may be the database.
      clock.after(retryAfterErrorMs, done);
    });
    this.#work.add(work);
    void work.finally(() => this.#work.delete(work));
  }

  #wakeAfter(delayMs: number): void {
    this.#cancelTimer?.();
    this.#cancelTimer = this.#parts.clock.after(delayMs, () => this.wake());
  }
}
