import { expect, test } from 'vitest';
import { OtherAlarms } from './otherAlarms.ts';

test('what follows an alarm of another kind is passed over until the alarm is closed; what is asked for stays', () => {
  const others = new OtherAlarms();
  let position = 0;
  const kept = (stream: string, type: string, data: unknown = {}) => {
    position += 1;
    return others.without([{ position, stream, type, data, atMs: 0, receivedAtMs: 0 }]).length === 1;
  };
  expect(kept('alarm-1', 'alarm.raised', null)).toBe(false);
  expect(kept('alarm-2', 'alarm.raised')).toBe(true);
  expect(kept('alarm-1', 'alarm.repeated')).toBe(false);
  expect(kept('alarm-2', 'alarm.cleared')).toBe(true);
  expect(kept('alarm-1', 'alarm.completed')).toBe(false);
  // Its beginning was not read: the reader asks for it.
  expect(kept('alarm-3', 'alarm.cleared')).toBe(true);
});
