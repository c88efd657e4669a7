import { vi } from 'vitest';

/** On a machine that is busy with something else, what takes ten milliseconds may take seconds. Vitest gives it one. */
const patienceMs = 15_000;

const patient = Symbol.for('tian.patientWaits');
/** Files may share a process: the limit is changed once. */
if (!(patient in vi.waitFor)) {
  const { waitFor } = vi;
  vi.waitFor = Object.assign<typeof waitFor, { [patient]: true }>(
    (callback, options = {}) =>
      waitFor(callback, { timeout: patienceMs, ...(typeof options === 'number' ? { timeout: options } : options) }),
    { [patient]: true },
  );
}
