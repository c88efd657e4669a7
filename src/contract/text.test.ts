import { describe, expect, test } from 'vitest';
import { isPlainText, visibleText } from './text.ts';

describe('text that no database keeps as it stands', () => {
  test.each([
    ['a NUL', 'SOS\u0000', 'SOS\\u0000'],
    ['other control characters', '\u0001困\u007f', '\\u0001困\\u007f'],
    ['the first half of a character', 'a\uD83Db', 'a\\ud83db'],
    ['the second half of a character', '\uDED7', '\\uded7'],
    ['a line break, a tab and a whole character', 'a\n\tb🛗', 'a\n\tb🛗'],
  ])('is written out: %s', (_what, text, visible) => {
    expect(visibleText(text)).toBe(visible);
    expect(isPlainText(visible)).toBe(true);
  });
});
