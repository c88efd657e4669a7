import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod';
import { defineEndpoint } from '../../src/contract/endpoint.ts';
import { elevatorRealtime } from '../../src/contract/endpoints/realtime.ts';
import type { ElevatorInfo } from '../../server/domain/city/directory.ts';
import { PreparedJson } from '../../server/http/preparedJson.ts';
import { createHttpServer } from '../../server/http/server.ts';
import { createRealtime } from '../../server/queries/realtime.ts';
import { systemClock } from '../../server/runtime/clock.ts';
import { FleetState } from '../../server/telemetry/fleetState.ts';
import { examplePrincipal } from '../support/examplePrincipal.ts';
import { summary } from './percentiles.ts';

const lifts = Number(process.env['BENCH_LIFTS'] ?? 100_000);
const changesPerSecond = Number(process.env['BENCH_CHANGES'] ?? 5_000);
const clients = Number(process.env['BENCH_CLIENTS'] ?? 20);
const seconds = Number(process.env['BENCH_SECONDS'] ?? 10);
/** Complete responses of many megabytes: a few are enough. */
const wholeAnswers = 10;

/** The answer of a straightforward server: each lift as an object, all of them each time. */
const allRows = defineEndpoint({
  method: 'GET',
  path: '/api/all-rows',
  permission: 'elevator.view',
  group: 'bench',
  summary: 'every row as plain JSON',
  input: z.object({}),
  output: z.array(z.record(z.string(), z.unknown())),
});

const reader = examplePrincipal({ permissions: new Set(['elevator.view'] as const) });
const responsible = {
  communityId: 1,
  communityName: '',
  areaId: 1,
  fullArea: '',
  propertyId: 1,
  propertyName: '',
  maintenanceId: 1,
  maintenanceName: '',
  brandId: 1,
  brandName: '',
};
const answerSchema = z.object({
  data: z.object({ cursor: z.string(), columns: z.object({ id: z.array(z.number()) }) }),
});

/** Our poll for what changed, against plain JSON of all rows from the same server on the same fleet. */
export async function benchRealtime(): Promise<unknown> {
  const directory = new Map(
    Array.from({ length: lifts }, (_, index): [number, ElevatorInfo] => [
      index + 1,
      {
        id: index + 1,
        tag: `L-${index + 1}`,
        addr: '1 幢',
        rescueCode: '',
        sosTel: '',
        isCity: true,
        isScrapped: false,
        installAtMs: null,
        floorMin: 1,
        floorMax: 20,
        lng: 119 + (index % 300) / 1_000,
        lat: 30 + Math.floor(index / 300) / 1_000,
        siteType: '',
        areaIds: [],
        responsible,
      },
    ]),
  );
  const fleet = new FleetState();
  let turn = 0;
  const change = (count: number) => {
    const nowMs = Date.now();
    for (let index = 0; index < count; index += 1, turn += 1) {
      const id = 1 + (turn % lifts);
      fleet.put(id, {
        deviceKey: `COL${id}`,
        receivedAtMs: nowMs,
        report: {
          at: nowMs,
          service_mode: 1,
          car_status: 1,
          direction: 1,
          door_zone: false,
          floor: 1 + ((turn + Math.floor(turn / lifts)) % 20),
          door: 'closed',
          people: turn % 4,
          speed: 1.75,
        },
      });
    }
  };
  change(lifts);

  const realtime = createRealtime({
    fleet,
    clock: systemClock,
    directory: { generation: 1, elevators: () => directory.values(), elevator: (id) => directory.get(id) },
    admitWalk: () => {},
  });
  const prepared = new WeakMap<object, PreparedJson<ReturnType<typeof realtime.read>>>();
  const server = await createHttpServer({
    clock: systemClock,
    endpoints: { elevatorRealtime, allRows },
    handlers: {
      elevatorRealtime(input, { principal }) {
        const answer = realtime.read(principal, input);
        const json = prepared.get(answer) ?? new PreparedJson(answer);
        prepared.set(answer, json);
        return Promise.resolve(json);
      },
      allRows: () =>
        Promise.resolve(
          [...directory.values()].map(({ id, tag, lng, lat }) => ({ id, tag, lng, lat, ...fleet.row(id) })),
        ),
    },
    principalOf: () => Promise.resolve(reader),
    isReady: () => true,
    onFault: ({ error }) => {
      throw error;
    },
  });
  const { port } = await server.listen({ port: 0, host: '127.0.0.1' });
  const ask = async (path: string) => {
    const startedMs = performance.now();
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      headers: { authorization: `Bearer ${'b'.repeat(43)}` },
    });
    const text = await response.text();
    return {
      ms: performance.now() - startedMs,
      text,
      wireBytes: Number(response.headers.get('content-length') ?? text.length),
    };
  };

  try {
    const whole = await measure(wholeAnswers, async () => {
      change(changesPerSecond);
      return ask('/api/all-rows');
    });
    const first = await measure(wholeAnswers, async () => {
      await wait(260);
      return ask('/api/elevator-realtime?lifts=1');
    });
    const changing = setInterval(() => change(changesPerSecond / 20), 50);
    const deltaMs: number[] = [];
    const deltaBytes: number[] = [];
    let changes = 0;
    const cursors: string[] = [];
    for (let client = 0; client < clients; client += 1)
      cursors.push(answerSchema.parse(JSON.parse((await ask('/api/elevator-realtime')).text)).data.cursor);
    const cpu = process.cpuUsage();
    await Promise.all(
      cursors.map(async (since, client) => {
        let cursor = since;
        await wait((client * 1_000) / clients);
        for (let second = 0; second < seconds; second += 1) {
          await wait(1_000);
          const { ms, text, wireBytes } = await ask(`/api/elevator-realtime?since=${encodeURIComponent(cursor)}`);
          const { data } = answerSchema.parse(JSON.parse(text));
          cursor = data.cursor;
          // Changes during the preparation are no measure of a second.
          if (second === 0) continue;
          changes += data.columns.id.length;
          deltaMs.push(ms);
          deltaBytes.push(wireBytes);
        }
      }),
    );
    const used = process.cpuUsage(cpu);
    clearInterval(changing);
    return {
      lifts,
      changesPerSecond,
      clients,
      allRows: { answerMs: summary(whole.ms), bytes: Math.round(mean(whole.bytes)) },
      firstSnapshot: { answerMs: summary(first.ms), bytes: Math.round(mean(first.bytes)) },
      delta: {
        answerMs: summary(deltaMs),
        bytes: Math.round(mean(deltaBytes)),
        changesPerAnswer: Math.round(changes / deltaMs.length),
        /** The CPU time of server, clients and changes together. */
        cpuMsPerPoll: Math.round(((used.user + used.system) / 1_000 / deltaMs.length) * 10) / 10,
      },
      bytesAllRowsToDelta: Math.round((mean(whole.bytes) / mean(deltaBytes)) * 10) / 10,
      timeAllRowsToDelta: Math.round((mean(whole.ms) / mean(deltaMs)) * 10) / 10,
    };
  } finally {
    await server.close();
  }
}

async function measure(count: number, once: () => Promise<{ readonly ms: number; readonly wireBytes: number }>) {
  const ms: number[] = [];
  const bytes: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const answer = await once();
    ms.push(answer.ms);
    bytes.push(answer.wireBytes);
  }
  return { ms, bytes };
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
