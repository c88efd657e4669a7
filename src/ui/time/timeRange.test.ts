import { expect, test } from 'vitest';
import { toWireTime } from './formatTime.ts';
import { timePresets } from './timeRange.ts';

const nowMs = Date.parse('2026-03-04T15:06:07+08:00');
const read = (label: string): (string | null)[] => {
  const range = timePresets.find((preset) => preset.label === label)?.range(nowMs);
  return [range?.fromMs, range?.toMs].map((ms) => (typeof ms === 'number' ? toWireTime(ms) : null));
};

test.each([
  ['今天', '2026-03-04T00:00:00+08:00', '2026-03-04T23:59:59+08:00'],
  ['昨天', '2026-03-03T00:00:00+08:00', '2026-03-03T23:59:59+08:00'],
  ['近 7 天', '2026-02-26T00:00:00+08:00', '2026-03-04T23:59:59+08:00'],
  ['本月', '2026-03-01T00:00:00+08:00', '2026-03-04T23:59:59+08:00'],
])('%s reaches from %s to %s', (label, from, to) => {
  expect(read(label)).toEqual([from, to]);
});
