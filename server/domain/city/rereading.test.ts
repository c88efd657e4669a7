import { expect, test } from 'vitest';
import { VirtualClock } from '../../runtime/virtualClock.ts';
import { createRereading } from './rereading.ts';

/** A reading that fails the first times, because the database is away. */
function failing(times: number) {
  const seen = { tries: 0, reads: 0 };
  const read = (): Promise<void> => {
    seen.tries += 1;
    if (seen.tries <= times) return Promise.reject(new Error('away'));
    seen.reads += 1;
    return Promise.resolve();
  };
  return { seen, read };
}

test('what could not be read is read as soon as the database is back', async () => {
  const clock = new VirtualClock();
  const { seen, read } = failing(3);
  const rereading = createRereading(clock);
  rereading.again(read);
  await clock.advance(10_000);
  expect(seen).toEqual({ tries: 4, reads: 1 });
  await rereading.close();
});

test('nothing is tried after the server has stopped', async () => {
  const clock = new VirtualClock();
  const { seen, read } = failing(2);
  const rereading = createRereading(clock);
  rereading.again(read);
  await rereading.close();
  await clock.advance(60_000);
  expect(seen).toEqual({ tries: 1, reads: 0 });
});
