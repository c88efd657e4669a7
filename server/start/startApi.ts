import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { endpoints } from '../../src/contract/endpoints/index.ts';
import { endReasonText } from '../access/endReasonText.ts';
import { knownAddresses } from '../access/knownAddresses.ts';
import { createKnownBrowsers } from '../access/knownBrowsers.ts';
import { createLoginThrottle } from '../access/loginThrottle.ts';
import { createRefusedLogins } from '../access/refusedLogins.ts';
import { SealedIds } from '../access/sealedIds.ts';
import { createPageTickets } from '../access/pageTickets.ts';
import { createSessions, type Sessions } from '../access/sessions.ts';
import type { Config } from './config.ts';
import { createAlarmPictures } from '../domain/records/alarmPictures.ts';
import { createOwnPasswordCheck } from '../domain/base/ownPassword.ts';
import { createRecordFiles } from '../domain/base/recordFiles.ts';
import type { CalendarWatch } from '../domain/devices/watchCalendar.ts';
import { deviceSecret } from '../gateway/credentials.ts';
import { judgeSignIn } from '../gateway/deviceSignIn.ts';
import { createCodeLookups } from '../http/codePage/codeLookups.ts';
import { createCodePages } from '../http/codePage/codePages.ts';
import { createVerifyPages } from '../http/verifyPage/verifyPages.ts';
import { createHandlers } from '../http/handlers/index.ts';
import type { Tls } from '../http/createServer.ts';
import { createHttpServer, type HttpServerOptions } from '../http/server.ts';
import { loadWebAssets } from '../http/webAssets.ts';
import { lifecycleEntries, openItems, recordScopeOf } from '../lifecycleEntries.ts';
import { createBindings } from '../notify/bindings.ts';
import { createReceiptQueue, type ReceiptQueue } from '../notify/receiptQueue.ts';
import type { Core } from './openCore.ts';
import type { FleetReader } from '../ports/fleetReader.ts';
import { createDescribeEvent } from '../push/describeEvent.ts';
import { createPushHub, type PushHub } from '../push/hub.ts';
import { liftOfCode } from '../queries/liftOfCode.ts';
import { verifiedRecord } from '../queries/verifiedRecord.ts';
import { createRuleTestRuns } from '../rules/alarmRules/testRuns.ts';
import { within } from '../runtime/within.ts';
import { explainSystemError } from './startError.ts';
import type { EventStore } from '../store/eventStore.ts';
import { sqliteFileName } from '../store/sqlite/sqliteFile.ts';

export interface ApiNeeds extends Pick<
  Core,
  | 'store'
  | 'clock'
  | 'deviceKey'
  | 'passwords'
  | 'cameraSecrets'
  | 'domain'
  | 'uploadedFiles'
  | 'channels'
  | 'onReceipt'
  | 'chain'
  | 'testCalls'
  | 'links'
  | 'consoles'
  | 'opened'
  | 'onTrouble'
  | 'trouble'
> {
  readonly tls: Tls | undefined;
  readonly pepper: Uint8Array;
  readonly calendar: Pick<CalendarWatch, 'onStepped'>;
  readonly fleet: FleetReader;
  readonly config: Pick<
    Config,
    'DATABASE_URL' | 'DATA_DIR' | 'FAST_PATHS' | 'HOST' | 'NOTIFY_ALLOW_PRIVATE' | 'PORT' | 'PUBLIC_URL' | 'TRUST_PROXY'
  > & { readonly ALLOWED_ORIGINS: readonly string[] };
}

export interface ApiOptions {
  /** The built front end; without it only the API is served. */
  readonly webFolder?: string | undefined;
  /** Answers are checked against their schemas: for tests and development. */
  readonly checkOutputs?: boolean | undefined;
  /** Instead of the server's own, for tests. */
  readonly http?: Partial<HttpServerOptions<typeof endpoints>>;
}

export interface Api {
  readonly sessions: Sessions;
  readonly ids: SealedIds;
  readonly hub: PushHub;
  readonly receiptQueue: ReceiptQueue;
  /** Accepts calls and consoles from now on. Throws StartError where its port cannot be had. */
  listen(): Promise<{ readonly port: number }>;
}

/** A health check that takes longer is useless. */
const healthWithinMs = 800;

/** Prepares calls, pages, files and pushes for users; nothing is accepted before `listen`. */
export async function startApi(
  needs: ApiNeeds,
  { webFolder, checkOutputs = false, http = {} }: ApiOptions = {},
): Promise<Api> {
  const { config, store, clock, tls, pepper, deviceKey, domain, links, chain, opened, onTrouble } = needs;
  const { directory, settings } = domain;
  const sessions = opened(await createSessions({ store, clock, pepper }));
  // Cached sessions follow the old calendar.
  needs.calendar.onStepped(() => sessions.accessChanged());
  const ids = new SealedIds(pepper, store);
  const receiptQueue = openReceiptQueue(needs);
  const hub = await openHub(needs, sessions, ids);
  const pageTickets = createPageTickets(deviceKey);
  const codeLookups = createCodeLookups({ clock, liftOfCode: (code) => liftOfCode(store, code) });
  const server = await createHttpServer({
    clock,
    endpoints,
    handlers: createHandlers({ ...handlerParts(needs, sessions, ids), pageTickets, codeLookups }),
    principalOf: (token) => sessions.principalOf(token),
    whyEnded: (token) => endReasonText(sessions.whyEnded(token)),
    // It answers only once everything works; an external broker or database may still go away.
    isReady: async () => links.isReady() && (await within(clock, healthWithinMs, answers(store), false)),
    callProvenAgoMs: () => chain.provenAgoMs('log'),
    reportsSkipped: () => links.shedReports()?.lastMinute,
    onFault: ({ id, call, error }) => onTrouble(`请求出错 ${id} ${call}`, error),
    trustProxy: config.TRUST_PROXY,
    tls,
    files: createRecordFiles({ ...needs, directory, scopeOf: recordScopeOf }),
    principalOfKey: (key) => sessions.principalOfKey(key),
    snapshots: {
      judge: (key, secret) => judgeSignIn({ siteKey: deviceKey, devices: domain.devices }, key, secret),
      findDevice: (key) => domain.devices.findDevice(key),
      pictures: createAlarmPictures(needs),
    },
    receipts: { channels: needs.channels, queue: receiptQueue },
    codePages: createCodePages({
      ...needs,
      hotline: () => settings.current().hotline,
      lookups: codeLookups,
      tickets: pageTickets,
      passengers: domain.passengers,
    }),
    verifyPage: createVerifyPages({ clock, recordOf: (wish) => verifiedRecord({ store, ids }, wish) }),
    checkOutputs,
    webAssets:
      webFolder !== undefined && existsSync(join(webFolder, 'index.html')) ? await loadWebAssets(webFolder) : undefined,
    ...http,
  });
  opened(server);
  // Closed before the server, which waits for its open sockets.
  opened(hub).attach(server.server);
  return {
    sessions,
    ids,
    hub,
    receiptQueue,
    async listen() {
      const { HOST: host, PORT: port } = config;
      try {
        return await server.listen({ port, host });
      } catch (error) {
        throw explainSystemError(error, { port: { name: 'PORT', value: port }, host });
      }
    },
  };
}

function openReceiptQueue({ store, clock, channels, onReceipt, opened, onTrouble }: ApiNeeds): ReceiptQueue {
  const bindings = createBindings({ store, clock, channels });
  return opened(createReceiptQueue({ store, clock, channels, bindings, onReceipt, onTrouble }));
}

/** The hub of the consoles that connect to this process, which the whole site knows of. */
async function openHub(
  { config, store, clock, pepper, domain: { directory }, chain, consoles, trouble }: ApiNeeds,
  sessions: Sessions,
  ids: SealedIds,
): Promise<PushHub> {
  const hub = await createPushHub({
    store,
    siteKey: pepper,
    clock,
    sessions,
    directory,
    describe: createDescribeEvent({ store, directory, ids, lifecycles: lifecycleEntries }),
    allowedOrigins: config.ALLOWED_ORIGINS,
    trustProxy: config.TRUST_PROXY,
    ownFrames: config.FAST_PATHS,
    onProbe: (probeId) => chain.pushed(probeId),
    onConsole: () => chain.consoleOpened(),
    onError: trouble('推送出错'),
  });
  const leave = consoles.join(hub);
  return {
    ...hub,
    async close() {
      await hub.close();
      leave();
    },
  };
}

function handlerParts(
  needs: ApiNeeds,
  sessions: Sessions,
  ids: SealedIds,
): Omit<Parameters<typeof createHandlers>[0], 'pageTickets' | 'codeLookups'> {
  const { config, store, clock, pepper, deviceKey, domain, fleet, opened, onTrouble } = needs;
  const { directory, settings, commands } = domain;
  return {
    ...needs,
    directory,
    settings,
    commands,
    sessions,
    ids,
    latest: fleet,
    openItems,
    checkOwnPassword: createOwnPasswordCheck(needs),
    dataDir: config.DATA_DIR,
    publicUrl: config.PUBLIC_URL,
    siteKey: deviceKey,
    presenceCodes: domain.presenceCodes,
    secretOfDevice: (key, version) => deviceSecret(deviceKey, key, version),
    allowPrivate: config.NOTIFY_ALLOW_PRIVATE,
    ruleTests: opened(
      createRuleTestRuns({
        store,
        clock,
        log:
          config.DATABASE_URL === undefined
            ? { kind: 'sqlite', path: join(config.DATA_DIR, sqliteFileName) }
            : { kind: 'postgres', databaseUrl: config.DATABASE_URL },
        onTrouble,
      }),
    ),
    throttle: createLoginThrottle({ clock, knownAddresses: (account) => knownAddresses({ store, clock }, account) }),
    knownBrowsers: createKnownBrowsers({ pepper, clock }),
    refusedLogins: opened(createRefusedLogins({ store, clock })),
  };
}

function answers(store: EventStore): Promise<boolean> {
  return store.head().then(
    () => true,
    () => false,
  );
}
