import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openTestStore, type TestStore } from '../../tests/support/openTestStore.ts';
import { testSiteKey } from '../../tests/support/testAccess.ts';
import { demoMark } from '../access/demoPassword.ts';
import { createBindings } from '../notify/bindings.ts';
import { createChannels, type LoadedChannels } from '../notify/channels.ts';
import { createReceiptQueue, type ReceiptQueue } from '../notify/receiptQueue.ts';
import { VirtualClock } from '../runtime/virtualClock.ts';
import { run, type EventStore } from '../store/eventStore.ts';
import { toFailure } from './failure.ts';
import { mostReceiptBytes, notifyReceiptRoute } from './notifyReceipt.ts';

let opened: TestStore;
let app: FastifyInstance;
let channels: LoadedChannels;
let clock: VirtualClock;
let queue: ReceiptQueue;
/** Writes to the store begin once this resolves. */
let writing: Promise<void>;
let address = '10.0.0.1';
let recorded: string[];
let ids: (string | undefined)[];
/** Recording takes until this resolves. */
let recording: Promise<undefined>;

/** The store, which is silent for as long as `writing` says. */
const slowStore = (store: EventStore): EventStore =>
  new Proxy(store, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (name !== 'write') return typeof member === 'function' ? member.bind(target) : member;
      const write: EventStore['write'] = async (steps) => {
        await writing;
        return target.write(steps);
      };
      return write;
    },
  });

async function openChannels(): Promise<void> {
  channels = await createChannels({
    store: opened.store,
    clock,
    siteKey: testSiteKey,
    allowPrivate: [],
    onReceipt: async () => undefined,
    onTrouble(_trouble, error) {
      throw error;
    },
  });
}

function openQueue(): ReceiptQueue {
  const { store } = opened;
  return createReceiptQueue({
    store: slowStore(store),
    clock,
    channels,
    bindings: createBindings({ store, clock, channels }),
    async onReceipt(channel, _receipt, messageId) {
      ids.push(messageId);
      await recording;
      recorded.push(channel);
    },
    onTrouble(_trouble, error) {
      throw error;
    },
  });
}
const pending = <Value>() => {
  let end: ((value: Value) => void) | undefined;
  const promise = new Promise<Value>((resolve) => (end = resolve));
  return { promise, end: (value: Value) => end?.(value) };
};
const row = (id: number, content: string) => ({ id, channel: 'voice', content, received_at_ms: 0 });
const kept = () => opened.store.rows.selectFrom('notify_receipts').select('id').execute();

beforeEach(async () => {
  clock = new VirtualClock();
  writing = Promise.resolve();
  opened = await openTestStore({ clock });
  const { store } = opened;
  await store.write(function* (queries) {
    yield* run(queries.insertInto('store_meta').values({ key: demoMark, value: '1' }));
  });
  recorded = [];
  ids = [];
  recording = Promise.resolve(undefined);
  await openChannels();
  queue = openQueue();
  app = Fastify();
  await app.register(
    notifyReceiptRoute({
      clock,
      receipts: { channels, queue },
      addressOf: () => address,
      onFailure: async (_request, reply, error) => {
        const { status, envelope } = toFailure(error, 'id');
        return reply.code(status).send(envelope);
      },
    }),
  );
});
afterEach(async () => {
  await app.close();
  await queue.close();
  await channels.close();
  await opened.dispose();
});

const post = (token: string, payload: string, channel = 'voice') =>
  app.inject({
    method: 'POST',
    url: `/api-open/notify/receipt/${channel}/${token}`,
    headers: { 'content-type': 'text/whatever' },
    payload,
  });
const rightToken = () => channels.stateOf('voice').token;

it('answers the provider once what it said is kept, before anything is recorded', async () => {
  const { promise, end } = pending<undefined>();
  recording = promise;
  const answer = await post(rightToken(), '{"id":5,"key":"1"}');
  expect([answer.statusCode, answer.body, recorded]).toEqual([200, '{"code":0,"msg":"成功"}', []]);
  expect(await kept()).toHaveLength(1);
  end(undefined);
  await queue.idle();
  expect(recorded).toEqual(['voice']);
  expect(await kept()).toEqual([]);
});

it('processes a pressed key after a crash that came between the answer and the processing, once', async () => {
  recording = new Promise(() => undefined);
  expect((await post(rightToken(), '{"id":5,"key":"1"}')).statusCode).toBe(200);
  // The process dies in the middle of it, without an orderly end.
  await opened.reopen();
  await openChannels();
  recording = Promise.resolve(undefined);
  queue = openQueue();
  await queue.idle();
  expect(recorded).toEqual(['voice']);
  expect(ids, 'by the same name, so that what the log has already is not recorded again').toEqual([ids[0], ids[0]]);
  await queue.close();
  queue = openQueue();
  await queue.idle();
  expect(recorded).toEqual(['voice']);
});

it('tells the provider to repeat while the store is silent, and processes what was kept too late', async () => {
  const { promise, end } = pending<void>();
  writing = promise;
  const statuses: number[] = [];
  const answer = post(rightToken(), '{"id":5,"key":"1"}').then(({ statusCode }) => statuses.push(statusCode));
  await expect.poll(() => clock.advance(100).then(() => statuses)).toEqual([503]);
  await answer;
  end();
  await expect.poll(() => recorded).toEqual(['voice']);
});

it('processes a receipt again that could not be recorded', async () => {
  recording = Promise.reject(new Error('the database is away'));
  recording.catch(() => undefined);
  const troubles: string[] = [];
  await queue.close();
  queue = createReceiptQueue({
    store: opened.store,
    clock,
    channels,
    bindings: createBindings({ store: opened.store, clock, channels }),
    onReceipt: async (channel) => {
      await recording;
      recorded.push(channel);
    },
    onTrouble: (trouble) => troubles.push(trouble),
  });
  expect(await queue.put('voice', { receipts: [{ notificationId: 5, state: 'acknowledged' }], scans: [] })).toBe(true);
  await queue.idle();
  expect(troubles).toEqual(['通知回执处理出错，将重试']);
  recording = Promise.resolve(undefined);
  await clock.advance(1_000);
  await expect.poll(() => recorded).toEqual(['voice']);
});

it('processes the other receipts where a kept one cannot be read, which it reports once and keeps', async () => {
  await queue.close();
  const { store } = opened;
  const readable = '{"receipts":[{"notificationId":5,"state":"acknowledged"}],"scans":[]}';
  await store.write(function* (queries) {
    const rows = [
      row(901, '{"receipts":[{'),
      row(902, '{"receipts":[{"state":"eaten"}],"scans":[]}'),
      row(903, readable),
    ];
    yield* run(queries.insertInto('notify_receipts').values(rows));
  });
  const troubles: string[] = [];
  let fails = false;
  queue = createReceiptQueue({
    store: new Proxy(store, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name, target);
        if (name === 'write' && fails) return () => Promise.reject(new Error('the database is away'));
        return typeof member === 'function' ? member.bind(target) : member;
      },
    }),
    clock,
    channels,
    bindings: createBindings({ store, clock, channels }),
    onReceipt: async (channel) => void recorded.push(channel),
    onTrouble: (trouble) => troubles.push(trouble),
  });
  await queue.idle();
  await expect.poll(kept).toEqual([{ id: 901 }, { id: 902 }]);
  expect(recorded).toEqual(['voice']);
  expect(troubles).toEqual([901, 902].map((id) => `通知回执 ${id} 无法读取，已跳过并保留，其余照常处理`));
  // A write of unknown outcome makes it look again: it says nothing new of them.
  fails = true;
  const put = queue.put('voice', { receipts: [{ notificationId: 6, state: 'acknowledged' }], scans: [] });
  expect(await put).toBe(false);
  await clock.advance(5_000);
  await queue.idle();
  expect(troubles.slice(2)).toEqual(['通知回执没有保存，渠道将重发']);
});

it('accepts the token of one channel for no other, and answers a wrong one as a path that does not exist', async () => {
  const wrong = await post('x'.repeat(22), '{"id":5,"key":"1"}');
  const other = await post(rightToken(), '{"id":5,"key":"1"}', 'sms');
  const none = await post(rightToken(), '{"id":5,"key":"1"}', 'pigeon');
  expect([wrong.statusCode, other.statusCode, none.statusCode]).toEqual([404, 404, 404]);
  expect([other.body, none.body]).toEqual([wrong.body, wrong.body]);
  await queue.idle();
  expect(recorded).toEqual([]);
});

it('slows down an address that guesses, and never the right token from the same address', async () => {
  address = '10.0.0.2';
  const statuses: number[] = [];
  for (let attempt = 0; attempt < 25; attempt += 1) statuses.push((await post(`guess-${attempt}`, '{}')).statusCode);
  expect(statuses.at(-1)).toBe(429);
  expect((await post(rightToken(), '{"id":5,"key":""}')).statusCode).toBe(200);
});

it('refuses what is no receipt, and what is too long to be one', async () => {
  expect((await post(rightToken(), '<xml>')).statusCode).toBe(422);
  expect((await post(rightToken(), 'x'.repeat(mostReceiptBytes + 1))).statusCode).toBe(413);
  expect(recorded).toEqual([]);
});
