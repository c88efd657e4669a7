import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ProviderChannel } from '../../src/contract/notificationWords.ts';
import { openTestStore, type TestStore } from '../../tests/support/openTestStore.ts';
import { startFake, type FakeProvider } from '../../tests/support/notify/fakeProvider.ts';
import { fakeSecrets, wechatForm } from '../../tests/support/notify/providerForms.ts';
import { testSiteKey } from '../../tests/support/testAccess.ts';
import { principalOf, smallCity, writeSmallCity } from '../../tests/support/smallCity.ts';
import { demoMark } from '../access/demoPassword.ts';
import type { Principal } from '../access/principal.ts';
import type { Refusal } from '../domain/refusal.ts';
import { projections } from '../lifecycleEntries.ts';
import { listBindings, listChannels, listTemplates } from '../queries/notifyChannel.ts';
import { VirtualClock } from '../runtime/virtualClock.ts';
import { run } from '../store/eventStore.ts';
import type { OutgoingMessage, Receipt } from './adapter.ts';
import { createBindings } from './bindings.ts';
import { createChannelDesk, type ChannelDesk } from './channelDesk.ts';
import { createChannels, createChannelSecrets, type LoadedChannels } from './channels.ts';
import { createReceiptQueue } from './receiptQueue.ts';
import { createTemplateDesk } from './templateDesk.ts';

/** A row of a telephone call, but for its outcome. */
const telephoneCall = {
  source: 'ladder',
  source_position: 1,
  channel: 'voice',
  template: 'rescue',
  template_values: '{}',
  title: '困人',
  priority: 1,
  attempts: 1,
  receipt_at_ms: null,
  person_id: null,
  user_id: null,
  recipient_organization: '',
  recipient_name: '王磊',
  masked_address: '138****0000',
  require_key: 1,
  is_unheard: 0,
  ladder_id: null,
  rung: null,
  rule_id: null,
  rule_version: null,
  rule_name: '',
  elevator_id: null,
  tag: '',
  area_id: null,
  community_id: null,
  brand_id: null,
  property_id: null,
  maintenance_id: null,
  rescue_order_id: null,
  alarm_id: null,
  exception_id: null,
  is_demo: 0,
  is_hidden: 0,
  expires_at_ms: 0,
  created_at_ms: 0,
  updated_at_ms: 0,
  position: 1,
} as const;

let opened: TestStore;
let clock: VirtualClock;
let by: Principal;
let reported: { readonly channel: ProviderChannel; readonly receipt: Receipt }[];
let fake: FakeProvider | undefined;
const open: LoadedChannels[] = [];

function onTrouble(_trouble: string, error: unknown): never {
  throw error;
}

const written = async (id: number, state: string, words: string, code: string): Promise<void> =>
  opened.store.write(function* (queries) {
    yield* run(
      queries
        .insertInto('notifications')
        .values({ ...telephoneCall, id, dedup_key: `${id}`, state, problem: words, problem_code: code }),
    );
  });

beforeEach(async () => {
  clock = new VirtualClock();
  opened = await openTestStore({ clock, projections });
  await writeSmallCity(opened.store, 'no-hash');
  by = await principalOf(opened.store, smallCity.users.super);
  reported = [];
});
afterEach(async () => {
  for (const channels of open.splice(0)) await channels.close();
  await fake?.close();
  fake = undefined;
  await opened.dispose();
});

async function load(): Promise<LoadedChannels> {
  const channels = await createChannels({
    store: opened.store,
    clock,
    siteKey: testSiteKey,
    allowPrivate: ['127.0.0.1'],
    onReceipt: async (channel, receipt) => void reported.push({ channel, receipt }),
    onTrouble,
  });
  open.push(channels);
  return channels;
}

const makeDemo = (): Promise<void> =>
  opened.store.write(function* (queries) {
    yield* run(queries.insertInto('store_meta').values({ key: demoMark, value: '1' }));
  });

const deskOf = (channels: LoadedChannels): ChannelDesk =>
  createChannelDesk({
    store: opened.store,
    clock,
    channels,
    secrets: createChannelSecrets(testSiteKey),
    allowPrivate: ['127.0.0.1'],
    onTrouble,
  });

const problemsOf = (saving: Promise<unknown>) =>
  saving.then(
    () => 'saved',
    (error: Refusal) => error.fieldErrors,
  );
const aliyun = { access_key_id: 'LTAI1', access_key_secret: 'top-secret-words', sign_name: '梯安' };
const message: OutgoingMessage = {
  notificationId: 5,
  attempt: 1,
  address: '13800001234',
  title: '测试消息',
  text: '内容',
  templateCode: '',
  values: {},
  requireKey: true,
  atMs: 0,
};
const never = new AbortController().signal;

describe('a channel', () => {
  it('is not configured on a new site, and a recording in the demo', async () => {
    expect((await load()).adapterOf('voice')).toBeUndefined();
    await opened.store.write(function* (queries) {
      yield* run(queries.deleteFrom('notify_channels'));
    });
    await makeDemo();
    expect((await load()).adapterOf('voice')).toMatchObject({ isDemo: true });
  });

  it('keeps its secrets where no answer, no event and no row shows them', async () => {
    const channels = await load();
    await deskOf(channels).save(by, { channel: 'sms', provider: 'real', values: aliyun });
    expect(channels.stateOf('sms').secrets).toEqual({ access_key_secret: 'top-secret-words' });
    const shown = await listChannels({ store: opened.store, clock, channels, origin: 'https://x' }, by);
    const events = await opened.store.readStream('notifyChannel-sms', 0);
    const rows = await opened.store.rows.selectFrom('notify_channels').selectAll().execute();
    expect(JSON.stringify([shown, events, rows])).not.toContain('top-secret');
    expect(events[0]?.data).toMatchObject({
      before: { provider: 'none', has_access_key_secret: false },
      after: { provider: 'real', access_key_id: 'LTAI1', has_access_key_secret: true },
    });
    expect(shown.list.find(({ channel }) => channel === 'sms')).toMatchObject({
      state_label: '已启用',
      receipt_url: expect.stringMatching(/^https:\/\/x\/api-open\/notify\/receipt\/sms\/[\w-]{22}$/),
      version: 1,
    });
    // After a restart it still sends.
    expect((await load()).adapterOf('sms')).toMatchObject({ isDemo: false, isIdempotent: false });
  });

  it('has a problem only where the channel failed: not of a call taken meanwhile, nor of one person who did not pick up', async () => {
    const channels = await load();
    const problem = async (): Promise<string | undefined> => {
      const { list } = await listChannels({ store: opened.store, clock, channels, origin: 'https://x' }, by);
      return list.find(({ channel }) => channel === 'voice')?.last_problem;
    };
    await written(1, 'givenUp', '超出并发限制', '200121');
    await written(2, 'cancelled', '呼叫已受理', '');
    await written(3, 'givenUp', '无人接听', 'noAnswer');
    await written(4, 'givenUp', '已停机', '200011');
    expect(await problem()).toBe('超出并发限制');
    await written(5, 'unknown', '渠道没有答复', 'noReply');
    expect(await problem()).toBe('渠道没有答复');
  });

  it('stays as it is when nothing changes, and says which secret was replaced', async () => {
    const desk = deskOf(await load());
    await desk.save(by, { channel: 'sms', provider: 'real', values: aliyun });
    expect(await desk.save(by, { channel: 'sms', provider: 'real', values: {} })).toEqual({ version: 1 });
    await desk.save(by, { channel: 'sms', provider: 'real', values: { access_key_secret: 'another-secret' } });
    const [, second] = await opened.store.readStream('notifyChannel-sms', 0);
    expect(second?.data).toMatchObject({ after: { replaced: 'AccessKey Secret' } });
  });

  it('says beside the field what is missing or wrong, and changes nothing', async () => {
    const channels = await load();
    const desk = deskOf(channels);
    expect(await problemsOf(desk.save(by, { channel: 'sms', provider: 'real', values: {} }))).toEqual([
      { field: 'values.access_key_id', message: '请填写AccessKey ID' },
      { field: 'values.access_key_secret', message: '请填写AccessKey Secret' },
      { field: 'values.sign_name', message: '请填写短信签名' },
    ]);
    for (const url of ['https://10.0.0.8/hook', 'https://localhost/hook', 'http://example.com/hook', 'ftp://x', 'x'])
      expect(
        await problemsOf(
          desk.save(by, { channel: 'webhook', provider: 'real', values: { url, secret: 'sixteen-letters-1' } }),
        ),
      ).toMatchObject([{ field: 'values.url' }]);
    expect(channels.stateOf('webhook').provider).toBe('none');
  });

  it('asks for its secrets again when its messages would go to another host', async () => {
    const desk = deskOf(await load());
    const webhook = { url: 'https://a.example/x', secret: 'sixteen-letters-1' };
    await desk.save(by, { channel: 'webhook', provider: 'real', values: webhook });
    const elsewhere = { channel: 'webhook', provider: 'real', values: { url: 'https://b.example/x' } } as const;
    expect(await problemsOf(desk.save(by, elsewhere))).toMatchObject([{ field: 'values.secret' }]);
    const sameHost = { channel: 'webhook', provider: 'real', values: { url: 'https://a.example/y' } } as const;
    expect(await problemsOf(desk.save(by, sameHost))).toBe('saved');
  });

  it('does not overwrite what someone else has changed since', async () => {
    const desk = deskOf(await load());
    await desk.save(by, { channel: 'sms', provider: 'none', values: { sign_name: '梯安' } });
    await expect(
      desk.save(by, { channel: 'sms', provider: 'none', values: { sign_name: '别的' }, version: 0 }),
    ).rejects.toThrow('修改了短信渠道');
  });

  it('rings no real telephone from a demo, and records nothing instead of sending on a real site', async () => {
    const site = deskOf(await load());
    expect(await problemsOf(site.save(by, { channel: 'voice', provider: 'demo', values: {} }))).toMatchObject([
      { field: 'provider' },
    ]);
    await makeDemo();
    const demo = deskOf(await load());
    expect(await problemsOf(demo.save(by, { channel: 'sms', provider: 'real', values: aliyun }))).toMatchObject([
      { field: 'provider' },
    ]);
  });
});

describe('the telephone of the demo', () => {
  it('rings for a minute, and reports that no one answered', async () => {
    await makeDemo();
    const channels = await load();
    expect(await channels.adapterOf('voice')?.send(message, never)).toMatchObject({ kind: 'accepted' });
    const row = await opened.store.rows.selectFrom('demo_messages').selectAll().executeTakeFirstOrThrow();
    expect(row).toMatchObject({ notification_id: 5, recipient: '138******34', reaction: '' });
    await clock.advance(60_000);
    await expect.poll(() => reported).toMatchObject([{ receipt: { state: 'failed', reason: '无人接听' } }]);
  });

  it('stops ringing when a key is pressed, and reports the key', async () => {
    await makeDemo();
    const channels = await load();
    await channels.adapterOf('voice')?.send(message, never);
    const queue = createReceiptQueue({
      store: opened.store,
      clock,
      channels,
      bindings: createBindings({ store: opened.store, clock, channels }),
      onReceipt: async (channel, receipt) => void reported.push({ channel, receipt }),
      onTrouble,
    });
    const reading = channels.readReceipt('voice', {
      method: 'POST',
      query: {},
      signature: '',
      body: Buffer.from('{"id":5,"key":"1"}'),
      nowMs: clock.nowMs(),
    });
    expect(await queue.put('voice', reading ?? { receipts: [], scans: [] })).toBe(true);
    await queue.idle();
    expect(reported).toEqual([{ channel: 'voice', receipt: { notificationId: 5, state: 'acknowledged', key: '1' } }]);
    const row = await opened.store.rows.selectFrom('demo_messages').select('reaction').executeTakeFirstOrThrow();
    expect(row.reaction).toBe('1');
    await queue.close();
  });
});

describe('a queue of receipts', () => {
  it('takes in only so many at once, so that a flood fills no memory', async () => {
    const channels = await load();
    const queue = createReceiptQueue({
      store: opened.store,
      clock,
      channels,
      bindings: createBindings({ store: opened.store, clock, channels }),
      onReceipt: () => new Promise(() => undefined),
      onTrouble,
    });
    const thousand = Array.from({ length: 1_000 }, (): Receipt => ({ notificationId: 1, state: 'delivered' }));
    expect(await queue.put('sms', { receipts: thousand, scans: [] })).toBe(true);
    expect(await queue.put('sms', { receipts: thousand, scans: [] })).toBe(true);
    expect(await queue.put('sms', { receipts: thousand, scans: [] })).toBe(false);
  });
});

describe('a template', () => {
  it('has words for every kind of message on every channel, within their limits', async () => {
    const channels = await load();
    const { list } = await listTemplates(opened.store, channels, by, { page: 1, page_size: 200, order: 'asc' });
    expect(list).toHaveLength(54);
    expect(
      list.filter(({ problem }) => problem !== '').map(({ key, channel, problem }) => [key, channel, problem]),
    ).toEqual([]);
    expect(list.map(({ preview }) => preview).join('\n')).not.toMatch(/[{}]/);
  });

  it('is in force as soon as it is saved, and refused with a variable that does not exist', async () => {
    const channels = await load();
    const desk = createTemplateDesk({ store: opened.store, clock, onTrouble, onChanged: () => channels.reload() });
    const { list } = await listTemplates(opened.store, channels, by, {
      page: 1,
      page_size: 200,
      order: 'asc',
      channel: 'sms',
    });
    const template = list.find(({ key }) => key === 'call');
    const changed = { id: template?.id, version: 0, key: 'call', channel: 'sms', provider_code: 'SMS_1' } as const;
    await desk.save(by, { ...changed, text: '{小区}有人被困' });
    expect(channels.render('sms', 'call', { 小区: '翠湖花园' })).toEqual({ text: '翠湖花园有人被困', code: 'SMS_1' });
    expect(await problemsOf(desk.save(by, { ...changed, version: 1, text: '{楼}有人被困' }))).toMatchObject([
      { field: 'text' },
    ]);
  });
});

async function withWechat() {
  fake = await startFake(wechatForm());
  const channels = await load();
  await deskOf(channels).save(by, {
    channel: 'wechat',
    provider: 'real',
    values: {
      app_id: fakeSecrets.appId,
      app_secret: fakeSecrets.appSecret,
      token: 'abc123',
      base_url: fake.url,
    },
  });
  await opened.store.write(function* (queries) {
    yield* run(
      queries.insertInto('people').values({
        id: 71,
        name: '赵强',
        mobile: '13800000071',
        org_type: 4,
        org_id: 301,
        duties: '[]',
        certificates: '[]',
        certificate_expiry: null,
        user_id: null,
      }),
    );
  });
  return { channels, bindings: createBindings({ store: opened.store, clock, channels }) };
}

const listed = () => listBindings(opened.store, by, { page: 1, page_size: 20, order: 'desc' });

describe('a WeChat binding', () => {
  it('comes by the scan of a code, once and within ten minutes, and shows only the end of the openid', async () => {
    const { bindings } = await withWechat();
    const { content } = await bindings.createCode(by, 71);
    const code = content.split('/').at(-1) ?? '';
    await bindings.scanned({ code: 'another-code-entirely', openid: 'oStranger0001' });
    expect((await listed()).total).toBe(0);
    await bindings.scanned({ code, openid: 'oPerson00000071' });
    await bindings.scanned({ code, openid: 'oStranger0001' });
    expect((await listed()).list).toMatchObject([{ id: 71, person_name: '赵强', masked_address: '微信 ****0071' }]);
    const events = await opened.store.readStream('notifyBinding-71', 0);
    expect(JSON.stringify(events)).not.toContain('oPerson');
    const late = await bindings.createCode(by, 71);
    await clock.advance(600_001);
    await bindings.scanned({ code: late.content.split('/').at(-1) ?? '', openid: 'oStranger0001' });
    expect((await listed()).list).toMatchObject([{ masked_address: '微信 ****0071' }]);
  });

  it('ends when it is removed', async () => {
    const { bindings } = await withWechat();
    await bindings.scanned({ personId: 71, openid: 'oPerson00000071' });
    expect(await bindings.remove(by, [71])).toEqual({ removed: 1 });
    expect((await listed()).total).toBe(0);
    await expect(bindings.remove(by, [71])).rejects.toThrow('绑定不存在');
  });

  it('needs an official account', async () => {
    const bindings = createBindings({ store: opened.store, clock, channels: await load() });
    await expect(bindings.createCode(by, 999_999)).rejects.toThrow('人员不存在');
  });
});
