import { describe, expect, test } from 'vitest';
import { logEntry, logText } from './logText.ts';

describe('text from outside, in a log', () => {
  test.each([
    ['a line break', 'lift/A\n2026-01-01T00:00:00.000Z 一切正常', 'lift/A\\u{a}2026-01-01T00:00:00.000Z 一切正常'],
    ['a colour of a terminal', '\u001b[31mred', '\\u{1b}[31mred'],
    ['a C1 control character', '\u009b2J', '\\u{9b}2J'],
    ['a change of direction', 'a\u202eb', 'a\\u{202e}b'],
    ['half a surrogate pair', 'a\ud800b', 'a\\u{d800}b'],
    ['a line separator', 'a\u2028b', 'a\\u{2028}b'],
    ['ordinary Chinese and emoji', '电梯 🛗 求救', '电梯 🛗 求救'],
  ])('%s', (_, said, written) => {
    expect(logText(said)).toBe(written);
  });

  test('is cut', () => {
    expect(logText('x'.repeat(100_000))).toHaveLength(301);
    expect(logEntry(0, 'x'.repeat(100_000), new Error('y'.repeat(100_000))).length).toBeLessThan(5_000);
  });

  test('forges no entry, not even in the message of an error', () => {
    const forged = '2026-01-01T00:00:00.000Z 一切正常';
    const entry = logEntry(0, `坏了\n${forged}`, new Error(`\u001b[2J\n${forged}`));
    expect(entry.split('\n').filter((line) => /^\d{4}-/.test(line))).toHaveLength(1);
    expect(entry).toContain('坏了');
    expect(entry).not.toContain('\u001b');
  });
});
