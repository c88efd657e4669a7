import { randomUUID } from 'node:crypto';
import { connectAsync } from 'mqtt';
import { deviceReceiptSchema, probeDeviceKey, topicOf } from '../../src/contract/device.ts';
import { toWireTime } from '../../src/contract/time.ts';
import type { SendAsDevice } from '../domain/records/testCalls.ts';
import type { Clock } from '../runtime/clock.ts';
import { bridgeSecret, bridgeUser, deviceSecret } from './credentials.ts';

export interface SendAsDeviceParts {
  readonly clock: Clock;
  /** The broker's address, and with an outside broker the account there. */
  readonly broker: () => {
    readonly url: string;
    readonly username?: string | undefined;
    readonly password?: string | undefined;
  };
  /** The site's device key. */
  readonly siteKey: Buffer;
}

/** A user of our own broker, unless an outside one has an account for us. */
interface Account {
  readonly username: string;
  readonly password: string;
}

const receiptWithinMs = 10_000;

/** Signs in, publishes the device's event and waits for its receipt. Rejects with Error in Chinese if the broker or the receipt fails. */
async function publishEvent(
  { clock, broker }: SendAsDeviceParts,
  { username: ownName, password: ownPassword }: Account,
  deviceKey: string,
  event: { readonly id: string },
): Promise<void> {
  const { url, username = ownName, password = ownPassword } = broker();
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
    // A broker that goes away while it is told leaves this one to itself.
    receipt.catch(() => {});
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
}

/**
 * A device's event through the broker, over a connection that may speak for many devices, as gateways on site do: the lift's own
 * device stays connected. Rejects with Error in Chinese when the broker or the receipt does not come.
 */
export const createSendAsDevice =
  (parts: SendAsDeviceParts): SendAsDevice =>
  (deviceKey, event) =>
    publishEvent(parts, { username: bridgeUser, password: bridgeSecret(parts.siteKey) }, deviceKey, event);

/** The synthetic call, which signs in as a device of its own each time. Rejects as `createSendAsDevice`. */
export const createSendProbe =
  (parts: SendAsDeviceParts, secretVersionOf: (deviceKey: string) => number): ((probeId: string) => Promise<void>) =>
  (probeId) =>
    publishEvent(
      parts,
      {
        username: probeDeviceKey,
        password: deviceSecret(parts.siteKey, probeDeviceKey, secretVersionOf(probeDeviceKey)),
      },
      probeDeviceKey,
      { id: probeId },
    );
