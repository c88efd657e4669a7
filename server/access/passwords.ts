import { createHmac, randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';

/** Argon2id of 19 MiB, two passes: about 10 ms each here (OWASP's first choice). */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Running more at once would only slow each down and take another 19 MiB. */
const mostAtOnce = 2;

export interface Passwords {
  /** `md5Hex`: what the wire carries as the password (specification, section 3). */
  hashPassword(md5Hex: string): Promise<string>;
  /** Returns false for an unknown account (`undefined`), after the same time as for a known one. */
  verifyPassword(stored: string | undefined, md5Hex: string): Promise<boolean>;
}

/**
 * Passwords at rest: argon2id over an HMAC with the pepper, so that neither the database alone nor the MD5 of the wire
 * is worth anything. `pepper`: at least 32 bytes that never change and are part of every backup.
 */
export function createPasswords({ pepper }: { readonly pepper: Uint8Array }): Passwords {
  const gate = createGate(mostAtOnce);
  const peppered = (md5Hex: string) =>
    createHmac('sha256', pepper).update(`password:${md5Hex.toLowerCase()}`).digest('base64');
  const hashPassword = (md5Hex: string) => gate(() => hash(peppered(md5Hex), cost));
  let dummy: Promise<string> | undefined;
  const dummyHash = () => (dummy ??= hashPassword(randomBytes(16).toString('hex')));
  // Prepared in advance, so that no delay reveals the first unknown account.
  dummyHash().catch(() => undefined);

  return {
    hashPassword,
    async verifyPassword(stored, md5Hex) {
      const against = stored ?? (await dummyHash());
      const matches = await gate(async () => verify(against, peppered(md5Hex))).catch(() => false);
      return matches && stored !== undefined;
    },
  };
}

/** Runs at most `most` at a time, in the order in which callers asked. */
function createGate(most: number) {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      // The place is handed on, never given up in between.
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
