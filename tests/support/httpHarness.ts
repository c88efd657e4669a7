import { join } from 'node:path';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { endpoints } from '../../src/contract/endpoints/index.ts';
import type { ResumePoint } from '../../src/contract/resumePoint.ts';
import type { Envelope } from '../../src/contract/envelope.ts';
import { knownAddresses } from '../../server/access/knownAddresses.ts';
import { createKnownBrowsers } from '../../server/access/knownBrowsers.ts';
import { loadPrincipal } from '../../server/access/loadPrincipal.ts';
import { endReasonText } from '../../server/access/endReasonText.ts';
import { createLoginThrottle } from '../../server/access/loginThrottle.ts';
import { createOwnPasswordCheck } from '../../server/domain/ownPassword.ts';
import { createRefusedLogins } from '../../server/access/refusedLogins.ts';
import type { SealedIds } from '../../server/access/sealedIds.ts';
import { createSessions, tokenFragment, type Sessions } from '../../server/access/sessions.ts';
import { giveLiftCodes } from '../../server/domain/liftCodes.ts';
import { createCameraSecrets } from '../../server/domain/cameraSecrets.ts';
import { createBindings } from '../../server/notify/bindings.ts';
import { createChannels, type LoadedChannels } from '../../server/notify/channels.ts';
import { createReceiptQueue, type ReceiptQueue, type ReceiptQueueParts } from '../../server/notify/receiptQueue.ts';
import { recordReceipt } from '../../server/notify/recordReceipt.ts';
import { createTestCalls, type TestCalls } from '../../server/domain/testCalls.ts';
import { createAlarmPictures } from '../../server/domain/alarmPictures.ts';
import { createDomain, type LoadedDomain } from '../../server/domain/createDomain.ts';
import { createRecordFiles } from '../../server/domain/recordFiles.ts';
import { deviceSecret } from '../../server/gateway/credentials.ts';
import { judgeSignIn } from '../../server/gateway/deviceSignIn.ts';
import { createCodePages } from '../../server/http/codePage/codePages.ts';
import { createHandlers } from '../../server/http/handlers/index.ts';
import { createHttpServer, type Fault, type HttpServerOptions } from '../../server/http/server.ts';
import { openUploadedFiles } from '../../server/domain/uploads.ts';
import { lifecycleEntries, projections, recordScopeOf } from '../../server/lifecycleEntries.ts';
import { openChainProbe } from '../../server/probe/chainProbe.ts';
import { createDescribeEvent } from '../../server/push/describeEvent.ts';
import { liftOfCode } from '../../server/queries/liftOfCode.ts';
import { SealedPlaces } from '../../server/push/framePlaces.ts';
import { createPushHub, type PushHub } from '../../server/push/hub.ts';
import { runRules } from '../../server/rules/runRules.ts';
import { systemClock, type Clock } from '../../server/runtime/clock.ts';
import { run, type EventStore } from '../../server/store/eventStore.ts';
import { FleetState } from '../../server/telemetry/fleetState.ts';
import { followFleet } from '../../server/telemetry/followFleet.ts';
import { createRuleTestRuns } from '../../server/rules/alarmRules/testRuns.ts';
import { sqliteFileName } from '../../server/store/sqliteFile.ts';
import { openTestStore } from './openTestStore.ts';
import { connectPush, type PushProbe } from './pushProbe.ts';
import { writeSmallCity } from './smallCity.ts';
import {
  md5Hex,
  sealedIdsOf,
  testPassword,
  testPasswordHash,
  testPasswords,
  testPepper,
  testSiteKey,
} from './testAccess.ts';

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
  /** A push socket of a user, signed in unless `hello` says otherwise. */
  connect(options: {
    readonly userId: number;
    readonly token: string;
    readonly last?: ResumePoint | null | undefined;
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
  readonly onTrouble?: (trouble: string, error: unknown) => void;
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
    const domain = await createDomain({ store, clock });
    const { directory, settings, commands } = domain;
    const sessions = await createSessions({ store, clock, pepper: testPepper });
    const ids = sealedIdsOf(store);
    const chain = await openChainProbe({ store, clock, periodMs: 0, onTrouble });
    const hub = await createPushHub({
      store,
      siteKey: testPepper,
      clock,
      sessions,
      directory,
      describe: createDescribeEvent({ store, directory, ids, lifecycles: lifecycleEntries }),
      allowedOrigins,
      trustProxy: httpOptions.trustProxy ?? false,
      onError: onPushError ?? fail,
    });
    const checkOwnPassword = createOwnPasswordCheck({ store, clock, passwords: testPasswords });
    const fleet = new FleetState();
    const following = await followFleet(store, fleet, { clock, onError: fail });
    const uploadedFiles = openUploadedFiles({
      store,
      clock,
      folder: join(opened.dataDir, 'uploads'),
      onTrouble,
      quotaBytes: uploadQuotaBytes,
    });
    const refusedLogins = createRefusedLogins({ store, clock });
    const onReceipt: ReceiptQueueParts['onReceipt'] = (channel, receipt, messageId) =>
      recordReceipt({ store, clock }, channel, receipt, { messageId });
    const channels = await createChannels({
      store,
      clock,
      siteKey: testSiteKey,
      allowPrivate: ['127.0.0.1'],
      onReceipt,
      onTrouble,
    });
    const bindings = createBindings({ store, clock, channels });
    const receiptQueue = createReceiptQueue({ store, clock, channels, bindings, onReceipt, onTrouble });
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
    const ruleTests = createRuleTestRuns({
      store,
      clock,
      log: { kind: 'sqlite', path: join(opened.dataDir, sqliteFileName) },
      onTrouble,
    });
    const server = await createHttpServer({
      clock,
      endpoints,
      handlers: createHandlers({
        store,
        clock,
        domain,
        directory,
        settings,
        passwords: testPasswords,
        sessions,
        ids,
        checkOwnPassword,
        uploadedFiles,
        latest: fleet,
        consoles: hub,
        refusedLogins,
        dataDir: opened.dataDir,
        pepper: testPepper,
        onTrouble,
        secretOfDevice: (deviceKey, version) => deviceSecret(testSiteKey, deviceKey, version),
        disconnectDevice,
        heardAgoMs: () => undefined,
        broker: () => ({ port: 1883, tls: false }),
        testCalls,
        chain,
        cameraSecrets: createCameraSecrets(testSiteKey),
        channels,
        siteKey: testSiteKey,
        allowPrivate: ['127.0.0.1'],
        ruleTests,
        commands,
        knownBrowsers: createKnownBrowsers({ pepper: testPepper, clock }),
        throttle: createLoginThrottle({
          clock,
          knownAddresses: (account) => knownAddresses({ store, clock }, account),
        }),
      }),
      principalOf: (token) => sessions.principalOf(token),
      whyEnded: (token) => endReasonText(sessions.whyEnded(token)),
      isReady: () => true,
      onFault: (fault) => faults.push(fault),
      checkOutputs: true,
      files: createRecordFiles({ store, directory, uploadedFiles, scopeOf: recordScopeOf }),
      principalOfKey: (key) => sessions.principalOfKey(key),
      snapshots: {
        judge: (key, secret) => judgeSignIn({ siteKey: testSiteKey, devices: domain.devices }, key, secret),
        findDevice: (key) => domain.devices.findDevice(key),
        pictures: createAlarmPictures({ store, clock, uploadedFiles }),
      },
      receipts: { channels, queue: receiptQueue },
      codePage: createCodePages({
        clock,
        hotline: () => settings.current().hotline,
        liftOfCode: (code) => liftOfCode(opened.store, code),
      }),
      ...httpOptions,
    });
    hub.attach(server.server);
    const rules = runRules({ store, clock, settings, directory, commands, testCalls, consoles: hub, onError: fail });
    const listening = await server.listen({ port, host: '127.0.0.1' });
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
      async close() {
        await ruleTests.close();
        await rules.close();
        await domain.close();
        await following.close();
        await hub.close();
        await server.close();
        await receiptQueue.close();
        await channels.close();
        await refusedLogins.close();
        await sessions.close();
      },
    };
  }

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
    connect: ({ userId, token, last, headers = {} }) =>
      connectPush({
        url: `ws://127.0.0.1:${running.port}/ws`,
        headers,
        hello: { text: `${userId}@${tokenFragment(token)}`, ...(last === undefined ? {} : { last }) },
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
