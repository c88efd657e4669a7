import { describe, expect, it } from 'vitest';
import { VirtualClock } from '../runtime/virtualClock.ts';
import { createKnownBrowsers } from './knownBrowsers.ts';

const pepper = new Uint8Array(32).fill(3);
const setUp = (clock = new VirtualClock()) => ({ clock, browsers: createKnownBrowsers({ pepper, clock }) });
/** Returns the cookie that the browser sends back after a Set-Cookie header. */
const sentBack = (cookie: string) => cookie.split(';')[0] ?? '';

describe('a browser that signed in before', () => {
  it('is known for that account and for no other, also beside other cookies', () => {
    const { browsers } = setUp();
    const cookie = sentBack(browsers.cookieFor('dispatcher1', true));
    const id = browsers.recognise('dispatcher1', `a=1; ${cookie}; b=2`);
    expect(id).toMatch(/^[\w-]{22}$/);
    expect(browsers.recognise('dispatcher1', cookie)).toBe(id);
    expect(browsers.recognise('dispatcher2', cookie)).toBeUndefined();
    const [, value = ''] = cookie.split('=');
    const [otherName = ''] = sentBack(browsers.cookieFor('dispatcher2', true)).split('=');
    expect(browsers.recognise('dispatcher2', `${otherName}=${value}`)).toBeUndefined();
  });

  it('keeps its cookie from scripts, other sites and plain connections', () => {
    const { browsers } = setUp();
    expect(browsers.cookieFor('a', true)).toMatch(
      /^tian_browser_[0-9a-f]{16}=\d+\.[\w-]{22}\.[\w-]{43}; HttpOnly; SameSite=Strict; Path=\/api\/auth\/login; Max-Age=34560000; Secure$/,
    );
    expect(browsers.cookieFor('a', false)).not.toContain('Secure');
    expect(browsers.cookieFor('a', true)).not.toBe(browsers.cookieFor('a', true));
  });

  it('is not known by a cookie that is forged, of another site, or older than browsers keep one', async () => {
    const { browsers, clock } = setUp();
    const cookie = sentBack(browsers.cookieFor('a', true));
    for (const forged of [
      '',
      cookie.slice(0, -2),
      cookie.replace(/=\d+/, '=99999999999'),
      `${cookie}x`,
      cookie.replace(/\.[\w-]{22}\./, `.${'x'.repeat(22)}.`),
    ]) {
      expect(browsers.recognise('a', forged)).toBeUndefined();
    }
    expect(createKnownBrowsers({ pepper: new Uint8Array(32).fill(4), clock }).recognise('a', cookie)).toBeUndefined();
    expect(browsers.recognise('a', cookie)).toBeDefined();
    await clock.advance(401 * 86_400_000);
    expect(browsers.recognise('a', cookie)).toBeUndefined();
  });
});
