import { join } from 'node:path';
import { reconcileCatalogue } from '../access/catalogue.ts';
import { createPasswords } from '../access/passwords.ts';
import { loopbackOf, outsideBroker } from './brokerAddress.ts';
import { prepareDataFolder } from './dataFolder.ts';
import { createCameraSecrets, type CameraSecrets } from '../domain/base/cameraSecrets.ts';
import { createDomain, type LoadedDomain } from '../domain/createDomain.ts';
import { giveLiftCodes } from '../domain/base/liftCodes.ts';
import { reconcileSubsystems } from '../domain/records/reconcileSubsystems.ts';
import { reconcileRules } from '../domain/rules/reconcileRules.ts';
import { createTestCalls, type TestCalls } from '../domain/records/testCalls.ts';
import { watchStorage } from '../domain/records/storageNotice.ts';
import { bytesOfGigabyte, openUploadedFiles, type UploadedFiles } from '../domain/records/uploads.ts';
import { watchCalendar, type CalendarWatch } from '../domain/devices/watchCalendar.ts';
import { createSendAsDevice, createSendProbe, type SendAsDeviceParts } from '../gateway/sendAsDevice.ts';
import { createChannels, type LoadedChannels } from '../notify/channels.ts';
import type { ReceiptQueueParts } from '../notify/receiptQueue.ts';
import { recordReceipt } from '../notify/recordReceipt.ts';
import { openSite, type Site, type SiteOptions } from './openSite.ts';
import type { SiteConsoles } from '../ports/consolePresence.ts';
import type { DeviceLinks } from '../ports/deviceLinks.ts';
import type { LatestReport } from '../ports/fleetReader.ts';
import { createLocalDeviceLinks } from '../ports/localDeviceLinks.ts';
import { createLocalSiteConsoles } from '../ports/localSiteConsoles.ts';
import { openChainProbe, type ChainProbe } from '../probe/chainProbe.ts';
import { readTls } from './readTls.ts';
import { shippedRules } from '../rules/shippedRules.ts';
import type { Clock } from '../runtime/clock.ts';
import { createSteadyClock } from '../runtime/steadyClock.ts';
import type { EventStore } from '../store/eventStore.ts';
import { FleetState } from '../telemetry/fleetState.ts';
import { followFleet } from '../telemetry/followFleet.ts';
import { openHistoryFiles } from '../telemetry/historyFiles.ts';
import { HourCounters } from '../telemetry/hourCounters.ts';
import { startHourKeeper } from '../telemetry/hourKeeper.ts';
import { openRecorder, type Recorder } from '../telemetry/recorder.ts';

export interface CoreOptions extends Omit<SiteOptions, 'tls'> {
  /** Fills a new store before the server opens: the demo city, or the first administrator. */
  readonly prepare: (parts: {
    readonly store: EventStore;
    readonly clock: Clock;
    readonly passwords: ReturnType<typeof createPasswords>;
    readonly cameraSecrets: CameraSecrets;
  }) => Promise<void>;
  /** Receives every incoming report: for measuring. */
  readonly onReport?: ((elevatorId: number, latest: LatestReport) => void) | undefined;
}

/** The parts that every role of a process is built on. */
export interface Core extends Pick<SiteOptions, 'config' | 'clock' | 'opened' | 'onTrouble'>, Omit<Site, 'standby'> {
  readonly tls: Awaited<ReturnType<typeof readTls>>;
  /** Reports that something failed and is tried again, which `what` says in Chinese. */
  readonly trouble: (what: string) => (error: unknown) => void;
  readonly passwords: ReturnType<typeof createPasswords>;
  readonly cameraSecrets: CameraSecrets;
  readonly calendar: CalendarWatch;
  readonly fleet: FleetState;
  readonly counters: HourCounters;
  readonly recorder: Recorder;
  readonly domain: LoadedDomain;
  readonly uploadedFiles: UploadedFiles;
  readonly channels: LoadedChannels;
  /** Takes what a provider reports of a notification into the log. */
  readonly onReceipt: ReceiptQueueParts['onReceipt'];
  readonly chain: ChainProbe;
  /** Sends the synthetic call as a device, and resolves with its receipt. */
  readonly sendProbe: (probeId: string) => Promise<void>;
  readonly testCalls: TestCalls;
  readonly links: DeviceLinks;
  readonly consoles: SiteConsoles;
}

/**
 * Opens the log once this process may serve, brings it up to date with this program, and loads what all roles share. Throws
 * StartError with what to do about it.
 */
export async function openCore({ prepare, onReport, ...options }: CoreOptions): Promise<Core & Pick<Site, 'standby'>> {
  const { config, opened, onTrouble } = options;
  const { DATA_DIR: dataDir } = config;
  const clock = createSteadyClock(options.clock);
  const trouble = (what: string) => (error: unknown) => onTrouble(what, error);
  await prepareDataFolder(dataDir, onTrouble);
  const tls = await readTls(config);
  const site = await openSite({ ...options, clock, tls });
  const { store, pepper, deviceKey } = site;
  const passwords = createPasswords({ pepper });
  // Before anything asks what is due.
  const calendar = opened(await watchCalendar({ store, clock, onTrouble }));
  const cameraSecrets = createCameraSecrets(deviceKey);
  await prepare({ store, clock, passwords, cameraSecrets });
  await store.write(reconcileCatalogue);
  await store.write(reconcileSubsystems);
  await giveLiftCodes(store);
  await reconcileRules({ store, clock }, shippedRules);

  const history =
    config.HISTORY_DAYS === 0
      ? undefined
      : opened(openHistoryFiles({ folder: join(dataDir, 'history'), keptDays: config.HISTORY_DAYS, clock, onTrouble }));
  const counters = new HourCounters(clock.nowMs());
  opened(await startHourKeeper({ store, clock, counters, onTrouble }));
  const fleet = new FleetState({
    counters,
    onReport(elevatorId, latest) {
      history?.put(elevatorId, latest);
      onReport?.(elevatorId, latest);
    },
  });
  const recorder = opened(await openRecorder({ store, clock, fleet, onTrouble }));
  calendar.onStepped((byMs) => recorder.calendarMoved(byMs));
  const domain = opened(await createDomain({ store, clock, recorder, fleet, siteKey: deviceKey }));
  opened(await followFleet(store, fleet, { clock, onError: trouble('读取电梯状态出错，将重试') }));
  const onReceipt: Core['onReceipt'] = (channel, receipt, messageId) =>
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
  const chain = await openChainProbe({
    store,
    clock,
    periodMs: config.PROBE_SECONDS * 1_000,
    isDemo: config.DEMO,
    onTrouble,
  });
  const links = createLocalDeviceLinks();
  const asDevice: SendAsDeviceParts = {
    clock,
    siteKey: deviceKey,
    broker: () =>
      outsideBroker(config) ?? {
        url: `mqtt${tls === undefined ? '' : 's'}://${loopbackOf(config.HOST)}:${links.broker()?.port ?? config.MQTT_PORT}`,
      },
  };
  return {
    ...site,
    config,
    clock,
    opened,
    onTrouble,
    trouble,
    tls,
    passwords,
    cameraSecrets,
    calendar,
    fleet,
    counters,
    recorder,
    domain,
    uploadedFiles: openUploadedFiles({
      store,
      clock,
      folder: join(dataDir, 'uploads'),
      onTrouble,
      quotaBytes: () => domain.settings.current().storage_limit_gb * bytesOfGigabyte,
      onUse: watchStorage({ store, clock, onTrouble }),
    }),
    channels,
    onReceipt,
    chain,
    sendProbe: createSendProbe(asDevice, (key) => domain.devices.secretVersionOf(key)),
    testCalls: createTestCalls({
      store,
      clock,
      directory: domain.directory,
      sendAsDevice: createSendAsDevice(asDevice),
    }),
    links,
    consoles: createLocalSiteConsoles(),
  };
}
