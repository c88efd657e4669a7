import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openTestStore, type TestStore } from '../../tests/support/openTestStore.ts';
import { smallCity, writeSmallCity } from '../../tests/support/smallCity.ts';
import { probePeriodMs } from '../../src/contract/endpoints/probe.ts';
import { probeStream } from '../../src/contract/events/probe.ts';
import { outageStreamPrefix } from '../domain/city/chainProofs.ts';
import { projections } from '../lifecycleEntries.ts';
import { VirtualClock } from '../runtime/virtualClock.ts';
import { run, type EventStore } from '../store/eventStore.ts';
import { openChainProbe, type ChainProbe } from './chainProbe.ts';

const periodMs = probePeriodMs;
const minuteMs = 60_000;
const hourMs = 3_600_000;
/** The places at which the chain can break, in the order in which a call passes them. */
const faults = ['client', 'broker', 'gateway', 'log', 'push', 'console'] as const;
type Fault = (typeof faults)[number];

let clock: VirtualClock;
let opened: TestStore;
let broken: Fault | undefined;
let troubles: string[];
let chain: ChainProbe;
let running: { close(): Promise<void> };

/** The store, whose log refuses the synthetic call while it is broken. */
const storeWithFault = (store: EventStore): EventStore =>
  new Proxy(store, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (name !== 'append') return typeof member === 'function' ? member.bind(target) : member;
      const append: EventStore['append'] = (request) =>
        broken === 'log' && request.stream === probeStream
          ? Promise.reject(new Error('the disk is full'))
          : target.append(request);
      return append;
    },
  });

/** A device, the broker, the gateway and a console, each of which may be broken. */
async function deviceCalls(probeId: string): Promise<void> {
  if (broken === 'client') throw new Error('no connection');
  // Messages that the broker has swallowed reach nobody, and their sender gives up.
  if (broken === 'broker') throw new Error('10 秒内没有收到回执');
  if (broken === 'gateway') return;
  await chain.arrived(probeId);
  if (broken === 'push') return;
  chain.pushed(probeId);
  chain.answered(probeId, broken !== 'console');
}

async function start(isDemo = false): Promise<void> {
  troubles = [];
  chain = await openChainProbe({
    store: storeWithFault(opened.store),
    clock,
    periodMs,
    isDemo,
    onTrouble: (trouble) => troubles.push(trouble),
  });
  running = chain.start(deviceCalls);
}

async function restart(downForMs: number, isDemo = false): Promise<void> {
  await running.close();
  await clock.advance(downForMs);
  await opened.reopen();
  await start(isDemo);
}

beforeEach(async () => {
  broken = undefined;
  clock = new VirtualClock();
  opened = await openTestStore({ clock, projections });
  await writeSmallCity(opened.store);
  await start();
});
afterEach(async () => {
  await running.close();
  await opened.dispose();
});

/** The titles of this person's notices, in order, with the minute of each. */
const told = async (userId: number = smallCity.users.dispatcher1): Promise<readonly string[]> => {
  const rows = await opened.store.rows
    .selectFrom('notices')
    .select(['title'])
    .where('user_id', '=', userId)
    .where('source', 'like', 'notice-probe-%')
    .orderBy('id')
    .execute();
  return rows.map(({ title }) => title);
};
const stageOf: Readonly<Record<Fault, string>> = {
  client: '消息服务器',
  broker: '消息服务器',
  gateway: '消息服务器',
  log: '事件日志',
  push: '推送',
  console: '值班台应答',
};

describe.each(faults)('when the %s breaks', (fault) => {
  test('everybody who answers, and the administrators, get one notice within 60 s, and one when it is mended', async () => {
    await clock.advance(10 * periodMs + 1_000);
    expect(await told()).toEqual([]);
    broken = fault;
    await clock.advance(60_000);
    const outage = `求救链路中断：${stageOf[fault]} 已 60 秒未证实`;
    expect(await told()).toEqual([outage]);
    expect(await told(smallCity.users.super)).toEqual([outage]);
    expect(await told(smallCity.users.property)).toEqual([]);
    expect(troubles).toContain(outage);
    await clock.advance(30 * minuteMs);
    expect(await told()).toEqual([outage]);

    broken = undefined;
    await clock.advance(periodMs + 15_000);
    expect(await told()).toEqual([outage, '求救链路已恢复']);
    await clock.advance(10 * periodMs);
    expect(await told()).toHaveLength(2);
  });
});

test('three hours without a fault bring no notice, and one event for each call, whose name the store keeps nowhere else', async () => {
  await clock.advance(3 * hourMs);
  expect(await told()).toEqual([]);
  expect(troubles).toEqual([]);
  expect(await opened.store.readStream(probeStream)).toHaveLength(3 * 180 + 1);
  expect(
    await opened.store.rows.selectFrom('message_ids').select('message_id').where('stream', '=', probeStream).execute(),
  ).toEqual([]);
  expect(chain.status().map(({ isSilent }) => isSilent)).toEqual([false, false, false, false]);
});

test('a calendar that is set forward or back is neither an outage nor a proof', async () => {
  await clock.advance(5 * periodMs);
  clock.step(24 * hourMs);
  await clock.advance(5 * periodMs);
  clock.step(-48 * hourMs);
  await clock.advance(5 * periodMs);
  expect(await told()).toEqual([]);
  broken = 'push';
  clock.step(-hourMs);
  await clock.advance(65_000);
  expect(await told()).toEqual(['求救链路中断：推送 已 60 秒未证实']);
});

test('reminders of an outage come after one hour, and then after two more', async () => {
  broken = 'console';
  await clock.advance(10 * minuteMs);
  expect(await told()).toHaveLength(1);
  const counts: number[] = [];
  for (let hour = 0; hour < 4; hour += 1) {
    await clock.advance(hourMs);
    counts.push((await told()).length);
  }
  expect(counts).toEqual([2, 2, 3, 3]);
  const begun = await opened.store.rows
    .selectFrom('notices')
    .select('title')
    .where('user_id', '=', smallCity.users.dispatcher1)
    .where('source', 'like', `${outageStreamPrefix}%`)
    .execute();
  expect(begun, 'supervisors are rung for the first alone').toEqual([{ title: (await told())[0] }]);
  expect((await told()).at(-1)).toMatch(/^求救链路仍中断：值班台应答 已 \d+ 小时未证实$/);
});

test('stages behind a broken one are not blamed, and a stage that broke earlier is', async () => {
  broken = 'console';
  await clock.advance(10 * periodMs);
  broken = 'broker';
  await clock.advance(10 * periodMs);
  broken = 'console';
  await clock.advance(10 * periodMs);
  expect((await told()).map((title) => title.split(' ')[0])).toEqual([
    '求救链路中断：值班台应答',
    '求救链路中断：消息服务器',
    '求救链路中断：值班台应答',
  ]);
  broken = undefined;
  await clock.advance(2 * periodMs);
  expect((await told()).at(-1)).toBe('求救链路已恢复');
});

test('a restart proves nothing, raises no alarm of its own, and sends no second notice', async () => {
  await clock.advance(5 * periodMs + 15_000);
  const before = chain.status().map(({ provenAtMs }) => provenAtMs);
  broken = 'console';
  await restart(20_000);
  expect(chain.status().at(-1)?.provenAtMs).toBe(before.at(-1));
  await clock.advance(4 * periodMs);
  expect(await told()).toHaveLength(1);

  await restart(10 * periodMs);
  expect(chain.status().at(-1)).toMatchObject({ stage: 'console', provenAtMs: before.at(-1), isSilent: true });
  await clock.advance(10 * periodMs);
  expect(await told()).toHaveLength(1);
  broken = undefined;
  await restart(5 * periodMs);
  await clock.advance(2 * periodMs);
  expect((await told()).slice(1)).toEqual(['求救链路已恢复']);
});

test('an answer to a call that is over, or that was never made, proves nothing', async () => {
  broken = 'push';
  await clock.advance(periodMs);
  chain.pushed('made-up-by-somebody');
  chain.answered('made-up-by-somebody', true);
  expect(await chain.arrived('made-up-by-somebody')).toBe(false);
  expect(chain.status().map(({ stage, provenAtMs }) => [stage, provenAtMs !== null])).toEqual([
    ['broker', true],
    ['log', true],
    ['push', false],
    ['console', false],
  ]);
});

test('where nobody answers and nobody administers, everybody who has an account is told', async () => {
  const { property, maintenance, regulator } = smallCity.users;
  await opened.store.write(function* (queries) {
    yield* run(
      queries.updateTable('users').set({ is_disabled: 1 }).where('id', 'not in', [property, maintenance, regulator]),
    );
  });
  await clock.advance(periodMs);
  broken = 'console';
  await clock.advance(80_000);
  for (const userId of [property, maintenance, regulator])
    expect(await told(userId)).toEqual(['求救链路中断：值班台应答 已 60 秒未证实']);
});

describe('a demo, at which nobody is on duty', () => {
  beforeEach(async () => {
    broken = 'console';
    await restart(0, true);
  });

  test('says nothing while no console has been opened, and tells of every other stage', async () => {
    await clock.advance(hourMs);
    expect(await told()).toEqual([]);
    expect(troubles).toEqual([]);
    broken = 'push';
    await clock.advance(60_000);
    expect(await told()).toEqual(['求救链路中断：推送 已 60 秒未证实']);
    broken = 'console';
    await clock.advance(2 * periodMs);
    expect((await told()).slice(1)).toEqual(['求救链路已恢复']);
  });

  test('tells that no console answers 60 s after the only one that was open has gone, also after a restart, and when one answers again', async () => {
    await clock.advance(hourMs);
    chain.consoleOpened();
    await clock.advance(59_000);
    expect(await told()).toEqual([]);
    await clock.advance(1_000);
    expect(await told()).toEqual(['求救链路中断：值班台应答 已 60 秒未证实']);
    await restart(periodMs, true);
    await clock.advance(10 * minuteMs);
    expect(await told()).toHaveLength(1);
    broken = undefined;
    await clock.advance(2 * periodMs);
    expect((await told()).slice(1)).toEqual(['求救链路已恢复']);
  });
});

test('a call that the broker delivers twice is one event, and one that could not be kept is kept when it comes again', async () => {
  broken = 'log';
  await running.close();
  const names: string[] = [];
  running = chain.start(async (probeId) => {
    names.push(probeId);
  });
  const [name = ''] = names;
  await expect(chain.arrived(name)).rejects.toThrow('the disk is full');
  broken = undefined;
  const before = (await opened.store.readStream(probeStream)).length;
  expect(await Promise.all([chain.arrived(name), chain.arrived(name)])).toEqual([true, true]);
  expect(await chain.arrived(name)).toBe(true);
  expect(await opened.store.readStream(probeStream)).toHaveLength(before + 1);
});
