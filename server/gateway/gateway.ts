import { shedReportsAdvice, shedReportsText } from '../../src/contract/endpoints/probe.ts';
import type { DeviceFacts } from '../domain/domain.ts';
import type { CommandQueue } from '../ports/commandQueue.ts';
import type { GatewayLinks } from '../ports/deviceLinks.ts';
import type { FleetWriter } from '../ports/fleetReader.ts';
import { every, type Clock } from '../runtime/clock.ts';
import { CommandSender } from './commandSender.ts';
import { DeviceCodes } from './deviceCodes.ts';
import { DeviceInbox } from './deviceInbox.ts';
import { startEmbeddedBroker } from './embeddedBroker.ts';
import { connectExternalBroker } from './externalBroker.ts';
import { FloodLimits } from './floodLimits.ts';
import { noCounts, type GatewayStats } from './gatewayStats.ts';
import { LesserEvents } from './lesserEvents.ts';
import { logText } from '../runtime/logText.ts';
import { DevicePresence } from './presence.ts';
import { ShedWatch } from './shedWatch.ts';
import type { Transport } from './transport.ts';
import type { OnTrouble } from '../runtime/troubleLog.ts';

export type MqttSettings =
  /** Our own broker; port 0 takes a free one. */
  | {
      readonly port: number;
      readonly host: string;
      readonly tls?: { readonly key: Buffer; readonly cert: Buffer } | undefined;
    }
  /** An outside one, which authenticates the devices itself. */
  | { readonly url: string; readonly username?: string | undefined; readonly password?: string | undefined };

export interface GatewayOptions {
  readonly clock: Clock;
  readonly devices: DeviceFacts;
  readonly commands: CommandQueue;
  readonly latest: FleetWriter;
  readonly mqtt: MqttSettings;
  /** The site's device key (`loadSiteDeviceKey`). */
  readonly deviceKey: Buffer;
  /**
   * True if our own broker reads connections in turns and takes reports past its MQTT library (`fastReports`); true by default. Without it
   * the library reads everything: the same to devices, and slower.
   */
  readonly fastReports?: boolean | undefined;
  /** Keeps the synthetic call in the log; false if it is not one of ours. */
  readonly onProbe?: ((probeId: string) => Promise<boolean>) | undefined;
  /** Something that operators should know; the gateway goes on. */
  readonly onTrouble: OnTrouble;
}

export interface Gateway extends Pick<GatewayLinks, 'shedReports' | 'disconnect' | 'heardAgoMs'> {
  /** The port of our own broker; undefined with an outside one. */
  readonly port: number | undefined;
  stats(): GatewayStats;
  /** Accepts nothing more; resolves when accepted messages are settled. No device is reported lost because we stop. */
  close(): Promise<void>;
}

/** Connects the devices: their messages become facts, commands go to them. Rejects when its port cannot be had. */
export async function startGateway(options: GatewayOptions): Promise<Gateway> {
  const { clock, devices, commands, latest, mqtt, deviceKey: siteKey } = options;
  const counters = noCounts();
  const floods = new FloodLimits();
  /** Topics and names that others made up stand in what operators read. */
  const onTrouble = (trouble: string, error: unknown): void => options.onTrouble(logText(trouble), error);
  let transport: Transport | undefined;

  const presence = new DevicePresence({
    clock,
    devices,
    onTrouble,
    recorded: await devices.recordedPresence(),
    onBack: (deviceKey) => sender.deviceReady(deviceKey),
    behindMs: () => transport?.behindMs() ?? 0,
  });
  const sender = new CommandSender({
    clock,
    commands,
    onTrouble,
    canReach: (deviceKey) => transport?.hasListener(deviceKey, 'command') === true && presence.isOnline(deviceKey),
    publish: (deviceKey, message) => transport?.publish(deviceKey, 'command', message),
  });
  const onDeviceReady = (deviceKey: string) => sender.deviceReady(deviceKey);
  const lesserEvents = new LesserEvents(clock);
  const recordedCodes = await devices.recordedCodes();
  const codes = new DeviceCodes({ clock, devices, floods, lesserEvents, recorded: recordedCodes, onTrouble });
  const inbox = new DeviceInbox({
    clock,
    devices,
    commands,
    latest,
    presence,
    counters,
    codes,
    lesserEvents,
    onDeviceReady,
    onProbe: options.onProbe,
    floods,
  });

  try {
    // Before devices connect: a command that is queued from here on reaches a device that is here already.
    await sender.start();
    transport =
      'url' in mqtt
        ? connectExternalBroker({ ...mqtt, clock, siteKey, inbox, onTrouble })
        : await startEmbeddedBroker({
            ...mqtt,
            clock,
            siteKey,
            devices,
            inbox,
            floods,
            counters,
            fastReports: options.fastReports ?? true,
            onTrouble,
            onCommandListener(deviceKey) {
              const ready =
                deviceKey === undefined ? devices.listDevices().map((device) => device.deviceKey) : [deviceKey];
              // Listening for commands is a sign of life of the one device that does.
              const own = deviceKey === undefined ? undefined : devices.findDevice(deviceKey);
              if (own !== undefined) presence.heard(own, 1);
              for (const key of ready) onDeviceReady(key);
            },
          });
  } catch (error) {
    await sender.close();
    await presence.close();
    await codes.close();
    throw error;
  }
  const connected = transport;
  const shedWatch = new ShedWatch();
  const stopWatch = every(clock, ShedWatch.everyMs, () => {
    if (shedWatch.look(counters.shedTelemetry, clock.nowMs()))
      onTrouble(`${shedReportsText}；${shedReportsAdvice}`, '');
  });

  return {
    port: connected.port,
    stats: () => ({
      ...counters,
      isReady: connected.isReady(),
      connections: connected.connections(),
      onlineDevices: presence.onlineCount,
    }),
    shedReports: () => shedWatch.reports,
    disconnect(deviceKey) {
      connected.disconnect(deviceKey);
      inbox.forget(deviceKey);
      // From now on people decide its state: it is neither online nor lost.
      const device = devices.findDevice(deviceKey);
      if (device?.isDisabled !== false) presence.forget(deviceKey);
      if (device === undefined) codes.forget(deviceKey);
    },
    heardAgoMs: (deviceKey) => presence.heardAgoMs(deviceKey),
    async close() {
      stopWatch();
      await connected.close();
      await sender.close();
      await presence.close();
      await codes.close();
    },
  };
}
