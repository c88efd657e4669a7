import { join } from 'node:path';
import type { Config } from './config.ts';
import { deviceKeyPath, loadSiteDeviceKey } from '../gateway/credentials.ts';
import type { Tls } from '../http/createServer.ts';
import { projections } from '../lifecycleEntries.ts';
import { requireDatabaseFile, requireSecrets } from './requireSecrets.ts';
import type { Clock } from '../runtime/clock.ts';
import type { OpenParts } from '../runtime/openParts.ts';
import { loadSecretFile } from '../runtime/secretFile.ts';
import { requireSameSecrets } from './secretsFingerprint.ts';
import { createStandby, type Standby, type StandbyOptions } from './standby.ts';
import { recordLoss } from '../domain/city/logCuts.ts';
import type { OnTrouble } from '../runtime/troubleLog.ts';
import { checkAnchor } from '../store/integrity/anchorCheck.ts';
import { LogRolledBackError, LogWentBackError } from '../store/errors.ts';
import type { EventStore } from '../store/eventStore.ts';
import { keepAnchor, type AnchorKeeper } from '../store/integrity/keepAnchor.ts';
import { anchorNow, writeAnchor, type LogAnchor } from '../store/integrity/logAnchor.ts';
import { openStore } from '../store/open.ts';
import type { OpenOptions } from '../store/openOptions.ts';

export interface SiteOptions {
  readonly config: Config;
  readonly clock: Clock;
  readonly tls: Tls | undefined;
  readonly opened: OpenParts['opened'];
  /** Something that operators should know; the server continues. */
  readonly onTrouble: OnTrouble;
  /** Nothing more can be kept safely: say so and stop the process. */
  readonly onFatal: OpenOptions['onFatal'];
  /** Lists are being rebuilt from the log, or have been. */
  readonly onRebuild?: OpenOptions['onRebuild'];
  readonly onLongStep?: OpenOptions['onLongStep'];
  /**
   * This process may not serve yet: another is active on the same database, or the database is away. It waits,
   * answering 503 on the port.
   */
  readonly onWaiting?: StandbyOptions['onWaiting'] | undefined;
  readonly onClaimed?: StandbyOptions['onClaimed'] | undefined;
  /** All lists are to be rebuilt once it serves: the whole log is checked first for text that cannot be read. */
  readonly willRebuild?: boolean | undefined;
}

export interface Site {
  readonly store: EventStore;
  /** Answers on the port until it is closed. */
  readonly standby: Standby;
  readonly pepper: Buffer;
  readonly deviceKey: Buffer;
}

/**
 * Opens the log with the secrets that belong to it, once this process may serve. Throws StartError where log, secrets
 * and the note of the log's end do not belong together.
 */
export async function openSite({
  config,
  clock,
  tls,
  opened,
  onTrouble,
  onFatal,
  onRebuild,
  onLongStep,
  onWaiting = () => {},
  onClaimed = () => {},
  willRebuild = false,
}: SiteOptions): Promise<Site> {
  const { DATA_DIR: dataDir, HOST: host } = config;
  requireDatabaseFile(config);
  const pepperPath = join(dataDir, 'secrets', 'pepper.key');
  const secretFiles = { 密码密钥: pepperPath, 设备密钥: deviceKeyPath(dataDir) };
  const standby = opened(createStandby({ port: config.PORT, host, tls, secrets: secretFiles, onWaiting, onClaimed }));
  let anchor: AnchorKeeper | undefined;
  const store = opened(
    await openStore({
      databaseUrl: config.DATABASE_URL,
      dataDir,
      clock,
      projections,
      onFatal(error) {
        const { known } = error instanceof LogWentBackError ? error : {};
        if (anchor === undefined || known === undefined || known.hash === null) return onFatal(error);
        // What this process wrote in the last seconds is lost, too: the next start names all of it.
        void anchor
          .noteKnownEnd({ position: known.position, hash: known.hash })
          .catch(() => undefined)
          .then(() => onFatal(error));
      },
      onRebuild,
      onLongStep,
      readsWholeLog: willRebuild,
      lease: standby.lease,
    }),
  );
  await requireSecrets(store, secretFiles);
  const pepper = loadSecretFile(pepperPath, '密码密钥');
  const deviceKey = loadSiteDeviceKey(dataDir);
  // Before the anchor, because with another site's secrets this would anchor another site's log.
  await requireSameSecrets(store, secretFiles);
  await followFailOver({ store, dataDir, clock, onTrouble }, standby.seenLog());
  anchor = opened(
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
  return { store, standby, pepper, deviceKey };
}

/**
 * After a fail-over of PostgreSQL that lost events the server goes on, for the next person in a car: it marks the cut in the log and
 * notifies administrators. Throws LogRolledBackError where the log lacks events and it was no fail-over.
 */
async function followFailOver(
  {
    store,
    dataDir,
    clock,
    onTrouble,
  }: Pick<SiteOptions, 'clock' | 'onTrouble'> & {
    readonly store: EventStore;
    readonly dataDir: string;
  },
  seen: LogAnchor | undefined,
): Promise<void> {
  const found = await checkAnchor(store, dataDir, seen);
  if (found.kind === 'kept') return;
  if (found.kind === 'failedOver') {
    const { kept, lost } = found.loss;
    onTrouble(
      '数据库切换到了落后的备机，最后一部分事件已经丢失。服务照常接警，请与值班记录核对，并由管理员在页面顶部确认',
      new Error(`本机曾记录到第 ${lost.position} 个事件，备机只有到第 ${kept.position} 个`),
    );
    await recordLoss({ store, clock }, found.loss);
  }
  await writeAnchor(dataDir, { ...(await anchorNow(store)), atMs: clock.nowMs() });
}
