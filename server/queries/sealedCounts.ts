import { createCipheriv, createDecipheriv, randomBytes, type Cipher, type Decipher } from 'node:crypto';

const algorithm = 'aes-256-ecb';
const blockBytes = 16;

/**
 * Hides a count that clients carry back: each time it is sealed it looks different, also where it did not grow in between. The key is that
 * of this object: it opens nothing that another one sealed.
 */
export class SealedCounts {
  readonly #cipher: Cipher;
  readonly #decipher: Decipher;
  #sealed = 0;

  constructor() {
    const key = randomBytes(32);
    this.#cipher = createCipheriv(algorithm, key, null).setAutoPadding(false);
    this.#decipher = createDecipheriv(algorithm, key, null).setAutoPadding(false);
  }

  /** `count` is a whole number from 0. */
  seal(count: number): string {
    const block = Buffer.alloc(blockBytes);
    block.writeBigUInt64BE(BigInt((this.#sealed += 1)));
    block.writeBigUInt64BE(BigInt(count), 8);
    return this.#cipher.update(block).toString('base64url');
  }

  /** Undefined for what was not sealed here. */
  open(sealed: string): number | undefined {
    const bytes = Buffer.from(sealed, 'base64url');
    if (bytes.length !== blockBytes || bytes.toString('base64url') !== sealed) return undefined;
    const block = this.#decipher.update(bytes);
    // Any sixteen bytes open to something, but hardly ever to one of the numbers that were given out.
    const number = block.readBigUInt64BE();
    return number >= 1n && number <= BigInt(this.#sealed) ? Number(block.readBigUInt64BE(8)) : undefined;
  }
}
