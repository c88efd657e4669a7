import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { deviceEventSchema, deviceReplySchema } from './device.ts';
import { consoleFrameSchema, helloFrameSchema } from './push.ts';
import { escapeText, findUnkeepable, idText, isPlainText, plainText } from './text.ts';

const anyText = fc
  .array(fc.oneof(fc.integer({ min: 0, max: 0xffff }), fc.constantFrom(0, 9, 10, 0x7f, 0xd800, 0xdfff)), {
    maxLength: 10,
  })
  .map((units) => String.fromCharCode(...units));
const nested = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels));

describe('text from outside', () => {
  test('is plain exactly when every character is whole and none is a control character but tab and line break', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const isWhole = new TextDecoder().decode(new TextEncoder().encode(text)) === text.replace(/^\uFEFF/, '');
        const hasControl = text
          .split('')
          .some((character) => (character < ' ' && !'\t\n\r'.includes(character)) || character === '\u007f');
        expect(isPlainText(text)).toBe(isWhole && !hasControl);
        expect(plainText(10).safeParse(text).success).toBe(isPlainText(text));
      }),
    );
  });

  test('is found wherever it stands in a value, by its path', () => {
    expect(findUnkeepable({ a: ['x', { b: '好\n😀\t' }], c: 1, d: null })).toBeUndefined();
    expect(findUnkeepable({ a: ['x', { b: 'y\u0000' }] })).toMatchObject({ path: ['a', '1', 'b'] });
    expect(findUnkeepable({ a: { 'b\ud800': 1 } })).toMatchObject({ path: ['a', 'b\\ud800'] });
    expect(findUnkeepable('\u0000')).toMatchObject({ path: [] });
    expect(findUnkeepable({ new_password: '\u0000' }, ['new_password'])).toBeUndefined();
    expect(findUnkeepable({ inside: { new_password: '\u0000' } }, ['new_password'])).toBeDefined();
  });

  test('nested without end exhausts nothing', () => {
    expect(findUnkeepable(nested(100))).toBeUndefined();
    expect(findUnkeepable(nested(50_000))).toMatchObject({ message: '嵌套层次过多' });
  });

  test('escaped, it is plain and says what stood there', () => {
    expect(escapeText('SOS\u0000 \ud83d 😀')).toBe('SOS\\u0000 \\ud83d 😀');
    fc.assert(fc.property(anyText, (text) => isPlainText(escapeText(text))));
  });

  test('a made-up name is printable ASCII of at most 100 characters', () => {
    for (const id of ['e-1', 'a b', '~'.repeat(100)]) expect(idText.safeParse(id).success).toBe(true);
    for (const id of ['', 'e\u0000', 'e\ud800', '事件', 'e\n', 'x'.repeat(101)])
      expect(idText.safeParse(id).success).toBe(false);
  });
});

describe('what a device says', () => {
  const event = { id: 'e1', at: '2026-11-22T08:00:00+08:00', kind: 'trapped' };

  test('an event is taken whatever stands beside it, escaped for people to read', () => {
    const parsed = deviceEventSchema.parse({
      ...event,
      data: { note: 'SOS\u0000', 'k\ud800': [{ deep: '\udc00' }, 1, null] },
    });
    expect(parsed.data).toEqual({ note: 'SOS\\u0000', 'k\\ud800': [{ deep: '\\udc00' }, 1, null] });
    expect(deviceReplySchema.parse({ command_id: 1, code: 0, message: 'ok\u0000', data: '\u0001' })).toEqual({
      command_id: 1,
      code: 0,
      message: 'ok\\u0000',
      data: '\\u0001',
    });
  });

  test('an id that cannot be kept, and nesting beyond all reason, are refused', () => {
    expect(deviceEventSchema.safeParse({ ...event, id: 'e\u0000' }).success).toBe(false);
    expect(deviceEventSchema.safeParse({ ...event, data: { a: nested(5_000) } }).success).toBe(false);
    expect(deviceReplySchema.safeParse({ command_id: 1, code: 0, data: nested(5_000) }).success).toBe(false);
  });
});

test('no frame of a console carries such text', () => {
  expect(helloFrameSchema.safeParse({ text: '1@\u0000', last: null }).success).toBe(false);
  expect(helloFrameSchema.safeParse({ text: '1@a', last: { epoch: '\ud800', position: 1 } }).success).toBe(false);
  expect(consoleFrameSchema.safeParse({ console: 'armed\u0000' }).success).toBe(false);
});

describe('text that no database keeps as it stands', () => {
  test.each([
    ['a NUL', 'SOS\u0000', 'SOS\\u0000'],
    ['other control characters', '\u0001困\u007f', '\\u0001困\\u007f'],
    ['the first half of a character', 'a\uD83Db', 'a\\ud83db'],
    ['the second half of a character', '\uDED7', '\\uded7'],
    ['a line break, a tab and a whole character', 'a\n\tb🛗', 'a\n\tb🛗'],
  ])('is written out: %s', (_what, text, visible) => {
    expect(escapeText(text)).toBe(visible);
    expect(isPlainText(visible)).toBe(true);
  });
});
