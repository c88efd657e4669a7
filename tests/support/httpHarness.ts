import { join } from 'node:path';
import type { OnTrouble } from '../../server/runtime/troubleLog.ts';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { endpoints } from '../../src/contract/endpoints/index.ts';
import type { ResumePoint } from '../../src/contract/resumePoint.ts';
import type { Envelope } from '../../src/contract/envelope.ts';
import { loadPrincipal } from '../../server/access/loadPrincipal.ts';
import type { SealedIds } from '../../server/access/sealedIds.ts';
import { tokenFragment, type Sessions } from '../../server/access/sessions.ts';
import { giveLiftCodes } from '../../server/domain/base/liftCodes.ts';
import { createCameraSecrets } from '../../server/domain/base/cameraSecrets.ts';
import { createChannels, type LoadedChannels } from '../../server/notify/channels.ts';
import type { ReceiptQueue, ReceiptQueueParts } from '../../server/notify/receiptQueue.ts';
import { recordReceipt } from '../../server/notify/recordReceipt.ts';
import { createTestCalls, type TestCalls } from '../../server/domain/records/testCalls.ts';
import { createDomain, type LoadedDomain } from '../../server/domain/createDomain.ts';
import type { Fault, HttpServerOptions } from '../../server/http/server.ts';
import { openUploadedFiles } from '../../server/domain/records/uploads.ts';
import { projections } from '../../server/lifecycleEntries.ts';
import { createLocalDeviceLinks } from '../../server/ports/localDeviceLinks.ts';
import { createLocalSiteConsoles } from '../../server/ports/localSiteConsoles.ts';
import { openChainProbe } from '../../server/probe/chainProbe.ts';
import { SealedPlaces } from '../../server/push/framePlaces.ts';
import type { PushHub } from '../../server/push/hub.ts';
import { runRules } from '../../server/rules/runRules.ts';
import { systemClock, type Clock } from '../../server/runtime/clock.ts';
import { run, type EventStore } from '../../server/store/eventStore.ts';
import { createOpenParts } from '../../server/runtime/openParts.ts';
import { startApi } from '../../server/start/startApi.ts';
import { FleetState } from '../../server/telemetry/fleetState.ts';
import { followFleet } from '../../server/telemetry/followFleet.ts';
import { fastPaths } from './fastPaths.ts';
import { openTestStore } from './openTestStore.ts';
import { connectPush, type PushProbe } from './pushProbe.ts';
import { writeSmallCity } from './smallCity.ts';
import { md5Hex, testPassword, testPasswordHash, testPasswords, testPepper, testSiteKey } from './testAccess.ts';

function fail(error: unknown): never {
  throw error;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Undefined when the answer is no envelope. */
  readonly envelope: Envelope<unknown> | undefined;
}

export interface RequestOptions {
  readonly token?: string | undefined;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface HttpHarness {
  readonly store: EventStore;
  readonly domain: LoadedDomain;
  readonly sessions: Sessions;
  readonly hub: PushHub;
  /** Reads and makes the sealed places in the log that frames carry. */
  readonly places: SealedPlaces;
  /** Reads and makes the ids that clients get for notices, firings, comments and entries of the log. */
  readonly ids: SealedIds;
  readonly fleet: FleetState;
  readonly testCalls: TestCalls;
  readonly channels: LoadedChannels;
  readonly receiptQueue: ReceiptQueue;
  readonly dataDir: string;
  readonly port: number;
  readonly faults: readonly Fault[];
  request(method: string, path: string, options?: RequestOptions): Promise<Answer>;
  /** As the declaration says: query or body by the method. */
  call(endpoint: Endpoint, input: unknown, token?: string): Promise<Answer>;
  login(account: string, password?: string): Promise<Answer>;
  /** A session without a login by password. */
  signIn(userId: number, ip?: string): Promise<string>;
  /** The one session of a user that all who ask share: a new one for each would crowd out the oldest. */
  signedIn(userId: number): Promise<string>;
  /** A push socket of a user, signed in unless `hello` says otherwise. */
  connect(options: {
    readonly userId: number;
    readonly token: string;
    readonly last?: ResumePoint | null | undefined;
    /** As our own client up to version 1.5. */
    readonly isOlder?: boolean;
    readonly headers?: Readonly<Record<string, string>>;
  }): Promise<PushProbe>;
  /** Ends hub, server, rules and store and starts them again on the same folder and port. */
  restart(): Promise<void>;
  dispose(): Promise<void>;
}

export interface HarnessOptions {
  readonly clock?: Clock;
  /** The first event comes after this place in the log, so that no other number looks like one. */
  readonly logStartsAt?: number;
  readonly allowedOrigins?: readonly string[];
  readonly http?: Partial<
    Pick<
      HttpServerOptions<typeof endpoints>,
      'webAssets' | 'trustProxy' | 'tls' | 'isReady' | 'callProvenAgoMs' | 'limits'
    >
  >;
  readonly uploadQuotaBytes?: number;
  readonly onTrouble?: OnTrouble;
  readonly onPushError?: (error: unknown) => void;
  /** Closes a device's connections, where the test has a gateway. */
  readonly disconnectDevice?: (deviceKey: string) => void;
}

/** The small city behind the real HTTP server and push hub, in this process, with the rules running and no devices. */
export async function openHttpHarness({
  clock = systemClock,
  logStartsAt = 0,
  allowedOrigins = [],
  http: httpOptions = {},
  uploadQuotaBytes,
  onPushError,
  disconnectDevice = () => undefined,
  onTrouble = (_trouble, error) => fail(error),
}: HarnessOptions = {}): Promise<HttpHarness> {
  const opened = await openTestStore({ clock, projections });
  if (logStartsAt > 0) {
    await opened.store.write(function* (queries) {
      yield* run(queries.updateTable('log_head').set({ position: logStartsAt }));
    });
    await opened.reopen();
  }
  await writeSmallCity(opened.store, await testPasswordHash());
  await giveLiftCodes(opened.store);
  const faults: Fault[] = [];
  let running = await start(0);

  async function start(port: number) {
    const { store } = opened;
    const { opened: openedPart, closeAll } = createOpenParts();
    const domain = openedPart(await createDomain({ store, clock }));
    const { directory, settings, commands } = domain;
    const fleet = new FleetState();
    openedPart(await followFleet(store, fleet, { clock, onError: fail }));
    const onReceipt: ReceiptQueueParts['onReceipt'] = (channel, receipt, messageId) =>
      recordReceipt({ store, clock }, channel, receipt, { messageId });
    const channels = openedPart(
      await createChannels({
        store,
        clock,
        siteKey: testSiteKey,
        allowPrivate: ['127.0.0.1'],
        onReceipt,
        onTrouble,
      }),
    );
    // As the gateway records what a device sends.
    const testCalls = createTestCalls({
      store,
      clock,
      directory,
      async sendAsDevice(deviceKey, event) {
        const device = directory.device(deviceKey);
        if (device === undefined) throw new Error(`there is no device ${deviceKey}`);
        await domain.devices.recordEvent(device, { ...event, at: clock.nowMs() });
      },
    });
    const links = createLocalDeviceLinks();
    links.join({
      broker: { port: 1883, tls: false },
      isReady: () => true,
      shedReports: () => ({ lastMinute: 0, sinceMs: null }),
      disconnect: disconnectDevice,
      heardAgoMs: () => undefined,
    });
    const consoles = createLocalSiteConsoles();
    const { trustProxy = false, tls, ...http } = httpOptions;
    const api = await startApi(
      {
        config: {
          ALLOWED_ORIGINS: allowedOrigins,
          DATABASE_URL: undefined,
          DATA_DIR: opened.dataDir,
          FAST_PATHS: fastPaths,
          HOST: '127.0.0.1',
          NOTIFY_ALLOW_PRIVATE: ['127.0.0.1'],
          PORT: port,
          PUBLIC_URL: undefined,
          TRUST_PROXY: trustProxy,
        },
        store,
        clock,
        tls,
        pepper: testPepper,
        deviceKey: testSiteKey,
        passwords: testPasswords,
        cameraSecrets: createCameraSecrets(testSiteKey),
        calendar: { onStepped: () => undefined },
        domain,
        fleet,
        uploadedFiles: openUploadedFiles({
          store,
          clock,
          folder: join(opened.dataDir, 'uploads'),
          onTrouble,
          ...(uploadQuotaBytes === undefined ? {} : { quotaBytes: () => uploadQuotaBytes }),
        }),
        channels,
        onReceipt,
        chain: await openChainProbe({ store, clock, periodMs: 0, onTrouble }),
        testCalls,
        links,
        consoles,
        opened: openedPart,
        onTrouble,
        trouble: () => onPushError ?? fail,
      },
      {
        checkOutputs: true,
        http: { isReady: () => true, reportsSkipped: () => undefined, onFault: (fault) => faults.push(fault), ...http },
      },
    );
    openedPart(runRules({ store, clock, settings, directory, commands, testCalls, consoles, onError: fail }));
    const listening = await api.listen();
    const { sessions, ids, hub, receiptQueue } = api;
    return {
      domain,
      sessions,
      ids,
      hub,
      fleet,
      testCalls,
      channels,
      receiptQueue,
      port: listening.port,
      close: closeAll,
    };
  }

  const signedIn = new Map<number, Promise<string>>();
  const harness: HttpHarness = {
    get store() {
      return opened.store;
    },
    get domain() {
      return running.domain;
    },
    get sessions() {
      return running.sessions;
    },
    places: new SealedPlaces(testPepper, opened.store.epoch),
    get ids() {
      return running.ids;
    },
    get hub() {
      return running.hub;
    },
    get channels() {
      return running.channels;
    },
    get receiptQueue() {
      return running.receiptQueue;
    },
    get testCalls() {
      return running.testCalls;
    },
    get dataDir() {
      return opened.dataDir;
    },
    get fleet() {
      return running.fleet;
    },
    get port() {
      return running.port;
    },
    faults,
    async request(method, path, { token, query = {}, body, headers = {} } = {}) {
      const url = new URL(path, `http://127.0.0.1:${running.port}`);
      for (const [key, value] of Object.entries(query))
        if (value !== undefined) url.searchParams.set(key, typeof value === 'string' ? value : JSON.stringify(value));
      const isRaw = body === undefined || typeof body === 'string' || body instanceof FormData;
      const response = await fetch(url, {
        method,
        redirect: 'manual',
        headers: {
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...(isRaw ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: isRaw ? body : JSON.stringify(body) }),
      });
      const text = await response.text();
      return { status: response.status, headers: response.headers, text, envelope: toEnvelope(text) };
    },
    call({ method, path }, input, token) {
      return harness.request(method, path, {
        token,
        ...(method === 'GET' ? { query: toQuery(input) } : { body: input }),
      });
    },
    login: (account, password = testPassword) =>
      harness.request('POST', '/api/auth/login', { body: { account, password: md5Hex(password) } }),
    async signIn(userId, ip = '127.0.0.1') {
      const principal = await loadPrincipal(opened.store, userId);
      if (principal === undefined) throw new Error(`there is no user ${userId}`);
      return running.sessions.open(principal, { ip, agent: 'test' });
    },
    signedIn(userId) {
      const token = signedIn.get(userId) ?? harness.signIn(userId);
      signedIn.set(userId, token);
      return token;
    },
    connect: ({ userId, token, last, isOlder = false, headers = {} }) =>
      connectPush({
        url: `ws://127.0.0.1:${running.port}/ws`,
        headers,
        hello: {
          text: `${userId}@${tokenFragment(token)}`,
          ...(last === undefined ? {} : { last }),
          ...(last === undefined || isOlder ? {} : { streams: true }),
        },
      }),
    async restart() {
      const { port } = running;
      await running.close();
      await opened.reopen();
      running = await start(port);
    },
    async dispose() {
      await running.close();
      await opened.dispose();
    },
  };
  return harness;
}

function toEnvelope(text: string): Envelope<unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (
      typeof value !== 'object' ||
      value === null ||
      !('code' in value) ||
      !('message' in value) ||
      !('data' in value)
    )
      return undefined;
    return typeof value.code === 'number' && typeof value.message === 'string'
      ? { code: value.code, message: value.message, data: value.data }
      : undefined;
  } catch {
    return undefined;
  }
}

const toQuery = (input: unknown): Readonly<Record<string, unknown>> =>
  typeof input === 'object' && input !== null ? { ...input } : {};
