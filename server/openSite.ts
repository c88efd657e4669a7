import { join } from 'node:path';
import type { Config } from './config.ts';
import { deviceKeyPath, loadSiteDeviceKey } from './gateway/credentials.ts';
import type { Tls } from './http/createServer.ts';
import { projections } from './lifecycleEntries.ts';
import { requireDatabaseFile, requireSecrets } from './requireSecrets.ts';
import type { Clock } from './runtime/clock.ts';
import type { OpenParts } from './runtime/openParts.ts';
import { loadSecretFile } from './runtime/secretFile.ts';
import { requireSameSecrets } from './secretsFingerprint.ts';
import { createStandby, type Standby, type StandbyOptions } from './standby.ts';
import { LogRolledBackError } from './store/errors.ts';
import type { EventStore } from './store/eventStore.ts';
import { checkAnchor, keepAnchor } from './store/logAnchor.ts';
import { openStore, type OpenOptions } from './store/open.ts';

interface SiteParts {
  readonly config: Config;
  readonly clock: Clock;
  readonly tls: Tls | undefined;
  readonly opened: OpenParts['opened'];
  readonly onTrouble: (trouble: string, error: unknown) => void;
  readonly onFatal: OpenOptions['onFatal'];
  readonly onRebuild: OpenOptions['onRebuild'];
  readonly onWaiting: StandbyOptions['onWaiting'];
  readonly willRebuild: boolean;
}

interface Site {
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
  onWaiting,
  willRebuild,
}: SiteParts): Promise<Site> {
  const { DATA_DIR: dataDir, HOST: host } = config;
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
  // Before the anchor, because with another site's secrets this would anchor another site's log.
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
  return { store, standby, pepper, deviceKey };
}
