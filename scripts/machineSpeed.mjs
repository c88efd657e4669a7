/** Tells how fast this machine is just now, so that a budget of minutes means the same work everywhere. */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The work of a compiler and of a test in small: strings are made, sorted, parsed and thrown away. Returns milliseconds. */
function workOnce() {
  const startedAt = performance.now();
  let sum = 0;
  for (let round = 0; round < 12; round += 1) {
    const rows = Array.from({ length: 20_000 }, (_, index) => ({
      id: (index * 7919) % 20_011,
      name: `lift-${(index * 104_729) % 20_011}`,
    }));
    const text = JSON.stringify(rows.toSorted((one, other) => one.name.localeCompare(other.name)));
    sum += JSON.parse(text).length + text.replaceAll(/lift-(\d)/g, '$1').length;
  }
  if (sum === 0) throw new Error('nothing was done');
  return performance.now() - startedAt;
}

/** Returns the milliseconds that the slowest of this number of cores takes for a fixed piece of work done by each at once. */
export async function measureMachine(cores) {
  const times = await Promise.all(
    Array.from(
      { length: cores },
      () =>
        new Promise((resolve, reject) => {
          const child = fork(fileURLToPath(import.meta.url), ['work']);
          child.once('message', resolve);
          child.once('error', reject);
        }),
    ),
  );
  return Math.max(...times);
}

if (process.argv[2] === 'work') process.send?.(workOnce(), () => process.disconnect());
