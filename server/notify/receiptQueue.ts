import type { ProviderChannel } from '../../src/contract/notificationWords.ts';
import type { Clock } from '../runtime/clock.ts';
import { retry, wait } from '../runtime/retry.ts';
import type { OnTrouble } from '../runtime/troubleLog.ts';
import { within } from '../runtime/within.ts';
import type { EventStore } from '../store/eventStore.ts';
import type { Receipt } from './adapter.ts';
import type { Bindings } from './bindings.ts';
import type { LoadedChannels } from './channels.ts';
import { createReceiptInbox, type KeptCall, type KeptReading } from './receiptInbox.ts';

export interface ReceiptQueueParts {
  readonly store: EventStore;
  readonly clock: Clock;
  readonly channels: Pick<LoadedChannels, 'demoOf'>;
  readonly bindings: Pick<Bindings, 'scanned'>;
  /** `messageId` names the receipt: it may be given twice, after a crash. */
  readonly onReceipt: (channel: ProviderChannel, receipt: Receipt, messageId?: string) => Promise<void>;
  readonly onTrouble: OnTrouble;
}

/**
 * Keeps each receipt in the store before the provider gets its answer, because no provider repeats a receipt that was answered.
 * Processes it afterwards, because providers wait 700 ms and the log may take longer (docs/decisions/0053). The next start processes
 * what a crash left.
 */
export interface ReceiptQueue {
  /** False when it could not be kept in time, or too much waits already: the provider is to send it again later. */
  put(channel: ProviderChannel, reading: KeptReading): Promise<boolean>;
  /** Resolves when nothing is left to do. */
  idle(): Promise<void>;
  /** Ends what is under way; the rest waits in the store for the next start. */
  close(): Promise<void>;
}

const mostWaiting = 2_000;
/** A receipt that comes before our own record of the message waits for it; the others need not wait for that one. */
const mostAtOnce = 20;
/** The share of the 700 ms for keeping a receipt: the rest is for the way there and back. */
const keptWithinMs = 450;
const firstRetryMs = 1_000;
const longestRetryMs = 60_000;
/** By then a person has acted, and a provider's words help nobody. */
const givenUpAfterMs = 24 * 3_600_000;
/** A write of unknown outcome may have kept its call. */
const lookAgainAfterMs = 5_000;

export function createReceiptQueue({
  store,
  clock,
  channels,
  bindings,
  onReceipt,
  onTrouble,
}: ReceiptQueueParts): ReceiptQueue {
  const inbox = createReceiptInbox({ store, clock });
  const closing = new AbortController();
  const waiting: (() => Promise<void>)[] = [];
  const underWay = new Set<Promise<void>>();
  /** The ids of the calls that are processed or wait for it here. */
  const known = new Set<number>();
  /** The ids of those that were reported as unreadable: each is, once. */
  const unreadable = new Set<number>();

  function start(): void {
    while (underWay.size < mostAtOnce && !closing.signal.aborted) {
      const work = waiting.shift();
      if (work === undefined) return;
      const running: Promise<void> = work().finally(() => {
        underWay.delete(running);
        start();
      });
      underWay.add(running);
    }
  }

  async function take(channel: ProviderChannel, receipt: Receipt, messageId: string): Promise<void> {
    const { notificationId, key = '' } = receipt;
    // The demo's telephone stops ringing.
    if (notificationId !== undefined) await channels.demoOf(channel)?.reacted(notificationId, key === '' ? '*' : key);
    await onReceipt(channel, receipt, messageId);
  }

  /** Runs it until it succeeds. While it waits for its next try, others take its place. */
  function enter(call: KeptCall, work: () => Promise<void>, retryMs = firstRetryMs): void {
    waiting.push(() =>
      work().catch((error: unknown) => {
        const isGivenUp = clock.nowMs() - call.receivedAtMs >= givenUpAfterMs;
        onTrouble(isGivenUp ? '通知回执处理出错，已放弃' : '通知回执处理出错，将重试', error);
        if (isGivenUp) return void forget(call);
        void wait(clock, retryMs, closing.signal).then(() => {
          enter(call, work, Math.min(2 * retryMs, longestRetryMs));
          start();
        });
      }),
    );
  }

  const forget = (call: KeptCall): Promise<unknown> =>
    retry(() => inbox.remove(call.id), { clock, until: closing.signal }).then(() => known.delete(call.id));

  /** Enters the receipts of a call, one after the other and beside other calls; the call is removed with the last of it. */
  function enterCall(call: KeptCall): void {
    if (known.has(call.id)) return;
    known.add(call.id);
    const { id, channel, receipts, scans } = call;
    const items = [
      ...receipts.map((receipt, index) => () => take(channel, receipt, `receipt:${id}:${index}`)),
      ...scans.map((scan) => () => bindings.scanned(scan)),
    ];
    let left = items.length;
    for (const item of items)
      enter(call, async () => {
        await item();
        left -= 1;
        if (left === 0) await forget(call);
      });
    start();
  }

  async function look(): Promise<void> {
    const kept = await retry(() => inbox.all(), {
      clock,
      until: closing.signal,
      onError: (error) => onTrouble('无法读取待处理的通知回执，将重试', error),
    });
    for (const { id, error } of kept?.unreadable ?? []) {
      if (unreadable.has(id)) continue;
      unreadable.add(id);
      onTrouble(`通知回执 ${id} 无法读取，已跳过并保留，其余照常处理`, error);
    }
    for (const call of kept?.calls ?? []) enterCall(call);
  }

  const looked = look();
  return {
    async put(channel, { receipts, scans }) {
      const count = receipts.length + scans.length;
      if (count === 0) return true;
      if (closing.signal.aborted || waiting.length + count > mostWaiting) return false;
      // Also when it comes too late for the provider: what is kept is processed, and the repeat says nothing new.
      const kept = inbox.keep(channel, { receipts, scans }).then((call) => {
        enterCall(call);
        return true;
      });
      kept.catch((error: unknown) => {
        onTrouble('通知回执没有保存，渠道将重发', error);
        void wait(clock, lookAgainAfterMs, closing.signal).then(look);
      });
      return within(clock, keptWithinMs, kept, false);
    },
    async idle() {
      await looked;
      while (underWay.size > 0) await Promise.all(underWay);
    },
    async close() {
      closing.abort();
      waiting.length = 0;
      await looked;
      await Promise.all(underWay);
    },
  };
}
