import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { replaceFile } from '../../runtime/durableFile.ts';

const placeSchema = z.object({
  position: z.number().int().nonnegative(),
  hash: z.string(),
  /** The time at which a check last came this far, epoch ms; absent in places that an earlier program wrote. */
  atMs: z.number().int().optional(),
});
export type VerifiedPlace = z.infer<typeof placeSchema>;

/** Below `DATA_DIR`, beside the anchor: how far the chain was found intact. */
export const verifiedName = 'secrets/log-verified.json';

/** Up to where the log was last verified; undefined when that is not known. */
export async function readVerifiedPlace(dataDir: string): Promise<VerifiedPlace | undefined> {
  const text = await readFile(join(dataDir, verifiedName), 'utf8').catch(() => undefined);
  try {
    return text === undefined ? undefined : placeSchema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

export const writeVerifiedPlace = (dataDir: string, { position, hash, atMs }: VerifiedPlace): Promise<void> =>
  replaceFile(join(dataDir, verifiedName), `${JSON.stringify({ position, hash, atMs })}\n`);
