import { expect, test } from 'vitest';
import { DeferredReports } from './deferredReports.ts';

const report = (deviceKey: string, text: string) => ({ deviceKey, text, sender: 'bridge', canWait: false });

test('the newest report of each device waits, and those that have waited longest come first', () => {
  const reports = new DeferredReports();
  expect(reports.put(report('A', 'first'))).toBe(false);
  reports.put(report('B', 'only'));
  expect(reports.put(report('A', 'newest'))).toBe(true);
  const handled: string[] = [];
  reports.drain(
    () => true,
    ({ text }) => handled.push(text),
  );
  expect(handled).toEqual(['newest', 'only']);
  expect(reports.size).toBe(0);
});

test('a device that reports without end gets no more than the others, and they lose nothing by it', () => {
  const reports = new DeferredReports();
  const handled: string[] = [];
  for (const quiet of ['B', 'C', 'D']) reports.put(report(quiet, 'once'));
  for (let turn = 0; turn < 4; turn += 1) {
    for (let count = 0; count < 1_000; count += 1) reports.put(report('FLOOD', `${turn}-${count}`));
    let left = 1;
    reports.drain(
      () => left-- > 0,
      ({ deviceKey, text }) => handled.push(`${deviceKey} ${text}`),
    );
  }
  expect(handled).toEqual(['B once', 'C once', 'D once', 'FLOOD 3-999']);
});
