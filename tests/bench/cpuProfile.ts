import { writeFileSync } from 'node:fs';
import { Session } from 'node:inspector';

/** Profiles this process from `start` to `write`, into the file that `BENCH_CPU_PROFILE` names; without it, does nothing. */
export function openCpuProfile(): { readonly start: () => void; readonly write: () => void } {
  const file = process.env['BENCH_CPU_PROFILE'];
  if (file === undefined) return { start: () => undefined, write: () => undefined };
  const inspector = new Session();
  return {
    start() {
      inspector.connect();
      inspector.post('Profiler.enable');
      inspector.post('Profiler.start');
    },
    write() {
      inspector.post('Profiler.stop', (error, result) => {
        if (error === null) writeFileSync(file, JSON.stringify(result.profile));
      });
    },
  };
}
