import { randomUUID } from 'node:crypto';
import { setTimeout as waitMs } from 'node:timers/promises';
import mqtt, { type MqttClient } from 'mqtt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { topicOf } from '../../src/contract/device.ts';
import type { AlarmKind } from '../../src/contract/labels.ts';
import { bridgeSecret, bridgeUser, readSiteDeviceKey } from '../../server/gateway/credentials.ts';
import { projections } from '../../server/lifecycleEntries.ts';
import { systemClock } from '../../server/runtime/clock.ts';
import { openStore } from '../../server/store/open.ts';
import { ApiClient } from '../support/apiClient.ts';
import { seededRandom } from '../support/seededRandom.ts';
import { ServerProcess } from '../support/serverProcess.ts';
import { smallCity } from '../support/smallCity.ts';

const kills = process.env['TIAN_SOAK'] === '1' ? 1_000 : 8;
const writers = 32;
const seed = Number(process.env['TIAN_SEED'] ?? Date.now() % 1_000_000);
const kinds: readonly AlarmKind[] = [
  'trapped',
  'SOS',
  'screamForHelp',
  'fall_down',
  'over_speed',
  'overshoot',
  'runWithDoorOpen',
];
/** One for each alarm that a lift can have. */
const alarms = [smallCity.lift, smallCity.farLift].flatMap(({ deviceKey }) =>
  kinds.map((kind) => ({ deviceKey, kind })),
);
const receiptSchema = z.object({ id: z.string() });
/** A device that has no receipt sends its event again. */
const repeatAfterMs = 1_000;
const keptSchema = z.object({ deviceEventId: z.string() });

describe(`a server killed ${kills} times under ${writers} devices (seed ${seed})`, () => {
  let server: ServerProcess;
  /** Receipted: a PUBACK alone says nothing of an event that came too fast. */
  const acknowledged = new Set<string>();
  const waiting = new Map<string, () => void>();
  const random = seededRandom(seed);
  let onAcknowledged: (() => void) | undefined;

  const untilAcknowledged = (count: number) =>
    new Promise<void>((resolve) => {
      onAcknowledged = () => {
        if (acknowledged.size >= count) resolve();
      };
    });

  beforeAll(async () => {
    server = await ServerProcess.start();
  });
  afterAll(() => server.dispose());

  /**
   * One device that sends until told to stop, repeating each event until it is receipted, as the documents ask. Each
   * alarm is raised and cleared in turn by one of them, and cleared by the others: no two messages in a row say the
   * same, so none is a mere repeat, which is counted and need not be in the log.
   */
  async function write(client: MqttClient, writer: number, isStopped: () => boolean): Promise<void> {
    for (let count = 0; !isStopped(); count += 1) {
      const id = randomUUID();
      const isOwner = writer < alarms.length;
      const { deviceKey, kind } = alarms[isOwner ? writer : (writer + count) % alarms.length] ?? {
        deviceKey: '',
        kind: 'SOS',
      };
      const payload = JSON.stringify({
        id,
        at: new Date().toISOString(),
        kind,
        ...(isOwner && count % 2 === 0 ? {} : { cleared: true }),
      });
      while (!isStopped() && !acknowledged.has(id)) {
        const receipted = new Promise<void>((resolve) => {
          waiting.set(id, resolve);
        });
        const isSent = await client.publishAsync(topicOf(deviceKey, 'event'), payload, { qos: 1 }).then(
          () => true,
          () => false,
        );
        if (isSent) await Promise.race([receipted, waitMs(repeatAfterMs)]);
      }
    }
  }

  it(
    'loses no acknowledged event, stores none twice, and still knows its sessions and open calls',
    async () => {
      const api = await ApiClient.login(server.url, 'dispatcher1');
      for (let kill = 0; kill < kills; kill += 1) {
        const password = bridgeSecret(readSiteDeviceKey(server.dataDir));
        let isStopped = false;
        const clients = await Promise.all(
          Array.from({ length: writers }, (_, index) =>
            mqtt.connectAsync(`mqtt://127.0.0.1:${server.mqttPort}`, {
              username: bridgeUser,
              password,
              clientId: `writer-${kill}-${index}`,
              reconnectPeriod: 0,
            }),
          ),
        );
        for (const client of clients) {
          client.on('message', (_topic, payload) => {
            const { id } = receiptSchema.parse(JSON.parse(payload.toString()));
            acknowledged.add(id);
            waiting.get(id)?.();
            waiting.delete(id);
            onAcknowledged?.();
          });
          await client.subscribeAsync([...new Set(alarms.map(({ deviceKey }) => topicOf(deviceKey, 'receipt')))], {
            qos: 1,
          });
        }
        const before = acknowledged.size;
        const work = clients.map((client, writer) => write(client, writer, () => isStopped || !client.connected));
        // Lesser messages beyond sixty of a device wait for their rate.
        const killAfter = before + 1 + Math.floor(random() * 40);
        await untilAcknowledged(killAfter);
        await server.kill();
        isStopped = true;
        await Promise.allSettled(clients.map((client) => client.endAsync(true)));
        await Promise.allSettled(work);
        await server.restart();
      }
      const me = await api.get('/api/user');
      expect(me.code).toBe(0);
      const open = await api.post('/api/order/rescue/list', { scope: 'pending' });
      expect(z.object({ total: z.number() }).parse(open.data).total).toBe(2);
      await server.stop();

      const store = await openStore({
        dataDir: server.dataDir,
        clock: systemClock,
        projections,
        onFatal: (error) => {
          throw error;
        },
      });
      try {
        const counts = new Map<string, number>();
        for (let position = 0; ;) {
          const events = await store.readAll(position, 1_000);
          if (events.length === 0) break;
          for (const event of events) {
            expect(event.position).toBe(position + 1);
            position = event.position;
            if (!event.type.startsWith('alarm.') && event.type !== 'device.clearedNothing') continue;
            const kept = keptSchema.safeParse(event.data);
            if (kept.success) counts.set(kept.data.deviceEventId, (counts.get(kept.data.deviceEventId) ?? 0) + 1);
          }
        }
        expect([...acknowledged].filter((id) => !counts.has(id))).toEqual([]);
        expect([...counts].filter(([, count]) => count > 1)).toEqual([]);
        expect(acknowledged.size).toBeGreaterThan(kills);
        expect((await store.verify()).brokenAtPosition).toBeUndefined();
      } finally {
        await store.close();
      }
    },
    120_000 + kills * 20_000,
  );
});
