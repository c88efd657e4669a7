import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/** Seals secrets that the server itself has to read again. */
export interface SealedSecrets {
  /** Encrypted and authenticated; each time another text. */
  seal(secret: string): string;
  /** Throws Error for a text that this site's key did not seal. */
  open(sealed: string): string;
}

/**
 * With a key that is derived from the site's device key for one purpose: a stolen database alone opens nothing, and
 * there is no further file to lose. The purpose begins with `:`, which cannot stand in a device key, so no device's
 * secret is derived from the same words.
 */
export function createSealedSecrets(siteKey: Buffer, purpose: `:${string}`): SealedSecrets {
  const key = createHmac('sha256', siteKey).update(purpose).digest();
  return {
    seal(secret) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(algorithm, key, nonce);
      const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
    },
    open(text) {
      const bytes = Buffer.from(text, 'base64url');
      const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes });
      decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
      return Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()]).toString('utf8');
    },
  };
}
