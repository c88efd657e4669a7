import { explainDiskError } from './diskError.ts';
import { isStoreTrouble } from './errors.ts';

/** What operators are told of an error whose message says all there is to know: of the disk, or of the store itself. Undefined for any other. */
export function explainStoreError(error: unknown): string | undefined {
  const disk = explainDiskError(error);
  if (disk !== undefined || !isStoreTrouble(error) || !(error instanceof Error)) return disk;
  return error.cause instanceof Error ? `${error.message}（${error.cause.message}）` : error.message;
}
