import { expect, it } from 'vitest';
import { LogProgress } from './logProgress.ts';

it('holds up those who ask for more than is followed, until it is, and nobody else', async () => {
  const log = new LogProgress();
  await log.until(1_000);
  log.reached(10);
  await log.until(10);
  const heard: number[] = [];
  const waits = [12, 11, 12].map(async (position) => {
    await log.until(position);
    heard.push(position);
  });
  log.reached(11);
  await waits[1];
  expect(heard).toEqual([11]);
  log.reached(20);
  await Promise.all(waits);
  expect(heard).toEqual([11, 12, 12]);
});

it('reports a failure to those who wait, and not to those who ask again', async () => {
  const log = new LogProgress();
  log.reached(1);
  const waiting = log.until(2);
  log.failed(new Error('the database is away'));
  await expect(waiting).rejects.toThrow('the database is away');
  const again = log.until(2);
  log.reached(2);
  await again;
});

it('lets everyone go when the log is followed no longer', async () => {
  const log = new LogProgress();
  log.reached(1);
  const waiting = log.until(2);
  log.reached(Number.POSITIVE_INFINITY);
  await waiting;
});
