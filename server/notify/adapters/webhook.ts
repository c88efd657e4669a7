import type { Adapter } from '../adapter.ts';
import { channelForms, type ChannelValues } from '../channelForms.ts';
import { outcomeOfStatus } from '../outbound.ts';
import { signWebhook } from '../webhookSignature.ts';
import type { AdapterParts } from './parts.ts';

/** The secrets in force: two while one takes the place of the other. */
export const webhookSecrets = (values: ChannelValues): readonly string[] =>
  [values['secret'] ?? '', values['previous_secret'] ?? ''].filter((secret) => secret !== '');

/** A signed POST to a program of the customer's. The same id twice is the same message. */
export function createWebhook(values: ChannelValues, { clock, outbound, site }: AdapterParts): Adapter {
  const { perSecond, addressLimits } = channelForms.webhook;
  return {
    channel: 'webhook',
    isDemo: false,
    isIdempotent: true,
    perSecond,
    addressLimits,
    async send({ notificationId, title, text, values: words, atMs }, signal) {
      const id = `${site}-${notificationId}`;
      const body = JSON.stringify({
        id,
        type: 'notification',
        at: new Date(atMs).toISOString(),
        data: { title, text, values: words },
      });
      const result = await outbound(
        {
          method: 'POST',
          url: values['url'] ?? '',
          headers: {
            'content-type': 'application/json',
            'x-tian-id': id,
            'x-tian-signature': signWebhook(webhookSecrets(values), Math.floor(clock.nowMs() / 1_000), body),
          },
          body,
        },
        signal,
      );
      if (result.kind !== 'answered') return result;
      return outcomeOfStatus(result.answer) ?? { kind: 'accepted', providerId: id };
    },
  };
}
