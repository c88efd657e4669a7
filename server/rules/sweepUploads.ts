import type { UploadedFiles } from '../domain/records/uploads.ts';
import { every, type Clock } from '../runtime/clock.ts';

const sweepPeriodMs = 3_600_000;

/** Files of older versions move into the store at the start; files that no record uses are removed every hour. */
export function sweepUploads(
  { files, clock }: { readonly files: Pick<UploadedFiles, 'takeIn' | 'sweep' | 'close'>; readonly clock: Clock },
  onError: (error: unknown) => void,
): { close(): Promise<void> } {
  const sweep = async (): Promise<void> => {
    try {
      await files.sweep();
    } catch (error) {
      onError(error);
    }
  };
  let working = files.takeIn().catch(onError).then(sweep);
  const stop = every(clock, sweepPeriodMs, () => (working = working.then(sweep)));
  return {
    async close() {
      stop();
      files.close();
      await working;
    },
  };
}
