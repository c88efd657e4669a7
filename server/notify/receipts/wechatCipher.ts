import { createDecipheriv } from 'node:crypto';

const blockBytes = 32;
const randomBytes = 16;
const lengthBytes = 4;

/**
 * Opens a message of WeChat's safe mode: AES-256-CBC over sixteen random bytes, the length of the text, the text, and the account's id.
 * `aesKey`: the account's EncodingAESKey, 43 letters. Undefined for anything that was not sealed with it for this account.
 */
export function openWechatMessage(sealed: string, { aesKey, appId }: { aesKey: string; appId: string }) {
  const key = Buffer.from(`${aesKey}=`, 'base64');
  const bytes = Buffer.from(sealed, 'base64');
  if (key.length !== blockBytes || bytes.length === 0 || bytes.length % randomBytes !== 0) return undefined;
  // Node knows no padding to 32 bytes.
  const decipher = createDecipheriv('aes-256-cbc', key, key.subarray(0, randomBytes)).setAutoPadding(false);
  const padded = Buffer.concat([decipher.update(bytes), decipher.final()]);
  const padding = padded.at(-1) ?? 0;
  const textFrom = randomBytes + lengthBytes;
  if (padding < 1 || padding > blockBytes || padded.length - padding < textFrom) return undefined;
  const message = padded.subarray(0, -padding);
  const textTo = textFrom + message.readUInt32BE(randomBytes);
  const isOfAccount = textTo <= message.length && message.toString('utf8', textTo) === appId;
  return isOfAccount ? message.toString('utf8', textFrom, textTo) : undefined;
}
