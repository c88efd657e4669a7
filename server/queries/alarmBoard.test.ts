import { expect, test } from 'vitest';
import { countsOf } from './alarmBoard.ts';

test('the board counts as work only what waits for a person, and every alarm of priority 1 as urgent', () => {
  const counts = countsOf([
    { level: 1, status: 0, standing: 'todo', count: 1 },
    { level: 1, status: 0, standing: 'rescue', count: 2 },
    { level: 2, status: 3, standing: 'todo', count: 4 },
    { level: 3, status: 0, standing: 'todo', count: 8 },
    { level: 3, status: 3, standing: 'shelved', count: 16 },
    { level: 3, status: 0, standing: 'maintenance', count: 32 },
    { level: 2, status: 0, standing: 'offline', count: 64 },
  ]);
  expect(counts).toEqual({
    todo: 13,
    overdue: 4,
    urgent: 3,
    shelved: 16,
    suppressed: { maintenance: 32, outage: 0, offline: 64, incident: 0 },
  });
});
