import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startFake, type FakeProvider } from '../tests/support/notify/fakeProvider.ts';
import { aliyunForm, fakeSecrets, formOf, webhookForm, wecomForm } from '../tests/support/notify/providerForms.ts';
import { createOutbound } from '../server/notify/outbound.ts';
import { VirtualClock } from '../server/runtime/virtualClock.ts';
import { askHealth, parseWatchdogConfig, targetsOf } from './watchdog.ts';
import { createServerWatch, type WatchNews } from './watchServer.ts';

let clock: VirtualClock;
let server: FakeProvider;
let wecom: FakeProvider;
let webhook: FakeProvider;
let voice: FakeProvider;
let health: { readonly status?: number; readonly body: unknown };
let kept: WatchNews | undefined;
let troubles: string[];
let watch: ReturnType<typeof createServerWatch>;

const answers = (agoMs: number | null | undefined) => {
  health = { body: { code: 0, message: '就绪', data: { ready: true, call_proven_ago_ms: agoMs } } };
};
const isDown = () => {
  health = { status: 503, body: { code: 503, message: '尚未就绪', data: { ready: false } } };
};
const configOf = (url: string) => ({
  url,
  site: '示例市',
  channels: [
    { channel: 'wecom', settings: { key: fakeSecrets.robotKey, base_url: wecom.url } },
    { channel: 'webhook', settings: { url: `${webhook.url}/hook`, secret: fakeSecrets.webhook } },
    {
      channel: 'voice',
      to: ['13800000001'],
      template_code: 'TTS_1',
      settings: {
        base_url: voice.url,
        access_key_id: fakeSecrets.accessKeyId,
        access_key_secret: fakeSecrets.accessKeySecret,
      },
    },
  ],
});

/** As after a start of the process. */
function start(): void {
  const config = parseWatchdogConfig(JSON.stringify(configOf(server.url)));
  watch = createServerWatch({
    clock,
    ask: () => askHealth(config.url),
    targets: targetsOf(config, { clock, outbound: createOutbound({ allowPrivate: ['127.0.0.1'] }) }),
    site: config.site,
    news: kept,
    keep: async (news) => void (kept = news),
    onTrouble: (trouble) => troubles.push(trouble),
  });
}
async function lookFor(durationMs: number): Promise<void> {
  for (let passedMs = 0; passedMs < durationMs; passedMs += 15_000) {
    await clock.advance(15_000);
    await watch.look();
  }
}
/** The messages that each of the three got. */
const told = () => ({
  wecom: wecom.requests.map(({ body }) => String(JSON.parse(body).text.content).split('】')[0]),
  webhook: webhook.requests.map(({ body }) => JSON.parse(body).data.title),
  voice: voice.requests.map((request) => formOf(request).get('CalledNumber')),
});
/** Returns the words of the telephone, call by call. */
const spoken = () => voice.requests.map((request) => String(JSON.parse(formOf(request).get('TtsParam') ?? '{}').note));
const silent = '示例市平台中断';
const back = '示例市平台已恢复';
const number = '13800000001';

beforeEach(async () => {
  clock = new VirtualClock();
  kept = undefined;
  troubles = [];
  answers(0);
  server = await startFake({ answer: () => health, refusal: () => ({ status: 500, body: '' }) });
  wecom = await startFake(wecomForm);
  webhook = await startFake(webhookForm(fakeSecrets.webhook));
  voice = await startFake(aliyunForm('CallId'));
  start();
});
afterEach(() => Promise.all([server, wecom, webhook, voice].map((fake) => fake.close())));

describe('the watchdog', () => {
  it('tells everyone once when the server has been silent for 60 s, and once when it is back', async () => {
    await lookFor(600_000);
    expect(told()).toEqual({ wecom: [], webhook: [], voice: [] });
    isDown();
    await lookFor(45_000);
    expect(told().wecom).toEqual([]);
    await lookFor(15_000);
    expect(told()).toEqual({ wecom: [`【${silent}`], webhook: [silent], voice: [number] });
    await lookFor(3_600_000);
    expect(told()).toMatchObject({ wecom: [`【${silent}`], webhook: [silent] });
    expect(JSON.parse(wecom.requests[0]?.body ?? '').text.content).toContain('请改用救援热线值守');
    answers(20_000);
    await lookFor(3_600_000);
    expect(told()).toMatchObject({ wecom: [`【${silent}`, `【${back}`], webhook: [silent, back] });
    expect(spoken().at(-1)).toContain('请核对其间的呼叫记录');
  });

  it('rings a telephone again 5 and 15 minutes later while the server is silent, says so, and then no more', async () => {
    isDown();
    await lookFor(60_000);
    expect(spoken()).toEqual(['求救可能无人听到，请改用热线值守。未恢复则 5、15 分钟后再拨']);
    await lookFor(285_000);
    expect(spoken()).toHaveLength(1);
    await lookFor(15_000);
    expect(spoken().slice(1)).toEqual(['求救可能无人听到，请改用热线值守。未恢复则 10 分钟后拨最后一次']);
    await lookFor(585_000);
    expect(spoken()).toHaveLength(2);
    await lookFor(15_000);
    expect(spoken().slice(2)).toEqual(['求救可能无人听到，请改用热线值守。这是最后一次拨打']);
    await lookFor(2 * 3_600_000);
    expect(spoken()).toHaveLength(3);
    const outIds = voice.requests.map((request) => formOf(request).get('OutId'));
    expect(new Set(outIds).size, 'a provider that drops repeats takes each call').toBe(3);
  });

  it('does not ring a telephone again once the server is back, and a restart counts the calls before it', async () => {
    isDown();
    await lookFor(360_000);
    expect(spoken()).toHaveLength(2);
    start();
    await lookFor(585_000);
    expect(spoken()).toHaveLength(2);
    answers(0);
    await lookFor(1_200_000);
    expect(spoken().slice(2)).toEqual([expect.stringContaining('请核对其间的呼叫记录')]);
  });

  it('is not deceived by a server that answers although no synthetic call gets through, nor by one that makes none', async () => {
    const stuckAtMs = clock.monotonicMs();
    const stuckFor = async (durationMs: number) => {
      for (let passedMs = 0; passedMs < durationMs; passedMs += 15_000) {
        answers(clock.monotonicMs() + 15_000 - stuckAtMs);
        await lookFor(15_000);
      }
    };
    await stuckFor(45_000);
    expect(told().webhook).toEqual([]);
    await stuckFor(600_000);
    expect(told().webhook).toEqual([silent]);
    answers(undefined);
    await lookFor(600_000);
    expect(told().webhook).toEqual([silent, back]);
  });

  it('repeats nothing after a restart, and says then what it had not said', async () => {
    isDown();
    webhook.next('fault');
    wecom.next('cut');
    await lookFor(60_000);
    expect(troubles).toHaveLength(2);
    start();
    await lookFor(60_000);
    expect(told()).toMatchObject({ wecom: { length: 2 }, webhook: [silent, silent], voice: [number] });
    start();
    await lookFor(180_000);
    expect(told()).toMatchObject({ wecom: { length: 2 }, webhook: { length: 2 }, voice: [number] });
    answers(0);
    await lookFor(15_000);
    expect(told().voice).toEqual([number, number]);
  });

  it('does not blame the server for a time in which it stood still itself, nor for a calendar that is set', async () => {
    await lookFor(30_000);
    isDown();
    await clock.advance(3_600_000);
    await watch.look();
    clock.step(24 * 3_600_000);
    await lookFor(30_000);
    expect(told().webhook).toEqual([]);
  });
});

describe('its configuration', () => {
  it.each([
    ['没有渠道', { channels: [] }, '“channels”'],
    ['未知的渠道', { channels: [{ channel: 'pigeon', settings: {} }] }, '“channels.0.channel”'],
  ])('is refused, and the message names the member: %s', (_name, change, words) => {
    expect(() => parseWatchdogConfig(JSON.stringify({ ...configOf(server.url), ...change }))).toThrow(words);
  });

  it.each([
    [{ channel: 'wecom', settings: {} }, '企业微信'],
    [{ channel: 'webhook', settings: { url: 'https://hooks.example.com', secret: 'short' } }, '至少 16 个字符'],
    [{ channel: 'voice', settings: { access_key_id: 'a', access_key_secret: 'b' } }, '须填写电话'],
  ])('is refused where a channel cannot send: %j', (channel, words) => {
    const config = parseWatchdogConfig(JSON.stringify({ ...configOf(server.url), channels: [channel] }));
    const outbound = createOutbound({ allowPrivate: [] });
    expect(() => targetsOf(config, { clock, outbound })).toThrow(words);
  });
});
