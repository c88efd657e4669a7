import type { Adapter, AddressLimit, Channels, OutgoingMessage, SendOutcome } from '../../server/notify/adapter.ts';
import type { ProviderChannel } from '../../src/contract/notificationWords.ts';

export interface RecordingAdapter extends Adapter {
  /** The messages that left, in order. */
  readonly sent: OutgoingMessage[];
}

export type Answer = (message: OutgoingMessage, signal: AbortSignal) => SendOutcome | Promise<SendOutcome>;

export const acceptAll: Answer = ({ notificationId, attempt }) => ({
  kind: 'accepted',
  providerId: `p-${notificationId}-${attempt}`,
});
export const neverAnswers: Answer = () => new Promise<SendOutcome>(() => {});

/** A provider that answers as told. */
export function recordingAdapter(
  channel: ProviderChannel,
  answer: Answer,
  {
    perSecond = 1_000,
    isIdempotent = false,
    addressLimits = [],
  }: {
    readonly perSecond?: number;
    readonly isIdempotent?: boolean;
    readonly addressLimits?: readonly AddressLimit[];
  } = {},
): RecordingAdapter {
  const sent: OutgoingMessage[] = [];
  return {
    channel,
    isDemo: false,
    isIdempotent,
    perSecond,
    addressLimits,
    sent,
    async send(message, signal) {
      sent.push(message);
      return answer(message, signal);
    },
  };
}

/** Channels of these providers; all others are not configured. */
export const channelsOf = (...adapters: readonly Adapter[]): Channels => ({
  adapterOf: (channel) => adapters.find((adapter) => adapter.channel === channel),
  render: (_channel, template, values) => ({ text: `${template} ${Object.values(values).join(' ')}`, code: '' }),
});
