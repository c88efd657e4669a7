import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { networkOf } from '../../access/clientAddress.ts';
import { VirtualClock } from '../../runtime/virtualClock.ts';
import type { CodeLift } from '../../queries/liftOfCode.ts';
import { codePageHeaders, codePageText } from './codePageText.ts';
import { createCodePages } from './codePages.ts';

const lift: CodeLift = { communityName: '翠湖花园', addr: '1 幢 1 单元', rescueCode: '100101', state: 0 };
const known = randomBytes(12).toString('base64url');
const address = '192.0.2.7';
const callLink = (text: string): string | undefined => /class="call" href="([^"]*)"/.exec(text)?.[1];

function open(liftOfCode: (code: string) => Promise<CodeLift | undefined>) {
  const clock = new VirtualClock();
  const asked: string[] = [];
  const page = createCodePages({
    clock,
    hotline: () => '96333',
    liftOfCode: (code) => {
      asked.push(code);
      return liftOfCode(code);
    },
  });
  /** The page and after how many ms it came. */
  async function read(code: string, from = address, withinMs = 5_000) {
    const startMs = clock.monotonicMs();
    const reading = page({ code, address: from }).then((text) => ({ text, tookMs: clock.monotonicMs() - startMs }));
    await clock.advance(withinMs);
    return reading;
  }
  return { clock, asked, read };
}
const ofKnown = (code: string) => Promise.resolve(code === known ? lift : undefined);

test('shows where I am, my rescue code, and calls the hotline at a touch, without a script', async () => {
  const { text } = await open(ofKnown).read(known);
  expect(text).toContain('<h1>翠湖花园 1 幢 1 单元</h1>');
  expect(text).toContain('100 101');
  expect(text).toContain('本梯状态：在用');
  expect(callLink(text)).toBe('tel:96333');
  expect(text).toContain('不要扒门');
  expect(text).not.toMatch(/<script|<img|<link|javascript:|https?:/);
  expect(Buffer.byteLength(text)).toBeLessThan(50_000);
});

test.each([
  ['an unknown code', randomBytes(12).toString('base64url')],
  ['no code', ''],
  ['what is no code', '../../etc/passwd'],
  ['text that no database takes', '\0'.repeat(16)],
  ['the id of a lift', '101'],
])('%s gets the hotline, by the same way and at the same moment as a known one', async (_what, code) => {
  const { asked, read } = open(ofKnown);
  const found = await read(known);
  const missing = await read(code);
  expect(callLink(missing.text)).toBe('tel:96333');
  expect(missing.text).not.toContain('翠湖花园');
  expect(missing.tookMs).toBe(found.tookMs);
  // Both caused a look-up, by texts of the same shape.
  expect(asked).toHaveLength(2);
  expect(asked[1]).toMatch(/^[\w-]{16}$/);
});

test.each([
  ['does not answer', () => new Promise<undefined>(() => undefined)],
  ['is away', () => Promise.reject(new Error('away'))],
])('the hotline is there within a second while the database %s', async (_what, liftOfCode) => {
  const { text, tookMs } = await open(liftOfCode).read(known);
  expect(callLink(text)).toBe('tel:96333');
  expect(text).toContain('不影响拨打电话');
  expect(tookMs).toBeLessThan(1_000);
});

test('a caller who asks too often gets the hotline without a look-up of the lift, and does not hold up others', async () => {
  const { asked, read } = open(ofKnown);
  const texts: Awaited<ReturnType<typeof read>>[] = [];
  for (let time = 0; time < 100; time += 1) texts.push(await read(known, address, 60));
  const shown = texts.filter(({ text }) => text.includes('100 101')).length;
  expect(shown).toBeGreaterThan(0);
  expect(shown).toBeLessThan(texts.length);
  expect(asked).toHaveLength(shown);
  expect(new Set(texts.map(({ text }) => callLink(text)))).toEqual(new Set(['tel:96333']));
  expect((await read(known, '192.0.2.8')).text).toContain('100 101');
});

test('lookups that hang are bounded, and each caller still gets the hotline', async () => {
  const { asked, read } = open(() => new Promise<undefined>(() => undefined));
  const texts = await Promise.all(Array.from({ length: 200 }, (_, index) => read(known, `192.0.2.${index}`)));
  expect(asked.length).toBeLessThan(50);
  expect(new Set(texts.map(({ text }) => callLink(text)))).toEqual(new Set(['tel:96333']));
});

test('a caller cannot evade the limit by another address of their own network', () => {
  expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe(networkOf('2001:db8:1:2::9'));
  expect(networkOf('2001:db8:1:3::9')).not.toBe(networkOf('2001:db8:1:2::9'));
  expect(networkOf('192.0.2.7')).toBe('192.0.2.7');
});

test.each([
  [1, '停用'],
  [2, '报废'],
])('a lift in state %i says so beside the call', (state, label) => {
  const text = codePageText({ hotline: '96333', lift: { ...lift, state } });
  expect(text).toContain(`本梯状态：${label}`);
  expect(callLink(text)).toBe('tel:96333');
});

test('names are text, whatever stands in them', () => {
  const text = codePageText({
    hotline: '"><script>',
    lift: { ...lift, communityName: '<img src=x onerror=alert(1)>' },
  });
  expect(text).not.toMatch(/<script|<img/);
});

test.each([
  ['(0571) 96333（24 小时）', 'tel:057196333'],
  ['+86 571-8888 0000', 'tel:+8657188880000'],
  ['请呼叫物业', 'tel:119'],
  [undefined, 'tel:119'],
])('the hotline %s is dialled as %s', (hotline, link) => {
  expect(callLink(codePageText({ hotline, lift: 'unread' }))).toBe(link);
});

test('the page may load nothing, stand in no frame and in no search engine', () => {
  expect(codePageHeaders['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; /);
  expect(codePageHeaders['x-robots-tag']).toContain('noindex');
  expect(Object.keys(codePageHeaders)).not.toContain('set-cookie');
});
