import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { networkOf } from '../../access/clientAddress.ts';
import { createPageTickets } from '../../access/pageTickets.ts';
import type { PublicReviews } from '../../queries/publicReviews.ts';
import type { CodeLift } from '../../queries/liftOfCode.ts';
import { VirtualClock } from '../../runtime/virtualClock.ts';
import { callFailedText, callPageText } from './callPageText.ts';
import { createCodeLookups } from './codeLookups.ts';
import type { LiftFacts } from './liftFacts.ts';
import { liftPageHasForms, liftPageText, type LiftPageParts } from './liftPageText.ts';
import { codePageHeaders } from './pageFrame.ts';

const lift: CodeLift = {
  id: 101,
  communityName: '翠湖花园',
  addr: '1 幢 1 单元',
  rescueCode: '100101',
  state: 0,
  stateReason: '',
  units: [
    { role: '使用单位', name: '云锦物业', telephone: '0571-8888 0001' },
    { role: '维保单位', name: '安行维保', telephone: '' },
  ],
  inspectedOn: null,
  nextInspectionOn: '2027-03-01',
};
const nothingSaid: PublicReviews = { published: [], average: null, problems: [] };
const facts: LiftFacts = {
  state: 'normal',
  service: { last: null, next: null },
  reviews: nothingSaid,
  outage: undefined,
  notices: [],
};
const known = randomBytes(12).toString('base64url');
const address = '192.0.2.7';
const telephone = (text: string): string | undefined => /class="call(?: large)?" href="([^"]*)"/.exec(text)?.[1];
const textOf = (parts: Partial<LiftPageParts>): string =>
  liftPageText({ hotline: '96333', code: known, found: { lift, more: facts }, ticket: 't', ...parts });

function open(liftOfCode: (code: string) => Promise<CodeLift | undefined>) {
  const clock = new VirtualClock();
  const asked: string[] = [];
  const lookups = createCodeLookups({
    clock,
    liftOfCode: (code) => {
      asked.push(code);
      return liftOfCode(code);
    },
  });
  /** The page and after how many ms it came. */
  async function read(code: string, from = address, withinMs = 5_000) {
    const startMs = clock.monotonicMs();
    const reading = lookups
      .find(code, from, () => Promise.resolve(facts))
      .then((found) => ({ text: textOf({ code, found }), tookMs: clock.monotonicMs() - startMs }));
    await clock.advance(withinMs);
    return reading;
  }
  return { clock, asked, read, lookups };
}
const ofKnown = (code: string) => Promise.resolve(code === known ? lift : undefined);

test('shows where I am, calls for help by a form, and the hotline at a touch beside it, without a script', async () => {
  const { text } = await open(ofKnown).read(known);
  expect(text).toContain('<h1>翠湖花园 1 幢 1 单元</h1>');
  expect(text).toContain('100 101');
  expect(text).toContain('本梯状态：正常');
  expect(text).toContain(`method="post" action="/q/${known}/call"><button class="call"`);
  expect(telephone(text)).toBe('tel:96333');
  expect(text).toContain('不要扒门');
  expect(text).not.toMatch(/<script|<img|<link|javascript:|https?:/);
});

test('says whom to ring by role and when it is inspected next, and nothing that nobody knows', () => {
  const text = textOf({});
  expect(text).toContain('<dt>使用单位</dt><dd>云锦物业，<a href="tel:057188880001">0571-8888 0001</a></dd>');
  expect(text).toContain('<dt>维保单位</dt><dd>安行维保</dd>');
  expect(text).toContain('<dt>下次检验</dt><dd>2027-03-01</dd>');
  expect(text).not.toMatch(/上次维保|上次检验|null/);
});

test('with the longest that passengers can say, the page stays under 50 KB', () => {
  const published = Array.from({ length: 5 }, () => ({
    score: 1,
    problem: 'noise' as const,
    text: '响'.repeat(500),
    answer: '修'.repeat(500),
    receivedAtMs: 1_800_000_000_000,
  }));
  const reviews: PublicReviews = { ...nothingSaid, published, average: { score: 3, num: 9 } };
  expect(Buffer.byteLength(textOf({ found: { lift, more: { ...facts, reviews } } }))).toBeLessThan(50_000);
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
  expect(telephone(missing.text)).toBe('tel:96333');
  expect(missing.text).not.toContain('翠湖花园');
  expect(missing.tookMs).toBe(found.tookMs);
  // Both caused a look-up, by texts of the same shape.
  expect(asked).toHaveLength(2);
  expect(asked[1]).toMatch(/^[\w-]{16}$/);
});

test.each([
  ['does not answer', () => new Promise<undefined>(() => undefined)],
  ['is away', () => Promise.reject(new Error('away'))],
])('both ways to call are there within a second while the database %s', async (_what, liftOfCode) => {
  const { text, tookMs } = await open(liftOfCode).read(known);
  expect(telephone(text)).toBe('tel:96333');
  expect(text).toContain(`action="/q/${known}/call"`);
  expect(text).toContain('不影响呼叫和拨打电话');
  expect(tookMs).toBeLessThan(1_000);
});

test('a caller who asks too often gets both ways to call without a look-up, and does not hold up others', async () => {
  const { asked, read, lookups } = open(ofKnown);
  const texts: Awaited<ReturnType<typeof read>>[] = [];
  for (let time = 0; time < 100; time += 1) texts.push(await read(known, address, 60));
  const shown = texts.filter(({ text }) => text.includes('100 101')).length;
  expect(shown).toBeGreaterThan(0);
  expect(shown).toBeLessThan(texts.length);
  expect(asked).toHaveLength(shown);
  expect(texts.every(({ text }) => telephone(text) === 'tel:96333' && text.includes('/call"'))).toBe(true);
  expect((await read(known, '192.0.2.8')).text).toContain('100 101');
  // The call itself is never counted.
  for (let time = 0; time < 300; time += 1) expect(await lookups.findForCall(known)).toBe(lift);
});

test('lookups that hang are bounded, and each caller still gets the hotline', async () => {
  const { asked, read } = open(() => new Promise<undefined>(() => undefined));
  const texts = await Promise.all(Array.from({ length: 200 }, (_, index) => read(known, `192.0.2.${index}`)));
  expect(asked.length).toBeLessThan(50);
  expect(new Set(texts.map(({ text }) => telephone(text)))).toEqual(new Set(['tel:96333']));
});

test('a caller cannot evade the limit by another address of their own network', () => {
  expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe(networkOf('2001:db8:1:2::9'));
  expect(networkOf('2001:db8:1:3::9')).not.toBe(networkOf('2001:db8:1:2::9'));
  expect(networkOf('192.0.2.7')).toBe('192.0.2.7');
});

test('a planned outage and the notices of the screens stand above what is known of the lift', () => {
  const text = textOf({
    found: {
      lift,
      more: {
        ...facts,
        outage: {
          id: 1,
          isActive: false,
          fromMs: Date.parse('2026-12-01T09:00:00.000+08:00'),
          toMs: Date.parse('2026-12-01T17:30:00.000+08:00'),
          reason: '更换钢丝绳',
        },
        notices: [{ title: '装修垃圾', content: '请勿使用客梯 <运输>' }],
      },
    },
  });
  expect(text).toContain('<strong>计划停梯</strong>：12-01 09:00 至 12-01 17:30，更换钢丝绳');
  expect(text).toContain('请勿使用客梯 &lt;运输&gt;');
});

test('a lift that is out of use says so and why, beside the call', () => {
  const text = textOf({
    found: { lift: { ...lift, state: 1, stateReason: '大修' }, more: { ...facts, state: 'outOfUse' } },
  });
  expect(text).toContain('本梯状态：停用（大修）');
  expect(telephone(text)).toBe('tel:96333');
});

test('names and what people typed are text, whatever stands in them', () => {
  const evil = '"><script>alert(1)</script>';
  const text = textOf({
    hotline: evil,
    found: { lift: { ...lift, communityName: '<img src=x onerror=alert(1)>' }, more: facts },
    typed: { form: 'problem', problem: evil, score: '', text: evil, photos: [evil], message: evil },
  });
  expect(text).not.toMatch(/<script|<img/);
});

test('what somebody typed stands in the form again, with why it was not taken', () => {
  const typed = {
    form: 'problem',
    problem: 'noise',
    score: '',
    text: '上行异响',
    photos: ['a.jpg'],
    message: '照片超过 5 MB',
  } as const;
  for (const found of [{ lift, more: facts }, 'unread'] as const) {
    const text = textOf({ found, typed });
    expect(text).toContain('>上行异响</textarea>');
    expect(text).toContain('value="noise" required checked');
    expect(text).toContain('已收到 1 张照片');
    expect(text).toMatch(/<details class="card" open>.*照片超过 5 MB/s);
    expect(text.match(/type="file"/g)).toHaveLength(2);
  }
});

test.each([
  ['(0571) 96333（24 小时）', 'tel:057196333'],
  ['+86 571-8888 0000', 'tel:+8657188880000'],
  ['请呼叫物业', 'tel:119'],
  [undefined, 'tel:119'],
])('the hotline %s is dialled as %s', (hotline, link) => {
  expect(telephone(textOf({ hotline, found: 'unread' }))).toBe(link);
});

const policy = (hasForms: boolean) => codePageHeaders({ hasForms })['content-security-policy'];

test('a page may load nothing and stand in no frame; only one with a form may send it, and only to us', () => {
  expect(policy(true)).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; .*form-action 'self'/);
  expect(policy(false)).toContain("form-action 'none'");
  expect(codePageHeaders({ hasForms: true })['x-robots-tag']).toContain('noindex');
  expect(liftPageHasForms({ found: 'unknown', code: known })).toBe(false);
  expect(textOf({ found: 'unknown' })).not.toContain('<form');
});

const progress = {
  elevatorId: 101,
  stage: 'pending',
  isClosed: false,
  waitedMs: 5_000,
  claimerId: null,
  expectedAtMs: null,
} as const;
const nowMs = 1_800_000_000_000;
const callText = (more: Partial<Parameters<typeof callPageText>[0]['progress'] & object>) =>
  callPageText({ hotline: '96333', code: known, progress: { ...progress, ...more }, nowMs });

test('the caller sees that the call is heard, by whom and when help comes; the page looks again every five seconds', () => {
  expect(callText({})).toContain('求救已收到');
  expect(callText({})).toContain('<meta http-equiv="refresh" content="5">');
  expect(callText({})).not.toContain('class="call large"');
  const sent = callText({ stage: 'dispatched', waitedMs: null, claimerId: 61, expectedAtMs: nowMs + 6.5 * 60_000 });
  expect(sent).toContain('已受理（工号 61），救援人员在途');
  expect(sent).toContain('预计 7 分钟到');
  expect(callText({ stage: 'arrived', waitedMs: null, claimerId: 61 })).toContain('已到现场');
});

test('if nobody has answered for a minute the hotline is there again, large, and the call goes on ringing', () => {
  const text = callText({ waitedMs: 60_000 });
  expect(text).toContain('class="call large" href="tel:96333"');
  expect(text).toContain('求救仍然有效');
  // So it is while nobody knows how far it is.
  expect(callPageText({ hotline: '96333', code: known, progress: undefined, nowMs })).toContain('class="call large"');
});

test('a call that is over offers another one, and no longer looks again', () => {
  const text = callText({ stage: 'completed', isClosed: true, waitedMs: null });
  expect(text).toContain(`action="/q/${known}/call"`);
  expect(text).not.toContain('http-equiv');
});

test('a call that was not recorded says so and never pretends', () => {
  expect(callFailedText('96333', known, false)).toMatch(/没有记录您的求救.*href="tel:96333".*再试一次/s);
});

test('tokens of the pages are ours, of their lift and of their time', () => {
  const tickets = createPageTickets(Buffer.alloc(32, 7));
  const ticket = tickets.issue(nowMs);
  expect(tickets.read(ticket, nowMs)).toMatch(/^[\w-]{16}$/);
  expect(tickets.read(ticket, nowMs + 3 * 3_600_000)).toBeUndefined();
  expect(createPageTickets(Buffer.alloc(32, 8)).read(ticket, nowMs)).toBeUndefined();
  const token = tickets.ofCall(known, 318);
  expect(tickets.callOf(known, token)).toBe(318);
  expect(tickets.callOf('B'.repeat(16), token)).toBeUndefined();
  expect(tickets.callOf(known, token.replace(/^[^.]*/, '9'))).toBeUndefined();
});
