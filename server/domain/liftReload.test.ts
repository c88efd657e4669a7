import { expect, test } from 'vitest';
import { VirtualClock } from '../runtime/virtualClock.ts';
import type { LiftChoice } from './directory.ts';
import { createLiftReload } from './liftReload.ts';

/** A city in memory whose database is away for the first readings. */
function failing(times: number) {
  const read: LiftChoice[] = [];
  let left = times;
  const reloadLifts = (only: LiftChoice): Promise<void> => {
    if (left > 0) {
      left -= 1;
      return Promise.reject(new Error('away'));
    }
    read.push(only);
    return Promise.resolve();
  };
  return { read, reloadLifts };
}

test('a lift that could not be read after its change is read as soon as the database is back', async () => {
  const clock = new VirtualClock();
  const directory = failing(3);
  const reload = createLiftReload({ directory, clock });
  await expect(reload.reloadLifts({ elevatorIds: [7] })).rejects.toThrow('away');
  expect(directory.read).toEqual([]);
  await clock.advance(10_000);
  expect(directory.read).toEqual([{ elevatorIds: [7] }]);
  await reload.close();
});

test('nothing is tried after the server has stopped', async () => {
  const clock = new VirtualClock();
  const directory = failing(2);
  const reload = createLiftReload({ directory, clock });
  await expect(reload.reloadLifts({ elevatorIds: [7] })).rejects.toThrow('away');
  await reload.close();
  await clock.advance(60_000);
  expect(directory.read).toEqual([]);
});
