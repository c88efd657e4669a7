import * as z from 'zod';
import { providerChannels, type ProviderChannel } from '../../src/contract/notificationWords.ts';
import type { Clock } from '../runtime/clock.ts';
import { run, type EventStore } from '../store/eventStore.ts';
import { receiptSchema } from './adapter.ts';
import { bindingScanSchema, type ReceiptReading } from './receipts/receiptReading.ts';

const keptReadingSchema = z.object({ receipts: z.array(receiptSchema), scans: z.array(bindingScanSchema) });
/** The content of one call of a provider. */
export type KeptReading = Pick<ReceiptReading, 'receipts' | 'scans'>;

export interface KeptCall extends KeptReading {
  readonly id: number;
  readonly channel: ProviderChannel;
  /** Epoch ms. */
  readonly receivedAtMs: number;
}

/** A kept call that cannot be read: it stays in the store, for a person or a later version to look at. */
export interface UnreadableCall {
  readonly id: number;
  readonly error: unknown;
}

/** The calls of providers that were answered and are not processed yet, in the store, so that a crash loses none. */
export interface ReceiptInbox {
  /** Resolves once it is durable. */
  keep(channel: ProviderChannel, reading: KeptReading): Promise<KeptCall>;
  remove(id: number): Promise<void>;
  /** In the order in which they came, and beside them those that cannot be read. */
  all(): Promise<{ readonly calls: readonly KeptCall[]; readonly unreadable: readonly UnreadableCall[] }>;
}

const channelSchema = z.enum(providerChannels);

interface ReceiptRow {
  readonly id: number;
  readonly channel: string;
  readonly content: string;
  readonly received_at_ms: number;
}

/** Throws where the row is not what `keep` writes. */
const toCall = ({ id, channel, content, received_at_ms: receivedAtMs }: ReceiptRow): KeptCall => ({
  id,
  channel: channelSchema.parse(channel),
  ...keptReadingSchema.parse(JSON.parse(content)),
  receivedAtMs,
});

export function createReceiptInbox({
  store,
  clock,
}: {
  readonly store: EventStore;
  readonly clock: Clock;
}): ReceiptInbox {
  return {
    async keep(channel, { receipts, scans }) {
      const id = await store.nextId('notifyReceipt');
      const receivedAtMs = clock.nowMs();
      const content = JSON.stringify({ receipts, scans });
      await store.write(function* (queries) {
        yield* run(
          queries.insertInto('notify_receipts').values({ id, channel, content, received_at_ms: receivedAtMs }),
        );
      });
      return { id, channel, receipts, scans, receivedAtMs };
    },
    async remove(id) {
      await store.write(function* (queries) {
        yield* run(queries.deleteFrom('notify_receipts').where('id', '=', id));
      });
    },
    async all() {
      const rows = await store.rows.selectFrom('notify_receipts').selectAll().orderBy('id').execute();
      const calls: KeptCall[] = [];
      const unreadable: UnreadableCall[] = [];
      for (const row of rows)
        try {
          calls.push(toCall(row));
        } catch (error) {
          unreadable.push({ id: row.id, error });
        }
      return { calls, unreadable };
    },
  };
}
