import * as z from 'zod';
import type { ProviderChannel, TemplateValues } from '../../src/contract/notificationWords.ts';

/** A message as it leaves: the text is rendered, the address read from base data a moment ago. */
export interface OutgoingMessage {
  readonly notificationId: number;
  /** From 1. */
  readonly attempt: number;
  /** A telephone number or an openid; empty for a group's robot and a webhook. */
  readonly address: string;
  readonly title: string;
  readonly text: string;
  /** For providers that fill an approved template of theirs. */
  readonly templateCode: string;
  readonly values: TemplateValues;
  readonly requireKey: boolean;
  readonly atMs: number;
}

/** A provider's answer. `unknown`: it may have taken the message or not. */
export type SendOutcome =
  | { readonly kind: 'accepted'; readonly providerId: string }
  | {
      readonly kind: 'refused';
      readonly code: string;
      /** Chinese, for the record. */
      readonly reason: string;
      /** False where another attempt would be refused too: a wrong number, a template that is not approved. */
      readonly isPassing: boolean;
      readonly retryAfterMs?: number;
    }
  | { readonly kind: 'unknown'; readonly reason: string };

/** The most messages to one address in a period; the provider refuses more. */
export interface AddressLimit {
  readonly most: number;
  readonly withinMs: number;
}

/** One provider, ready to send. */
export interface Adapter {
  readonly channel: ProviderChannel;
  /** The demo's recording provider. */
  readonly isDemo: boolean;
  /** The same message sent twice reaches the recipient once: after an unknown outcome it may be sent again. */
  readonly isIdempotent: boolean;
  /** Messages per second over the whole channel. */
  readonly perSecond: number;
  readonly addressLimits: readonly AddressLimit[];
  /** Never throws: what goes wrong on the way is an outcome. */
  send(message: OutgoingMessage, signal: AbortSignal): Promise<SendOutcome>;
}

/** The code of a receipt: the telephone rang or was busy, and nobody picked it up. Other failures keep the provider's code. */
export const noAnswerCode = 'noAnswer';

/** A provider's later report about a message: named by its own id, or by ours where it carries that. */
export const receiptSchema = z.object({
  providerId: z.string().exactOptional(),
  notificationId: z.number().exactOptional(),
  state: z.enum(['delivered', 'answered', 'acknowledged', 'failed']),
  /** The key that was pressed. */
  key: z.string().exactOptional(),
  code: z.string().exactOptional(),
  reason: z.string().exactOptional(),
  durationSeconds: z.number().exactOptional(),
});
export type Receipt = Readonly<z.infer<typeof receiptSchema>>;

/** The channels as they are set up now. */
export interface Channels {
  /** Undefined for a channel that is not configured. */
  adapterOf(channel: ProviderChannel): Adapter | undefined;
  /** Renders the template for the channel. */
  render(
    channel: ProviderChannel,
    template: string,
    values: TemplateValues,
  ): { readonly text: string; readonly code: string };
}
