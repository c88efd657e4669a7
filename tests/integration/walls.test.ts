import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { endpoints } from '../../src/contract/endpoints/index.ts';
import { userInfoSchema } from '../../src/contract/entities/session.ts';
import { supersededGraceMs } from '../../server/access/walls.ts';
import { absoluteLimitMs } from '../../server/access/sessions.ts';
import { systemClock, type Clock } from '../../server/runtime/clock.ts';
import { openHttpHarness, type Answer, type HttpHarness } from '../support/httpHarness.ts';
import { smallCity } from '../support/smallCity.ts';

const signedInSchema = z.object({ token: z.string(), userInfo: userInfoSchema });
const pairingSchema = z.object({ code: z.string().regex(/^\d{8}$/), expires_at: z.string() });

/** Real timers over a time that the test moves on. */
let aheadMs = 0;
const clock: Clock = {
  nowMs: () => systemClock.nowMs() + aheadMs,
  monotonicMs: () => systemClock.monotonicMs() + aheadMs,
  after: (delayMs, callback) => systemClock.after(delayMs, callback),
};

let harness: HttpHarness;
beforeAll(async () => {
  harness = await openHttpHarness({ clock });
});
afterAll(() => harness.dispose());

async function pair(userId: number = smallCity.users.super, name = '指挥中心大屏'): Promise<string> {
  const answer = await harness.call(endpoints.wallPair, { name }, await harness.signIn(userId));
  return pairingSchema.parse(answer.envelope?.data).code;
}
const redeem = (code: string) => harness.call(endpoints.wallRedeem, { code });
const renew = (cookie: string) => harness.request('POST', '/api-open/wall/renew', { body: {}, headers: { cookie } });
const cookieOf = (answer: Answer): string =>
  /^tian_wall=[\w-]{43}/.exec(answer.headers.get('set-cookie') ?? '')?.[0] ?? '';
const signedIn = (answer: Answer) => signedInSchema.parse(answer.envelope?.data);
async function newWall(userId?: number) {
  const answer = await redeem(await pair(userId));
  return { ...signedIn(answer), cookie: cookieOf(answer) };
}
/** Until the client has noticed that its kept connections are gone. */
async function restart(): Promise<void> {
  await harness.restart();
  await expect
    .poll(() =>
      harness.request('GET', '/healthz').then(
        ({ status }) => status,
        () => 0,
      ),
    )
    .toBe(200);
}
const wallIdOf = async (userId: number) =>
  (await harness.store.rows.selectFrom('walls').select('id').where('user_id', '=', userId).executeTakeFirstOrThrow())
    .id;

describe('the sign-in of a wall', () => {
  it('takes a code once, and gives a read-only user with a cookie that no script and no other site can use', async () => {
    const code = await pair();
    const answer = await redeem(code);
    expect(answer.headers.get('set-cookie')).toMatch(
      /^tian_wall=[\w-]{43}; HttpOnly; SameSite=Strict; Path=\/api-open\/wall; Max-Age=34560000$/,
    );
    const { token, userInfo } = signedIn(answer);
    expect(userInfo.permissions.toSorted()).toEqual([
      'alarm.view',
      'device.view',
      'elevator.view',
      'overview.view',
      'rescue.view',
    ]);
    expect((await harness.call(endpoints.elevatorRealtime, {}, token)).envelope).toMatchObject({
      code: 0,
      data: { columns: { id: [smallCity.lift.id, smallCity.farLift.id] } },
    });
    expect((await harness.call(endpoints.userMenuTree, {}, token)).envelope?.code).toBe(0);
    expect((await harness.call(endpoints.rescueAck, { id: 1 }, token)).status).toBe(403);
    expect((await harness.call(endpoints.wallPair, { name: '又一块' }, token)).status).toBe(403);
    expect((await redeem(code)).envelope?.code).not.toBe(0);
    const kept = JSON.stringify([
      await harness.store.rows.selectFrom('wall_credentials').selectAll().execute(),
      await harness.store.rows.selectFrom('wall_pairings').selectAll().execute(),
    ]);
    expect(kept).not.toContain(cookieOf(answer).slice('tian_wall='.length));
    expect(kept).not.toContain(code);
  });

  it('sees what the administrator who paired it sees', async () => {
    const { token } = await newWall(smallCity.users.admin);
    expect((await harness.call(endpoints.elevatorRealtime, {}, token)).envelope).toMatchObject({
      data: { columns: { id: [smallCity.lift.id, smallCity.farLift.id] } },
    });
    expect((await harness.login('wall-2', '')).envelope?.code).not.toBe(0);
  });

  it('refuses a code after ten minutes, and guessing after some tries', async () => {
    const late = await pair();
    aheadMs += 10 * 60_000 + 1_000;
    expect((await redeem(late)).envelope?.code).not.toBe(0);
    const statuses: number[] = [];
    for (let guess = 0; guess < 12; guess += 1) statuses.push((await redeem(String(guess).padStart(8, '0'))).status);
    expect(statuses.at(-1)).toBe(429);
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(10);
    aheadMs += 3_600_000;
  });

  it('charges a guess before evaluating it: of 300 simultaneous ones ten are evaluated', async () => {
    const answers = await Promise.all(
      Array.from({ length: 300 }, (_, guess) => redeem(String(guess).padStart(8, '0'))),
    );
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(10);
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(290);
    aheadMs += 3_600_000;
  });

  it('lets someone with a valid code in while two hundred addresses guess', async () => {
    const behindProxy = await openHttpHarness({ clock, http: { trustProxy: true } });
    const redeemFrom = (ip: string, code: string) =>
      behindProxy.request('POST', '/api-open/wall/redeem', { body: { code }, headers: { 'x-forwarded-for': ip } });
    try {
      let evaluated = 0;
      for (let round = 0; round < 10; round += 1) {
        const answers = await Promise.all(
          Array.from({ length: 100 }, (_, place) =>
            redeemFrom(`203.0.${place}.${round % 2}`, String(place).padStart(8, '0')),
          ),
        );
        evaluated += answers.filter(({ status }) => status === 200).length;
      }
      expect(evaluated).toBeLessThanOrEqual(60 + 2 * 200);
      const pairing = await behindProxy.call(
        endpoints.wallPair,
        { name: '大屏' },
        await behindProxy.signIn(smallCity.users.super),
      );
      const answer = await redeemFrom('198.51.100.7', pairingSchema.parse(pairing.envelope?.data).code);
      expect(answer.envelope?.code).toBe(0);
      const network = [];
      for (let guess = 0; guess < 5; guess += 1)
        network.push((await redeemFrom(`2001:db8::${guess + 1}`, '00000001')).status);
      expect(network).toEqual([200, 200, 429, 429, 429]);
    } finally {
      await behindProxy.dispose();
    }
  });

  it('survives 200 renewals whose responses were lost; the last one that arrives counts', async () => {
    const { cookie, token } = await newWall();
    for (let lost = 0; lost < 200; lost += 1) expect(signedIn(await renew(cookie)).token).not.toBe(token);
    const arrived = await renew(cookie);
    expect((await harness.call(endpoints.statsWorks, {}, token)).envelope?.code).toBe(0);
    aheadMs += supersededGraceMs + 1_000;
    const next = await renew(cookieOf(arrived));
    expect(next.envelope?.code).toBe(0);
    // Within the grace the one before still works; after it no longer.
    expect((await renew(cookie)).envelope?.code).toBe(0);
    aheadMs += supersededGraceMs + 1_000;
    expect((await renew(cookie)).envelope?.code).not.toBe(0);
    expect((await renew(cookieOf(next))).envelope?.code).toBe(0);
  });

  it('continues for forty days across restarts, without anyone logging in', async () => {
    let { cookie } = await newWall();
    for (let day = 0; day < 40; day += 4) {
      aheadMs += 4 * 86_400_000;
      if (day % 16 === 0) await restart();
      const answer = await renew(cookie);
      expect((await harness.call(endpoints.statsWorks, {}, signedIn(answer).token)).envelope?.code).toBe(0);
      cookie = cookieOf(answer);
    }
    expect(40 * 86_400_000).toBeGreaterThan(absoluteLimitMs);
  });

  it('ends within a second when it is revoked: session, socket and cookie', async () => {
    const { cookie, token, userInfo } = await newWall();
    const socket = await harness.connect({ userId: userInfo.id, token, last: null });
    await socket.waitFor(({ welcome }) => welcome !== undefined);
    const admin = await harness.signIn(smallCity.users.super);
    const listed = await harness.call(endpoints.wallList, {}, admin);
    const id = await wallIdOf(userInfo.id);
    expect(listed.envelope?.data).toContainEqual(
      expect.objectContaining({ id, name: '指挥中心大屏', paired_by: '苏培' }),
    );
    const revokedAtMs = performance.now();
    expect((await harness.call(endpoints.wallRevoke, { id }, admin)).envelope?.code).toBe(0);
    await socket.closed;
    expect(performance.now() - revokedAtMs).toBeLessThan(1_000);
    expect((await harness.call(endpoints.statsWorks, {}, token)).status).toBe(401);
    expect((await renew(cookie)).envelope?.code).not.toBe(0);
    expect((await harness.call(endpoints.wallRevoke, { id }, admin)).status).toBe(404);
  });

  it('is renewed whatever someone at the same address tries', async () => {
    const { cookie } = await newWall();
    const madeUp = await Promise.all(
      Array.from({ length: 310 }, (_, guess) => renew(`tian_wall=${String(guess).padStart(43, 'z')}`)),
    );
    expect(madeUp.at(-1)?.status).toBe(429);
    expect((await renew(cookie)).envelope?.code).toBe(0);
    aheadMs += 3_600_000;
  });

  it('is renewed within one budget, whichever of its credentials it shows', async () => {
    let { cookie } = await newWall();
    const other = await newWall();
    let renewed = 0;
    for (let answer = await renew(cookie); answer.status === 200 && renewed < 400; answer = await renew(cookie)) {
      cookie = cookieOf(answer);
      renewed += 1;
    }
    // Some come back while the three hundred are spent.
    expect(renewed).toBeGreaterThanOrEqual(300);
    expect(renewed).toBeLessThan(400);
    expect((await renew(other.cookie)).envelope?.code).toBe(0);
    aheadMs += 3_600_000;
  });

  it('asks for a code where there is no cookie, without ending anybody else’s session', async () => {
    for (const cookie of [
      '',
      'tian_wall=',
      `tian_wall=${'x'.repeat(43)}`,
      `other=1; tian_wall=${'y'.repeat(43)}; a=b`,
    ]) {
      const answer = await renew(cookie);
      expect(answer.status).toBe(200);
      expect(answer.envelope?.message).toContain('配对码');
    }
  });
});
