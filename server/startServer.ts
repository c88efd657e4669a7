import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { endpoints } from '../src/contract/endpoints/index.ts';
import { reconcileCatalogue } from './access/catalogue.ts';
import { giveLiftCodes } from './domain/liftCodes.ts';
import { knownAddresses } from './access/knownAddresses.ts';
import { createKnownBrowsers } from './access/knownBrowsers.ts';
import { createLoginThrottle } from './access/loginThrottle.ts';
import { createOwnPasswordCheck } from './domain/ownPassword.ts';
import { createPasswords } from './access/passwords.ts';
import { createRefusedLogins } from './access/refusedLogins.ts';
import { endReasonText } from './access/endReasonText.ts';
import { SealedIds } from './access/sealedIds.ts';
import { createSessions } from './access/sessions.ts';
import type { Config } from './config.ts';
import { prepareDataFolder } from './dataFolder.ts';
import { createChannels } from './notify/channels.ts';
import { recordReceipt } from './notify/recordReceipt.ts';
import { createBindings } from './notify/bindings.ts';
import { createReceiptQueue, type ReceiptQueueParts } from './notify/receiptQueue.ts';
import { createCameraSecrets, type CameraSecrets } from './domain/cameraSecrets.ts';
import { createAlarmPictures } from './domain/alarmPictures.ts';
import { createDomain } from './domain/createDomain.ts';
import { createRecordFiles } from './domain/recordFiles.ts';
import { openUploadedFiles } from './domain/uploads.ts';
import { reconcileRules } from './domain/reconcileRules.ts';
import { createTestCalls } from './domain/testCalls.ts';
import { watchCalendar } from './domain/watchCalendar.ts';
import { deviceSecret } from './gateway/credentials.ts';
import { judgeSignIn } from './gateway/deviceSignIn.ts';
import type { GatewayStats } from './gateway/gatewayStats.ts';
import { startGateway, type Gateway } from './gateway/gateway.ts';
import { createSendAsDevice, createSendProbe, type SendAsDeviceParts } from './gateway/sendAsDevice.ts';
import { createCodePages } from './http/codePage/codePages.ts';
import { createHandlers } from './http/handlers/index.ts';
import { createHttpServer, type HttpServer } from './http/server.ts';
import { loadWebAssets } from './http/webAssets.ts';
import { lifecycleEntries, recordScopeOf } from './lifecycleEntries.ts';
import { openSite } from './openSite.ts';
import { openChainProbe } from './probe/chainProbe.ts';
import { createDescribeEvent } from './push/describeEvent.ts';
import { createPushHub } from './push/hub.ts';
import { readTls } from './readTls.ts';
import { liftOfCode } from './queries/liftOfCode.ts';
import { createRuleTestRuns } from './rules/alarmRules/testRuns.ts';
import { shippedRules } from './rules/shippedRules.ts';
import type { Clock } from './runtime/clock.ts';
import type { Beats } from './runtime/beats.ts';
import { createOpenParts } from './runtime/openParts.ts';
import { createSteadyClock } from './runtime/steadyClock.ts';
import { within } from './runtime/within.ts';
import type { WaitingFor } from './standby.ts';
import { startRules } from './startRules.ts';
import { explainSystemError } from './startError.ts';
import type { EventStore } from './store/eventStore.ts';
import { sqliteFileName } from './store/sqliteFile.ts';
import { FleetState, type LatestReport } from './telemetry/fleetState.ts';
import { followFleet } from './telemetry/followFleet.ts';
import { openHistoryFiles } from './telemetry/historyFiles.ts';
import { startMinuteSampler } from './telemetry/minuteSampler.ts';
import { openRecorder } from './telemetry/recorder.ts';

export interface StartOptions {
  readonly config: Config;
  /** The system's: its calendar may be set at any time, which the server notices and corrects. */
  readonly clock: Clock;
  /** Something that operators should know; the server continues. */
  readonly onTrouble: (trouble: string, error: unknown) => void;
  /** Lists are being rebuilt from the log, or have been. */
  readonly onRebuild?: ((note: string, error?: unknown) => void) | undefined;
  /** All lists are to be rebuilt once it serves: the whole log is checked first for text that cannot be read. */
  readonly willRebuild?: boolean;
  /** Nothing more can be kept safely: say so and stop the process. */
  readonly onFatal: (error: unknown) => void;
  /** Fills a new store before the server opens: the demo city, or the first administrator. */
  readonly prepare: (parts: {
    readonly store: EventStore;
    readonly clock: Clock;
    readonly passwords: ReturnType<typeof createPasswords>;
    readonly cameraSecrets: CameraSecrets;
  }) => Promise<void>;
  /**
   * This process may not serve yet: another is active on the same database, or the database is away. It waits,
   * answering 503 on the port.
   */
  readonly onWaiting?: ((what: WaitingFor, port: number | undefined) => void) | undefined;
  /** A supervisor that restarts a server which hangs hears them. */
  readonly beats?: Beats | undefined;
  /** The built front end; without it only the API is served. */
  readonly webFolder?: string | undefined;
  /** Answers are checked against their schemas: for tests and development. */
  readonly checkOutputs?: boolean;
  /** Receives every incoming report: for measuring. */
  readonly onReport?: ((elevatorId: number, latest: LatestReport) => void) | undefined;
}

export interface RunningServer {
  readonly httpPort: number;
  /** Of our own broker; undefined with an outside one. */
  readonly mqttPort: number | undefined;
  readonly store: EventStore;
  readonly deviceKey: Buffer;
  /** The counts of the devices' gateway since the start. */
  gatewayStats(): GatewayStats;
  /** Lets work in progress end, then closes everything. */
  close(): Promise<void>;
}

/** A health check that takes longer is useless. */
const healthWithinMs = 800;

/** The whole server in one process: store, rules, deadlines, devices, calls and pushes. Throws StartError with what to do about it. */
export async function startServer({
  config,
  clock: systemTime,
  onTrouble,
  onFatal,
  onWaiting = () => {},
  prepare,
  webFolder,
  checkOutputs = false,
  onReport,
  onRebuild,
  willRebuild = false,
  beats,
}: StartOptions): Promise<RunningServer> {
  const { DATA_DIR: dataDir, HOST: host } = config;
  const { opened, closeAll } = createOpenParts();
  const trouble = (what: string) => (error: unknown) => onTrouble(what, error);
  const clock = createSteadyClock(systemTime);
  let gateway: Gateway | undefined;
  let endStart = beats?.step('启动');

  try {
    await prepareDataFolder(dataDir, onTrouble);
    const tls = await readTls(config);
    const { store, standby, pepper, deviceKey } = await openSite({
      config,
      clock,
      tls,
      opened,
      onTrouble,
      onFatal,
      onRebuild,
      onLongStep: beats && ((name) => beats.step(name)),
      onWaiting(what, port) {
        endStart?.();
        onWaiting(what, port);
      },
      onClaimed() {
        endStart?.();
        endStart = beats?.step('启动');
      },
      willRebuild,
    });
    const passwords = createPasswords({ pepper });
    // Before anything asks what is due.
    const calendar = opened(await watchCalendar({ store, clock, onTrouble }));
    const cameraSecrets = createCameraSecrets(deviceKey);
    await prepare({ store, clock, passwords, cameraSecrets });
    await store.write(reconcileCatalogue);
    await giveLiftCodes(store);
    await reconcileRules({ store, clock }, shippedRules);

    const history =
      config.HISTORY_DAYS === 0
        ? undefined
        : opened(
            openHistoryFiles({ folder: join(dataDir, 'history'), keptDays: config.HISTORY_DAYS, clock, onTrouble }),
          );
    const fleet = new FleetState({
      onReport(elevatorId, latest) {
        history?.put(elevatorId, latest);
        onReport?.(elevatorId, latest);
      },
    });
    const recorder = opened(await openRecorder({ store, clock, fleet, onTrouble }));
    opened(startMinuteSampler({ store, clock, fleet, onTrouble }));
    const domain = opened(await createDomain({ store, clock, recorder, fleet }));
    const { directory, settings, commands } = domain;
    const sessions = opened(await createSessions({ store, clock, pepper }));
    const ids = new SealedIds(pepper, store);
    calendar.onStepped((byMs) => {
      recorder.calendarMoved(byMs);
      // Cached sessions follow the old calendar.
      sessions.accessChanged();
    });
    opened(await followFleet(store, fleet, { clock, onError: trouble('读取电梯状态出错，将重试') }));
    const checkOwnPassword = createOwnPasswordCheck({ store, clock, passwords });
    const uploadedFiles = openUploadedFiles({ store, clock, folder: join(dataDir, 'uploads'), onTrouble });
    const onReceipt: ReceiptQueueParts['onReceipt'] = (channel, receipt, messageId) =>
      recordReceipt({ store, clock }, channel, receipt, { messageId });
    const channels = opened(
      await createChannels({
        store,
        clock,
        siteKey: deviceKey,
        allowPrivate: config.NOTIFY_ALLOW_PRIVATE,
        onReceipt,
        onTrouble,
      }),
    );
    const receiptQueue = opened(
      createReceiptQueue({
        store,
        clock,
        channels,
        bindings: createBindings({ store, clock, channels }),
        onReceipt,
        onTrouble,
      }),
    );
    const chain = await openChainProbe({
      store,
      clock,
      periodMs: config.PROBE_SECONDS * 1_000,
      isDemo: config.DEMO,
      onTrouble,
    });
    const hub = await createPushHub({
      store,
      siteKey: pepper,
      clock,
      sessions,
      directory,
      describe: createDescribeEvent({ store, directory, ids, lifecycles: lifecycleEntries }),
      allowedOrigins: config.ALLOWED_ORIGINS,
      trustProxy: config.TRUST_PROXY,
      onProbe: (probeId) => chain.pushed(probeId),
      onConsole: () => chain.consoleOpened(),
      onError: trouble('推送出错'),
    });

    const asDevice: SendAsDeviceParts = {
      clock,
      siteKey: deviceKey,
      broker: () =>
        config.MQTT_URL === undefined
          ? { url: `mqtt${tls === undefined ? '' : 's'}://${loopbackOf(host)}:${gateway?.port ?? config.MQTT_PORT}` }
          : { url: config.MQTT_URL, username: config.MQTT_USERNAME, password: config.MQTT_PASSWORD },
    };
    const testCalls = createTestCalls({ store, clock, directory, sendAsDevice: createSendAsDevice(asDevice) });
    const http: HttpServer = await createHttpServer({
      clock,
      endpoints,
      handlers: createHandlers({
        store,
        clock,
        domain,
        directory,
        settings,
        passwords,
        sessions,
        ids,
        checkOwnPassword,
        uploadedFiles,
        latest: fleet,
        consoles: hub,
        dataDir,
        pepper,
        publicUrl: config.PUBLIC_URL,
        testCalls,
        chain,
        onTrouble,
        secretOfDevice: (key, version) => deviceSecret(deviceKey, key, version),
        disconnectDevice: (key) => gateway?.disconnect(key),
        heardAgoMs: (key) => gateway?.heardAgoMs(key),
        shedReports: () => gateway?.shedReports(),
        broker: () => (gateway?.port === undefined ? null : { port: gateway.port, tls: tls !== undefined }),
        cameraSecrets,
        channels,
        siteKey: deviceKey,
        allowPrivate: config.NOTIFY_ALLOW_PRIVATE,
        ruleTests: opened(
          createRuleTestRuns({
            store,
            clock,
            log:
              config.DATABASE_URL === undefined
                ? { kind: 'sqlite', path: join(dataDir, sqliteFileName) }
                : { kind: 'postgres', databaseUrl: config.DATABASE_URL },
            onTrouble,
          }),
        ),
        commands,
        throttle: createLoginThrottle({
          clock,
          knownAddresses: (account) => knownAddresses({ store, clock }, account),
        }),
        knownBrowsers: createKnownBrowsers({ pepper, clock }),
        refusedLogins: opened(createRefusedLogins({ store, clock })),
      }),
      principalOf: (token) => sessions.principalOf(token),
      whyEnded: (token) => endReasonText(sessions.whyEnded(token)),
      // It answers only once everything works; an external broker or database may still go away.
      isReady: async () =>
        gateway?.stats().isReady === true && (await within(clock, healthWithinMs, answers(store), false)),
      callProvenAgoMs: () => chain.provenAgoMs('log'),
      reportsSkipped: () => gateway?.shedReports().lastMinute,
      onFault: ({ id, call, error }) => onTrouble(`请求出错 ${id} ${call}`, error),
      trustProxy: config.TRUST_PROXY,
      tls,
      files: createRecordFiles({ store, directory, uploadedFiles, scopeOf: recordScopeOf }),
      principalOfKey: (key) => sessions.principalOfKey(key),
      snapshots: {
        judge: (key, secret) => judgeSignIn({ siteKey: deviceKey, devices: domain.devices }, key, secret),
        findDevice: (key) => domain.devices.findDevice(key),
        pictures: createAlarmPictures({ store, clock, uploadedFiles }),
      },
      receipts: { channels, queue: receiptQueue },
      codePage: createCodePages({
        clock,
        hotline: () => settings.current().hotline,
        liftOfCode: (code) => liftOfCode(store, code),
      }),
      checkOutputs,
      webAssets:
        webFolder !== undefined && existsSync(join(webFolder, 'index.html'))
          ? await loadWebAssets(webFolder)
          : undefined,
    });
    opened(http);
    // Closed before the server, which waits for its open sockets.
    opened(hub).attach(http.server);

    startRules({
      store,
      clock,
      domain,
      recorder,
      channels,
      testCalls,
      hub,
      uploadedFiles,
      calendar,
      opened,
      trouble,
    });
    gateway = opened(await listenMqtt());
    await standby.close();
    const { port: httpPort } = await listenHttp(http);
    opened(chain.start(createSendProbe(asDevice, (key) => domain.devices.secretVersionOf(key))));
    const connected = gateway;
    beats?.through(() => store.write(function* () {}));
    endStart?.();
    return {
      httpPort,
      mqttPort: connected.port,
      store,
      deviceKey,
      gatewayStats: () => connected.stats(),
      close: closeAll,
    };

    async function listenMqtt(): Promise<Gateway> {
      const mqtt =
        config.MQTT_URL === undefined
          ? { port: config.MQTT_PORT, host, tls }
          : { url: config.MQTT_URL, username: config.MQTT_USERNAME, password: config.MQTT_PASSWORD };
      try {
        return await startGateway({
          clock,
          devices: domain.devices,
          commands,
          latest: fleet,
          mqtt,
          deviceKey,
          onProbe: (probeId) => chain.arrived(probeId),
          onTrouble,
        });
      } catch (error) {
        throw explainSystemError(error, { port: { name: 'MQTT_PORT', value: config.MQTT_PORT }, host });
      }
    }

    async function listenHttp(server: HttpServer): Promise<{ readonly port: number }> {
      try {
        return await server.listen({ port: config.PORT, host });
      } catch (error) {
        throw explainSystemError(error, { port: { name: 'PORT', value: config.PORT }, host });
      }
    }
  } catch (error) {
    await closeAll();
    endStart?.();
    throw explainSystemError(error, { folder: dataDir });
  }
}

/** Where this machine reaches what listens on `host`. */
const loopbackOf = (host: string): string => (host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host);

function answers(store: EventStore): Promise<boolean> {
  return store.head().then(
    () => true,
    () => false,
  );
}
