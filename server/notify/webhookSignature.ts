import { createHmac, timingSafeEqual } from 'node:crypto';

const signed = (secret: string, seconds: string, body: string | Buffer): Buffer =>
  createHmac('sha256', secret).update(`${seconds}.`).update(body).digest();

/** The value of `X-Tian-Signature`: the time in seconds, and one `v1` for each secret in force. */
export function signWebhook(secrets: readonly string[], seconds: number, body: string): string {
  return [
    `t=${seconds}`,
    ...secrets.map((secret) => `v1=${signed(secret, String(seconds), body).toString('hex')}`),
  ].join(',');
}

const mostSkewSeconds = 300;
const mostParts = 6;

/** Did one of the secrets sign this body, no more than five minutes ago or ahead? */
export function isWebhookSignature(
  secrets: readonly string[],
  header: string,
  body: string | Buffer,
  nowSeconds: number,
): boolean {
  const parts = header.split(',', mostParts).map((part) => part.trim());
  const seconds = parts.find((part) => part.startsWith('t='))?.slice(2) ?? '';
  if (!/^\d{1,12}$/.test(seconds) || Math.abs(Number(seconds) - nowSeconds) > mostSkewSeconds) return false;
  const given = parts.filter((part) => /^v1=[0-9a-f]{64}$/.test(part)).map((part) => Buffer.from(part.slice(3), 'hex'));
  return secrets.some((secret) => {
    const ours = signed(secret, seconds, body);
    return given.some((theirs) => timingSafeEqual(ours, theirs));
  });
}
