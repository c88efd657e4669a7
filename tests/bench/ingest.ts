import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Aedes } from 'aedes';
import * as z from 'zod';
import { createDomain } from '../../server/domain/createDomain.ts';
import type { DeviceFacts } from '../../server/domain/domain.ts';
import { bridgeSecret, bridgeUser } from '../../server/gateway/credentials.ts';
import { startGateway } from '../../server/gateway/gateway.ts';
import { projections } from '../../server/lifecycleEntries.ts';
import { systemClock } from '../../server/runtime/clock.ts';
import { seedDemo } from '../../server/seed/seedDemo.ts';
import type { EventStore } from '../../server/store/eventStore.ts';
import { openStore } from '../../server/store/open.ts';
import { FleetState } from '../../server/telemetry/fleetState.ts';
import { startMosquitto } from '../support/mosquitto.ts';
import { FakeCommands } from '../support/mqttFakes.ts';

const connections = 100;
const window = 10;
const lifts = 1_000;
const clientProgram = fileURLToPath(new URL('./ingestClients.run.ts', import.meta.url));
const figuresSchema = z.object({
  perSecond: z.number(),
  p50Ms: z.number(),
  p99Ms: z.number(),
  acknowledged: z.number(),
});
type Figures = z.infer<typeof figuresSchema>;

export interface IngestResult {
  readonly connections: number;
  readonly windowPerConnection: number;
  /** Medians over the rounds, messages acknowledged a second at QoS 1. */
  readonly gatewayBareEvent: Figures;
  readonly gatewayWholeAlarm: Figures;
  readonly plainAedes: Figures;
  readonly plainMosquitto: Figures;
  /** Medians of the rounds' own ratios. */
  readonly bareEventToAedes: number;
  readonly bareEventToMosquitto: number;
  readonly wholeAlarmToAedes: number;
  /** Events in the log for each acknowledged message: 1 is the promise. */
  readonly keptPerAcknowledged: number;
}

interface Broker {
  readonly port: number;
  readonly username: string;
  readonly password: string;
  /** Events in the log, where the broker has one. */
  readonly kept?: () => Promise<number>;
  close(): Promise<void>;
}

const siteKey = randomBytes(32);
const nothing = (): Promise<void> => Promise.resolve();
const onTrouble = (trouble: string, error: unknown) => {
  throw new Error(trouble, { cause: error });
};
const fail = (error: unknown): never => {
  throw error;
};

async function onStore(
  facts: (store: EventStore) => Promise<DeviceFacts>,
  kept: (store: EventStore) => Promise<number>,
): Promise<Broker> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tian-ingest-'));
  const store = await openStore({ dataDir, clock: systemClock, projections, onFatal: fail });
  const devices = await facts(store);
  const gateway = await startGateway({
    clock: systemClock,
    devices,
    commands: new FakeCommands(),
    latest: new FleetState(),
    deviceKey: siteKey,
    mqtt: { host: '127.0.0.1', port: 0 },
    onTrouble,
  });
  return {
    port: gateway.port ?? 0,
    username: bridgeUser,
    password: bridgeSecret(siteKey),
    kept: () => kept(store),
    async close() {
      await gateway.close();
      await store.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** The gateway over `append` of one event, kept once by its message id. */
const bareEvent = () =>
  onStore(
    async (store) => {
      const bound = new Map(
        Array.from({ length: lifts }, (_, index) => {
          const deviceKey = `COL${String(index + 1).padStart(6, '0')}`;
          return [
            deviceKey,
            {
              deviceKey,
              elevatorId: index + 1,
              deviceType: 'COL' as const,
              reportPeriodMs: 3_600_000,
              secretVersion: 1,
              isDisabled: false,
              isRescueTerminal: true,
            },
          ];
        }),
      );
      return {
        findDevice: (key) => bound.get(key),
        secretVersionOf: () => 1,
        recordDescribed: async () => undefined,
        recordedCodes: async () => new Map(),
        recordCode: async () => undefined,
        recordSelfTest: async () => undefined,
        recordedPresence: async () => new Map(),
        listDevices: () => [...bound.values()],
        async recordEvent({ deviceKey }, message) {
          const { repeated } = await store.append({
            stream: `bench-${deviceKey}`,
            expectedVersion: 'any',
            actor: { kind: 'device', id: deviceKey, name: deviceKey },
            messageId: `device:${deviceKey}:${message.id}`,
            events: [{ type: 'bench.reported', data: message, atMs: message.at }],
          });
          return repeated ? 'repeated' : 'recorded';
        },
        recordReported: nothing,
        recordLost: nothing,
        recordSilent: nothing,
        quarantine: nothing,
      };
    },
    (store) => store.head(),
  );

/** The whole way of a call: machine, alarm row, open alarm, deadlines. */
const wholeAlarm = () =>
  onStore(
    async (store) => {
      await seedDemo({ store, clock: systemClock, hashPassword: (md5) => Promise.resolve(md5), days: 0 });
      return (await createDomain({ store, clock: systemClock })).devices;
    },
    async (store) => {
      const { n } = await store.rows
        .selectFrom('events')
        .select((expression) => expression.fn.countAll<number>().as('n'))
        .where('type', 'in', ['alarm.raised', 'alarm.repeated'])
        .executeTakeFirstOrThrow();
      return n;
    },
  );

async function plainAedes(): Promise<Broker> {
  const broker = await Aedes.createBroker();
  const server = createServer((socket) => {
    socket.setNoDelay(true);
    broker.handle(socket);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve());
  });
  const address = server.address();
  return {
    port: address === null || typeof address === 'string' ? 0 : address.port,
    username: 'bench',
    password: 'bench',
    async close() {
      await new Promise<void>((resolve) => {
        broker.close(() => resolve());
      });
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
    },
  };
}

async function plainMosquitto(): Promise<Broker> {
  const account = { username: 'bench', password: 'bench' };
  const mosquitto = await startMosquitto(account, [], { isPersistent: false });
  return { port: mosquitto.port, ...account, close: () => mosquitto.dispose() };
}

async function measure(
  open: () => Promise<Broker>,
  seconds: number,
  runName: string,
): Promise<Figures & { readonly kept: number | undefined }> {
  const broker = await open();
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [
      '--import',
      'tsx',
      clientProgram,
      String(broker.port),
      broker.username,
      broker.password,
      String(connections),
      String(window),
      String(lifts),
      String(seconds),
      runName,
    ]);
    return { ...figuresSchema.parse(JSON.parse(stdout)), kept: await broker.kept?.() };
  } finally {
    await broker.close();
  }
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

function medianFigures(rounds: readonly Figures[]): Figures {
  const of = (member: keyof Figures) => median(rounds.map((round) => round[member]));
  return { perSecond: of('perSecond'), p50Ms: of('p50Ms'), p99Ms: of('p99Ms'), acknowledged: of('acknowledged') };
}

const ratio = (of: readonly Figures[], to: readonly Figures[]): number =>
  Math.round(100 * median(of.map((round, index) => round.perSecond / (to[index]?.perSecond ?? Number.NaN)))) / 100;

/** QoS 1 messages acknowledged a second, durable here and not durable with the peers, taking turns. */
export async function benchIngest({
  rounds = 3,
  seconds = 4,
}: { readonly rounds?: number; readonly seconds?: number } = {}): Promise<IngestResult> {
  const bare: (Figures & { readonly kept: number | undefined })[] = [];
  const whole: (Figures & { readonly kept: number | undefined })[] = [];
  const aedes: Figures[] = [];
  const mosquitto: Figures[] = [];
  for (let round = 0; round < rounds; round += 1) {
    bare.push(await measure(bareEvent, seconds, `bare-${round}`));
    aedes.push(await measure(plainAedes, seconds, `aedes-${round}`));
    whole.push(await measure(wholeAlarm, seconds, `whole-${round}`));
    mosquitto.push(await measure(plainMosquitto, seconds, `mosquitto-${round}`));
  }
  const keepers = [...bare, ...whole];
  return {
    connections,
    windowPerConnection: window,
    gatewayBareEvent: medianFigures(bare),
    gatewayWholeAlarm: medianFigures(whole),
    plainAedes: medianFigures(aedes),
    plainMosquitto: medianFigures(mosquitto),
    bareEventToAedes: ratio(bare, aedes),
    bareEventToMosquitto: ratio(bare, mosquitto),
    wholeAlarmToAedes: ratio(whole, aedes),
    keptPerAcknowledged:
      keepers.reduce((sum, { kept }) => sum + (kept ?? 0), 0) /
      keepers.reduce((sum, { acknowledged }) => sum + acknowledged, 0),
  };
}
