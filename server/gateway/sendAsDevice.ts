import { randomUUID } from 'node:crypto';
import { connectAsync } from 'mqtt';
import { deviceReceiptSchema, topicOf } from '../../src/contract/device.ts';
import { toWireTime } from '../../src/contract/time.ts';
import type { SendAsDevice } from '../domain/testCalls.ts';
import type { Clock } from '../runtime/clock.ts';
import { bridgeSecret, bridgeUser } from './credentials.ts';

export interface SendAsDeviceParts {
  readonly clock: Clock;
  /** Where devices connect, and with an outside broker the account there. */
  readonly broker: () => {
    readonly url: string;
    readonly username?: string | undefined;
    readonly password?: string | undefined;
  };
  /** The site's device key. */
  readonly siteKey: Buffer;
}

const receiptWithinMs = 10_000;

/**
 * A device's event through the broker, over a connection that may speak for many devices, as gateways on site do: the lift's own
 * device stays connected. Rejects with Error in Chinese when the broker or the receipt does not come.
 */
export const createSendAsDevice =
  ({ clock, broker, siteKey }: SendAsDeviceParts): SendAsDevice =>
  async (deviceKey, event) => {
    const { url, username = bridgeUser, password = bridgeSecret(siteKey) } = broker();
    const client = await connectAsync(
      url,
      {
        username,
        password,
        clientId: `tian-test-${randomUUID().slice(0, 8)}`,
        protocolVersion: 4,
        clean: true,
        reconnectPeriod: 0,
        connectTimeout: receiptWithinMs,
        // Our own server on this very machine: its certificate names the site, not the loopback.
        rejectUnauthorized: !['127.0.0.1', 'localhost'].includes(new URL(url).hostname),
      },
      false,
    );
    client.on('error', () => {});
    try {
      const receipt = new Promise<void>((resolve, reject) => {
        const cancel = clock.after(receiptWithinMs, () => reject(new Error('10 秒内没有收到回执')));
        client.on('message', (_topic, payload) => {
          if (deviceReceiptSchema.parse(JSON.parse(payload.toString('utf8'))).id !== event.id) return;
          cancel();
          resolve();
        });
      });
      await client.subscribeAsync(topicOf(deviceKey, 'receipt'), { qos: 1 });
      await client.publishAsync(
        topicOf(deviceKey, 'event'),
        JSON.stringify({ ...event, at: toWireTime(clock.nowMs()) }),
        { qos: 1 },
      );
      await receipt;
    } finally {
      client.end(true);
    }
  };
