import { explainDiskError } from './diskError.ts';
import { isStoreTrouble } from './errors.ts';

/** The message for operators for an error of the disk or the store that explains itself. Undefined for any other. */
export function explainStoreError(error: unknown): string | undefined {
  const disk = explainDiskError(error);
  if (disk !== undefined || !isStoreTrouble(error) || !(error instanceof Error)) return disk;
  return error.cause instanceof Error ? `${error.message}（${error.cause.message}）` : error.message;
}
