import type { ProviderChannel } from '../../../src/contract/notificationWords.ts';
import { maskTelephone } from '../../domain/base/maskTelephone.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { OnTrouble } from '../../runtime/troubleLog.ts';
import { run, type EventStore } from '../../store/eventStore.ts';
import { noAnswerCode, type Adapter, type Receipt } from '../adapter.ts';
import { channelForms } from '../channelForms.ts';

export interface DemoParts {
  readonly store: EventStore;
  readonly clock: Clock;
  readonly onReceipt: (channel: ProviderChannel, receipt: Receipt) => Promise<void>;
  readonly onTrouble: OnTrouble;
}

export interface DemoAdapter extends Adapter {
  /** Someone pressed a key, or answered without one. */
  reacted(notificationId: number, key: string): Promise<void>;
  close(): void;
}

/** A telephone rings so long. */
export const ringsForMs = 60_000;
const deliveredAfterMs = 1_500;
/** The number of messages that the demo remembers. */
const kept = 500;
/** The reaction shown for a call that no one answered. */
const noReaction = '-';

/**
 * The demo's own provider: it records the message instead of sending it, and plays the telephone. A person reacts by
 * `npm run phone`; nobody's real telephone rings.
 */
export function createDemoAdapter(channel: ProviderChannel, parts: DemoParts): DemoAdapter {
  const { store, clock, onReceipt, onTrouble } = parts;
  const waits = new Set<() => void>();

  function later(delayMs: number, work: () => Promise<void>): void {
    const cancel = clock.after(delayMs, () => {
      waits.delete(cancel);
      void work().catch((error: unknown) => onTrouble('演示渠道的回执处理出错', error));
    });
    waits.add(cancel);
  }

  async function stopRinging(notificationId: number, sentAtMs: number): Promise<void> {
    const open = await store.rows
      .selectFrom('demo_messages')
      .select('notification_id')
      .where('notification_id', '=', notificationId)
      .where('sent_at_ms', '=', sentAtMs)
      .where('reaction', '=', '')
      .executeTakeFirst();
    if (open === undefined) return;
    await react(notificationId, noReaction);
    await onReceipt(channel, { notificationId, state: 'failed', code: noAnswerCode, reason: '无人接听' });
  }

  const react = (notificationId: number, reaction: string): Promise<void> =>
    store.write(function* (queries) {
      yield* run(queries.updateTable('demo_messages').set({ reaction }).where('notification_id', '=', notificationId));
    });

  return {
    channel,
    isDemo: true,
    // A repeated message takes the place of the first.
    isIdempotent: true,
    perSecond: channelForms[channel].perSecond,
    addressLimits: channelForms[channel].addressLimits,
    async send(message) {
      const { notificationId, attempt, address, title, text, requireKey } = message;
      const sentAtMs = clock.nowMs();
      const row = {
        channel,
        recipient: channel === 'wechat' ? '微信用户' : maskTelephone(address),
        title,
        text,
        require_key: requireKey ? (1 as const) : (0 as const),
        sent_at_ms: sentAtMs,
        reaction: '',
      };
      try {
        await store.write(function* (queries) {
          yield* run(
            queries
              .insertInto('demo_messages')
              .values({ notification_id: notificationId, ...row })
              .onConflict((conflict) => conflict.column('notification_id').doUpdateSet(row)),
          );
          yield* run(queries.deleteFrom('demo_messages').where('notification_id', '<=', notificationId - kept));
        });
      } catch (error) {
        onTrouble('演示渠道无法记录消息', error);
        return { kind: 'refused', code: 'demo', reason: '演示渠道无法记录消息', isPassing: true };
      }
      // As with the real ones: of a call is reported only how it ended.
      if (channel === 'voice') later(ringsForMs, () => stopRinging(notificationId, sentAtMs));
      else later(deliveredAfterMs, () => onReceipt(channel, { notificationId, state: 'delivered' }));
      return { kind: 'accepted', providerId: `demo-${notificationId}-${attempt}` };
    },
    reacted: react,
    close() {
      for (const cancel of waits) cancel();
      waits.clear();
    },
  };
}
