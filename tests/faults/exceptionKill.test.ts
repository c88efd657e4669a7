import { telemetryAt } from '../support/mqttDevice.ts';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as waitMs } from 'node:timers/promises';
import Libsql from 'libsql';
import mqtt, { type MqttClient } from 'mqtt';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { topicOf } from '../../src/contract/device.ts';
import type { StoredEvent } from '../../src/contract/events/storedEvent.ts';
import { deviceAlarmKinds, type DeviceAlarmKind } from '../../src/contract/labels.ts';
import { bridgeSecret, bridgeUser, readSiteDeviceKey } from '../../server/gateway/credentials.ts';
import { projections } from '../../server/lifecycleEntries.ts';
import { systemClock } from '../../server/runtime/clock.ts';
import { openStore } from '../../server/store/open.ts';
import { ApiClient } from '../support/apiClient.ts';
import { seededRandom } from '../support/seededRandom.ts';
import { ServerProcess } from '../support/serverProcess.ts';
import { smallCity } from '../support/smallCity.ts';
import { jpegOf } from '../support/testImages.ts';
import { workItemsOf } from './workItems.ts';

const kills = process.env['TIAN_SOAK'] === '1' ? 1_000 : 7;
const seed = Number(process.env['TIAN_SEED'] ?? Date.now() % 1_000_000);
const deviceKeys = [smallCity.lift.deviceKey, smallCity.farLift.deviceKey];
/** Faults, modes of the lift, and one that we do not know; they come and go. */
const codes = ['01', '03', '06', '42', '44', '77'];
/** A fault and a mode that are reported at the end and never before. */
const lastCodes = ['05', '47'];
const receiptSchema = z.object({ id: z.string() });
const listSchema = z.object({ list: z.array(z.object({ id: z.number(), type: z.number() })) });
const countSchema = z.object({ num: z.number() });
/** A device that has no receipt sends its event again. */
const repeatAfterMs = 1_000;

/** One alarm of one lift, raised and cleared in turn: no message is a mere repeat, which is counted and need not be in the log. */
interface Sender {
  readonly deviceKey: string;
  readonly kind: DeviceAlarmKind;
  count: number;
  /** Not receipted yet: sent again, in the life of the next server too. */
  unreceipted: { readonly id: string; readonly payload: string } | undefined;
  /** The event whose picture no server has taken yet. */
  unpictured: string | undefined;
}

const publish = (client: MqttClient, topic: string, payload: string): Promise<boolean> =>
  client.publishAsync(topic, payload, { qos: 1 }).then(
    () => true,
    () => false,
  );

function nextOf({ kind, count }: Sender): { readonly id: string; readonly payload: string } {
  const id = randomUUID();
  const message = { id, at: new Date().toISOString(), kind, data: { door_hold: count % 3 === 0 ? 1 : 0 } };
  return { id, payload: JSON.stringify({ ...message, ...(count % 2 === 1 ? { cleared: true } : {}) }) };
}

const report = (client: MqttClient, deviceKey: string, standing: readonly string[]): Promise<boolean> =>
  publish(client, topicOf(deviceKey, 'telemetry'), JSON.stringify(telemetryAt(Date.now(), { codes: standing })));

/** Two people take the same step of the same work items at once: one has it, and the other learns who was first. */
async function handleTogether(users: readonly ApiClient[]): Promise<void> {
  const answer = await users[0]?.post('/api/elevator/exception/list', {
    scope: 'pending',
    type: [2, 3],
    pageSize: 4,
  });
  for (const { id, type } of listSchema.parse(answer?.data).list.slice(0, 3)) {
    const step = {
      id,
      event: type === 2 ? 'scooter.judgedFalse' : 'fault.judgedFalse',
      data: { reason: '现场检查正常' },
    };
    const answers = await Promise.all(users.map((user) => user.post('/api/elevator/exception', step)));
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1);
    expect(answers.find(({ code }) => code !== 0)?.message).toMatch(/(张伟|李娜) 已判定为误报/);
  }
}

describe(`a server killed ${kills} times under events of every kind (seed ${seed})`, () => {
  let server: ServerProcess;
  let events: readonly StoredEvent[] = [];
  const keptStates = new Map<string, unknown>();
  const random = seededRandom(seed);
  const senders: Sender[] = deviceKeys.flatMap((deviceKey) =>
    deviceAlarmKinds.map((kind) => ({ deviceKey, kind, count: 0, unreceipted: undefined, unpictured: undefined })),
  );
  const receipted = new Set<string>();
  /** Events with whose picture a server answered that it keeps it. */
  const pictured = new Set<string>();
  const waiting = new Map<string, () => void>();
  let onReceipt: (() => void) | undefined;

  beforeAll(async () => {
    server = await ServerProcess.start();
  });
  afterAll(() => server.dispose());

  async function connect(): Promise<MqttClient> {
    const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${server.mqttPort}`, {
      username: bridgeUser,
      password: bridgeSecret(readSiteDeviceKey(server.dataDir)),
      reconnectPeriod: 0,
    });
    client.on('error', () => {});
    client.on('message', (_topic, payload) => {
      const { id } = receiptSchema.parse(JSON.parse(payload.toString()));
      receipted.add(id);
      waiting.get(id)?.();
      waiting.delete(id);
      onReceipt?.();
    });
    await client.subscribeAsync(
      deviceKeys.map((deviceKey) => topicOf(deviceKey, 'receipt')),
      { qos: 1 },
    );
    return client;
  }

  /** The picture of an event that was receipted; without an answer it is left, to be sent again. */
  async function sendPicture(sender: Sender, eventId: string): Promise<void> {
    const { username, password } = server.credentials(sender.deviceKey);
    const answer = await fetch(`${server.url}/api-open/device/snapshot?event_id=${eventId}`, {
      method: 'PUT',
      headers: {
        authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
        'content-type': 'image/jpeg',
      },
      body: new Uint8Array(jpegOf([], { scan: [...Buffer.from(eventId)] })),
    }).catch(() => undefined);
    if (answer === undefined || answer.status >= 500) return;
    // The alarm that this event repeats may have a picture.
    expect([200, 409]).toContain(answer.status);
    if (answer.status === 200) pictured.add(eventId);
    sender.unpictured = undefined;
  }

  /** Sends what has no receipt until it has one, and unless told otherwise the next then. */
  async function send(client: MqttClient, sender: Sender, isOver: () => boolean, isLast: boolean): Promise<void> {
    while (!isOver()) {
      if (sender.unpictured !== undefined) {
        await sendPicture(sender, sender.unpictured);
        continue;
      }
      if (sender.unreceipted === undefined && isLast) return;
      const message = (sender.unreceipted ??= nextOf(sender));
      const answered = new Promise<void>((resolve) => {
        waiting.set(message.id, resolve);
      });
      if (await publish(client, topicOf(sender.deviceKey, 'event'), message.payload))
        await Promise.race([answered, waitMs(repeatAfterMs)]);
      if (!receipted.has(message.id)) continue;
      sender.unreceipted = undefined;
      if (sender.kind === 'moto' && sender.count % 2 === 0) sender.unpictured = message.id;
      sender.count += 1;
    }
  }

  const untilReceipted = (num: number): Promise<void> =>
    new Promise((resolve) => {
      onReceipt = () => {
        if (receipted.size >= num) resolve();
      };
      onReceipt();
    });

  async function untilRulesAreDone(): Promise<void> {
    const database = new Libsql(join(server.dataDir, 'tian.db'));
    const count = (sql: string): number => countSchema.parse(database.prepare(sql).get()).num;
    try {
      await vi.waitFor(
        () => {
          expect(count(`select count(*) num from device_codes where code in ('${lastCodes.join("', '")}')`)).toBe(
            deviceKeys.length * lastCodes.length,
          );
          expect(
            count(`select count(*) num from checkpoints where name in ('rules', 'exception-rules', 'alarm-rules', 'rule-actions')
                   and position = (select max(position) from events)`),
          ).toBe(4);
        },
        { timeout: 60_000, interval: 50 },
      );
    } finally {
      database.close();
    }
  }

  async function readStore(): Promise<void> {
    const store = await openStore({
      dataDir: server.dataDir,
      clock: systemClock,
      projections,
      onFatal: (error) => {
        throw error;
      },
    });
    try {
      const all: StoredEvent[] = [];
      for (let read = await store.readAll(0, 1_000); read.length > 0; read = await store.readAll(all.length, 1_000))
        all.push(...read);
      events = all;
      for (const table of ['rescue_machines', 'fault_machines', 'scooter_machines', 'incident_machines'] as const)
        for (const { stream, state } of await store.rows.selectFrom(table).select(['stream', 'state']).execute())
          keptStates.set(stream, JSON.parse(state));
      expect((await store.verify()).brokenAtPosition).toBeUndefined();
    } finally {
      await store.close();
    }
  }

  it(
    'receipts every event in the end, whichever server received it',
    async () => {
      const users = await Promise.all(['dispatcher1', 'dispatcher2'].map((name) => ApiClient.login(server.url, name)));
      for (let kill = 0; kill < kills; kill += 1) {
        const client = await connect();
        let isKilled = false;
        const isOver = () => isKilled || !client.connected;
        const enough = untilReceipted(receipted.size + 1 + Math.floor(random() * 60));
        const work = senders.map((sender) => send(client, sender, isOver, false));
        const reports = deviceKeys.map((deviceKey) =>
          report(
            client,
            deviceKey,
            codes.filter(() => random() < 0.5),
          ),
        );
        await enough;
        await server.kill();
        isKilled = true;
        await client.endAsync(true);
        await Promise.allSettled([...work, ...reports]);
        await server.restart();
        await handleTogether(users);
      }
      const client = await connect();
      await Promise.all(senders.map((sender) => send(client, sender, () => false, true)));
      for (const deviceKey of deviceKeys) await report(client, deviceKey, lastCodes);
      await untilRulesAreDone();
      await client.endAsync(true);
      await server.stop();
      await readStore();
      expect(receipted.size).toBeGreaterThan(kills);
    },
    120_000 + kills * 12_000,
  );

  it('keeps each of them once', () => {
    const counts = new Map<string, number>();
    for (const { type, data } of events) {
      const id = z.object({ deviceEventId: z.string() }).safeParse(data).data?.deviceEventId;
      const isOfDevice = type.startsWith('alarm.') || type === 'device.clearedNothing';
      if (id !== undefined && isOfDevice && type !== 'alarm.pictured') counts.set(id, (counts.get(id) ?? 0) + 1);
    }
    expect([...receipted].filter((id) => counts.get(id) !== 1)).toEqual([]);
  });

  it('keeps each picture that it took, and one for an alarm', () => {
    const kept = events.filter(({ type }) => type === 'alarm.pictured');
    const ids = new Set(kept.map(({ data }) => z.object({ deviceEventId: z.string() }).parse(data).deviceEventId));
    expect(pictured.size).toBeGreaterThan(0);
    expect([...pictured].filter((id) => !ids.has(id))).toEqual([]);
    expect(new Set(kept.map(({ stream }) => stream)).size).toBe(kept.length);
  });

  it('makes each call for help, scooter and code one work item, or lets it join one: none is lost, none is there twice', () => {
    const { reports, lost, twice, openTwice } = workItemsOf(events);
    const types = new Set(events.map(({ type }) => type));
    for (const type of ['rescue.raised', 'scooter.detected', 'fault.occurred', 'incident.opened'])
      expect(types, type).toContain(type);
    expect(reports.length).toBeGreaterThan(deviceKeys.length);
    expect(lost).toEqual([]);
    expect(twice).toEqual([]);
    expect(openTwice).toEqual([]);
  });

  it('opens a fault and an incident for the codes that came last', () => {
    const opened = events
      .filter(({ type }) => type === 'fault.occurred' || type === 'incident.opened')
      .map(({ data }) => z.object({ code: z.string() }).parse(data).code);
    for (const last of lastCodes)
      expect(
        opened.filter((code) => code === last),
        last,
      ).toHaveLength(deviceKeys.length);
  });

  it('keeps each of them in the state that its events give', () => {
    const { states } = workItemsOf(events);
    expect(keptStates.size).toBe(states.size);
    for (const [stream, state] of states) expect(keptStates.get(stream), stream).toEqual(state);
  });
});
