import { mkdir, readFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createSecureContext } from 'node:tls';
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
import { createSessions } from './access/sessions.ts';
import type { Config } from './config.ts';
import { createCameraSecrets, type CameraSecrets } from './domain/cameraSecrets.ts';
import { createAlarmPictures } from './domain/alarmPictures.ts';
import { createDomain } from './domain/createDomain.ts';
import { createRecordFiles } from './domain/recordFiles.ts';
import { openUploadedFiles } from './domain/uploads.ts';
import { watchDeadlines } from './domain/deadlines.ts';
import { createTestCalls } from './domain/testCalls.ts';
import { watchCalendar } from './domain/watchCalendar.ts';
import { deviceKeyPath, deviceSecret, loadSiteDeviceKey } from './gateway/credentials.ts';
import { judgeSignIn } from './gateway/deviceSignIn.ts';
import { startGateway, type Gateway } from './gateway/gateway.ts';
import { createSendAsDevice } from './gateway/sendAsDevice.ts';
import { createCodePages } from './http/codePage/codePages.ts';
import { createHandlers } from './http/handlers/index.ts';
import { createHttpServer, type HttpServer } from './http/server.ts';
import { loadWebAssets } from './http/webAssets.ts';
import { lifecycleEntries, projections, recordScopeOf } from './lifecycleEntries.ts';
import { createDescribeEvent } from './push/describeEvent.ts';
import { createPushHub } from './push/hub.ts';
import { liftOfCode } from './queries/liftOfCode.ts';
import { requireDatabaseFile, requireSecrets } from './requireSecrets.ts';
import { runExceptionRules } from './rules/runExceptionRules.ts';
import { runRules } from './rules/runRules.ts';
import { sweepUploads } from './rules/sweepUploads.ts';
import { watchContracts } from './rules/watchContracts.ts';
import { watchClaimers } from './rules/watchClaimers.ts';
import { watchSelfTests } from './rules/watchSelfTests.ts';
import type { Clock } from './runtime/clock.ts';
import { privateFolderMode, tightenFolder } from './runtime/privateFolder.ts';
import { StartError } from './runtime/startError.ts';
import { loadSecretFile } from './runtime/secretFile.ts';
import { createSteadyClock } from './runtime/steadyClock.ts';
import { within } from './runtime/within.ts';
import { requireSameSecrets } from './secretsFingerprint.ts';
import { createStandby, type WaitingFor } from './standby.ts';
import { explainSystemError } from './startError.ts';
import { LogRolledBackError } from './store/errors.ts';
import type { EventStore } from './store/eventStore.ts';
import { checkAnchor, keepAnchor } from './store/logAnchor.ts';
import { openStore } from './store/open.ts';
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
  /** The built front end; without it only the API is served. */
  readonly webFolder?: string | undefined;
  /** Answers are checked against their schemas: for tests and development. */
  readonly checkOutputs?: boolean;
  /** Given every report that comes in: for measuring. */
  readonly onReport?: ((elevatorId: number, latest: LatestReport) => void) | undefined;
}

export interface RunningServer {
  readonly httpPort: number;
  /** Of our own broker; undefined with an outside one. */
  readonly mqttPort: number | undefined;
  readonly store: EventStore;
  readonly deviceKey: Buffer;
  /** Lets what is under way end, then closes everything. */
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
}: StartOptions): Promise<RunningServer> {
  const { DATA_DIR: dataDir, HOST: host } = config;
  /** What is open, to be closed in the opposite order. */
  const open: { close(): Promise<void> }[] = [];
  const opened = <Part extends { close(): Promise<void> }>(part: Part): Part => {
    open.push(part);
    return part;
  };
  const closeAll = async () => {
    for (const part of open.toReversed()) await part.close();
  };
  const trouble = (what: string) => (error: unknown) => onTrouble(what, error);
  const clock = createSteadyClock(systemTime);
  let gateway: Gateway | undefined;

  try {
    await makeFolder(dataDir);
    await closeToOthers(dataDir, onTrouble);
    const tls = await readTls(config);
    requireDatabaseFile(config);
    const pepperPath = join(dataDir, 'secrets', 'pepper.key');
    const secretFiles = { 密码密钥: pepperPath, 设备密钥: deviceKeyPath(dataDir) };
    const standby = opened(createStandby({ port: config.PORT, host, tls, secrets: secretFiles, onWaiting }));
    const store = opened(
      await openStore({
        databaseUrl: config.DATABASE_URL,
        dataDir,
        clock,
        projections,
        onFatal,
        onRebuild,
        readsWholeLog: willRebuild,
        lease: standby.lease,
      }),
    );
    await requireSecrets(store, secretFiles);
    const pepper = loadSecretFile(pepperPath, '密码密钥');
    const deviceKey = loadSiteDeviceKey(dataDir);
    // Before the anchor: with another site's secrets it would be another site's log that is anchored here.
    await requireSameSecrets(store, secretFiles);
    const anchored = await checkAnchor(store, dataDir);
    if (anchored.kind === 'failedOver') {
      onTrouble(
        '数据库切换到了落后的副本，最后一部分事件已经丢失，请与值班记录核对',
        new Error(`本机曾记录到第 ${anchored.anchor.position} 个事件，现有 ${anchored.head.position} 个`),
      );
    }
    opened(
      await keepAnchor({
        store,
        dataDir,
        clock,
        onTrouble: (error) =>
          onTrouble(
            error instanceof LogRolledBackError ? '事件日志在运行中被截断或改动' : '无法记录日志的末尾位置，将重试',
            error,
          ),
      }),
    );
    const passwords = createPasswords({ pepper });
    // Before anything asks what is due.
    const calendar = opened(await watchCalendar({ store, clock, onTrouble }));
    const cameraSecrets = createCameraSecrets(deviceKey);
    await prepare({ store, clock, passwords, cameraSecrets });
    await store.write(reconcileCatalogue);
    await giveLiftCodes(store);

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
    calendar.onStepped((byMs) => {
      recorder.calendarMoved(byMs);
      // Cached sessions follow the old calendar.
      sessions.accessChanged();
    });
    opened(await followFleet(store, fleet, { clock, onError: trouble('读取电梯状态出错，将重试') }));
    const checkOwnPassword = createOwnPasswordCheck({ store, clock, passwords });
    const uploadedFiles = openUploadedFiles({ store, clock, folder: join(dataDir, 'uploads'), onTrouble });
    const hub = await createPushHub({
      store,
      clock,
      sessions,
      directory,
      describe: createDescribeEvent({ store, directory, lifecycles: lifecycleEntries }),
      allowedOrigins: config.ALLOWED_ORIGINS,
      trustProxy: config.TRUST_PROXY,
      onError: trouble('推送出错'),
    });

    const testCalls = createTestCalls({
      store,
      clock,
      directory,
      sendAsDevice: createSendAsDevice({
        clock,
        siteKey: deviceKey,
        broker: () =>
          config.MQTT_URL === undefined
            ? { url: `mqtt${tls === undefined ? '' : 's'}://${loopbackOf(host)}:${gateway?.port ?? config.MQTT_PORT}` }
            : { url: config.MQTT_URL, username: config.MQTT_USERNAME, password: config.MQTT_PASSWORD },
      }),
    });
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
        checkOwnPassword,
        uploadedFiles,
        latest: fleet,
        consoles: hub,
        dataDir,
        pepper,
        publicUrl: config.PUBLIC_URL,
        testCalls,
        onTrouble,
        secretOfDevice: (key, version) => deviceSecret(deviceKey, key, version),
        disconnectDevice: (key) => gateway?.disconnect(key),
        heardAgoMs: (key) => gateway?.heardAgoMs(key),
        broker: () => (gateway?.port === undefined ? null : { port: gateway.port, tls: tls !== undefined }),
        cameraSecrets,
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

    opened(watchDeadlines({ store, clock }, trouble('到期事项处理出错，将重试')));
    opened(
      runRules({
        store,
        clock,
        settings,
        directory,
        commands,
        recorder,
        testCalls,
        consoles: hub,
        onError: trouble('报警规则执行出错，将重试'),
      }),
    );
    opened(
      runExceptionRules({
        store,
        clock,
        settings,
        directory,
        commands,
        recorder,
        onError: trouble('故障、电动车与事件的规则执行出错，将重试'),
      }),
    );
    opened(sweepUploads({ files: uploadedFiles, clock }, trouble('清理无人使用的文件时出错，将重试')));
    opened(watchContracts({ store, clock, directory }, trouble('到期生效的合同处理出错，将重试')));
    opened(watchSelfTests({ store, clock }, trouble('检查求救自检时出错，将重试')));
    opened(watchClaimers({ store, clock, consoles: hub }, trouble('检查受理人是否在线时出错，将重试')));
    gateway = opened(await listenMqtt());
    await standby.close();
    const { port: httpPort } = await listenHttp(http);
    return { httpPort, mqttPort: gateway.port, store, deviceKey, close: closeAll };

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

async function readTls(config: Config): Promise<{ readonly cert: Buffer; readonly key: Buffer } | undefined> {
  if (config.TLS_CERT_FILE === undefined || config.TLS_KEY_FILE === undefined) return undefined;
  const [cert, key] = await Promise.all([
    readTlsFile('TLS_CERT_FILE', config.TLS_CERT_FILE),
    readTlsFile('TLS_KEY_FILE', config.TLS_KEY_FILE),
  ]);
  try {
    createSecureContext({ cert, key });
  } catch (error) {
    throw new StartError(
      `TLS_CERT_FILE 与 TLS_KEY_FILE 不是一对可用的 PEM 证书和私钥：${error instanceof Error ? error.message : String(error)}`,
    );
  }
  return { cert, key };
}

async function readTlsFile(name: string, path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    throw new StartError(`无法读取 ${name} 指定的文件“${path}”，请检查路径与权限`, { cause: error });
  }
}

/** No other user of this machine may see secrets, people's telephone numbers and pictures of accidents. */
async function closeToOthers(dataDir: string, onTrouble: StartOptions['onTrouble']): Promise<void> {
  const { tightened, stillOpen } = await tightenFolder(dataDir);
  if (tightened > 0)
    onTrouble(`数据目录“${dataDir}”中有 ${tightened} 个目录或文件曾对本机其他用户开放，已收回权限`, '');
  if (stillOpen.length > 0)
    onTrouble(
      `数据目录“${dataDir}”对本机其他用户开放（${stillOpen.slice(0, 5).join('、')}），且不归梯安独有。请改用单独的目录，或执行 chmod 700`,
      '',
    );
}

/** Step by step: Node's own recursive mkdir never comes back from folders such as /proc. */
async function makeFolder(path: string): Promise<void> {
  if (existsSync(path)) return;
  const parent = dirname(path);
  if (parent !== path) await makeFolder(parent);
  try {
    await mkdir(path, { mode: privateFolderMode });
  } catch (error) {
    if (existsSync(path)) return;
    throw new StartError(`无法写入数据目录“${path}”。请检查权限，或用 DATA_DIR 指定另一个目录`, { cause: error });
  }
}
