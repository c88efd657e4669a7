import { deviceEventSchema } from '../../src/contract/device.ts';
import { callForHelpKinds, type DeviceAlarmKind } from '../../src/contract/labels.ts';
import { every, type Clock } from '../runtime/clock.ts';
import { seededRandom } from '../runtime/random.ts';
import type { OnTrouble } from '../runtime/troubleLog.ts';
import { createHappenings, type Opening } from './cityHappenings.ts';
import { createCityLinks } from './cityLinks.ts';
import { createCityMessages, type Accessory } from './cityMessages.ts';
import { activityAt, meanActivity } from './dayProfile.ts';
import { SimAccessoryDevice, temperOf, type SimAccessory } from './simAccessory.ts';
import { SimDevice, type Habits, type SimLift } from './simDevice.ts';
import type { Credentials, SimBroker } from './simLink.ts';

export type { SimAccessory } from './simAccessory.ts';
export type { SimLift } from './simDevice.ts';
export type { Credentials, SimBroker } from './simLink.ts';

/** A day for 1,000 lifts (design: domain). */
const publishedRates: Readonly<Partial<Record<DeviceAlarmKind, number>>> = {
  trapped: 0.3,
  SOS: 3,
  longTimeOpen: 15,
  openCloseLoop: 10,
  moto: 8,
  overLoad: 2,
  camCovered: 1,
  runWithoutPeople: 1,
  warn_shake: 1,
};

export interface CityOptions {
  readonly clock: Clock;
  readonly broker: SimBroker;
  /** Shared by the quiet lifts; lifts with a story connect as themselves. */
  readonly bridge: Credentials;
  readonly credentialsOf: (deviceKey: string) => Credentials;
  readonly lifts: readonly SimLift[];
  /** Cameras and screens; they share the bridges. */
  readonly accessories?: readonly SimAccessory[];
  /** Devices that never report. */
  readonly offline?: ReadonlySet<string>;
  /** Cameras that hold their door, because what they saw is not over. */
  readonly holding?: ReadonlySet<string>;
  /** Devices whose lift is stopped with people in it, because its rescue is in progress. */
  readonly stuck?: ReadonlySet<string>;
  /** The device whose connection comes and goes. */
  readonly flapping?: string | undefined;
  readonly seed: number;
  readonly ratePerThousandDay?: Readonly<Partial<Record<DeviceAlarmKind, number>>>;
  /** Faults by message code; none if absent. */
  readonly faultsPerThousandDay?: number | undefined;
  readonly opening?: Opening | undefined;
  /** Sends the picture that belongs to an event of a camera. */
  readonly sendPicture?: ((deviceKey: string, eventId: string, jpeg: Buffer) => void) | undefined;
  /** One lift calls for help within this time, so that nobody has to wait; none if absent. */
  readonly firstCallWithinMs?: number | undefined;
  readonly reportPeriodMs?: number;
  readonly bridgeConnections?: number;
  /** False: perfect devices, for measuring. */
  readonly misbehaves?: boolean;
  readonly onTrouble: OnTrouble;
}

export interface SimulatorStats {
  readonly telemetry: number;
  readonly events: number;
  readonly commands: number;
  /** Events that wait for their receipt. */
  readonly outstanding: number;
  readonly stuck: number;
}

export interface Simulator {
  stats(): SimulatorStats;
  /** Workers switch this lift to inspection mode, or back; nothing happens to one whose collector is away. */
  service(elevatorId: number, isServiced: boolean): void;
  close(): Promise<void>;
}

const tickMs = 100;
const clearAfterMs = { least: 60_000, most: 240_000 } as const;
/** A city of lifts that speaks MQTT like real ones, misbehaviour included. */
export function simulateCity(options: CityOptions): Simulator {
  const { clock, broker, credentialsOf, lifts, seed, onTrouble } = options;
  const {
    offline = new Set<string>(),
    stuck = new Set<string>(),
    flapping,
    reportPeriodMs = 5_000,
    bridgeConnections = 20,
    misbehaves = true,
  } = options;
  const rates = options.ratePerThousandDay ?? publishedRates;
  const random = seededRandom(seed);
  const startedMs = clock.nowMs();
  const idPrefix = `sim-${startedMs.toString(36)}-`;
  const counts = { telemetry: 0, events: 0, commands: 0, ids: 0 };
  const nextReportMs = new Map<string, number>();
  const awayUntilMs = new Map<string, number>();
  const cancels = new Set<() => void>();
  let isClosed = false;
  let lastTrouble = '';

  const trouble = (error: unknown) => {
    const text = error instanceof Error ? error.message : String(error);
    if (text !== lastTrouble && !isClosed) onTrouble('模拟电梯无法连接 MQTT 服务器，正在重试', error);
    lastTrouble = text;
  };
  const later = (delayMs: number, action: () => void) => {
    const cancel = clock.after(delayMs, () => {
      cancels.delete(cancel);
      if (!isClosed) action();
    });
    cancels.add(cancel);
  };
  const habits = (): Habits => ({
    clockOffsetMs: misbehaves
      ? random.pickWeighted([
          [0, 95],
          [random.between(-400, 400), 3],
          [-random.between(180, 7_200) * 1_000, 1.5],
          [random.between(180, 7_200) * 1_000, 0.5],
        ])
      : 0,
    dropsReports: misbehaves ? 0.02 : 0,
    swapsReports: misbehaves ? 0.01 : 0,
    repeatsEvents: misbehaves ? 0.2 : 0,
  });
  const nextId = () => `${idPrefix}${(counts.ids += 1)}`;
  const devices = new Map(
    lifts
      .filter(({ deviceKey }) => !offline.has(deviceKey))
      .map((lift) => {
        nextReportMs.set(lift.deviceKey, startedMs + random.next() * reportPeriodMs);
        return [lift.deviceKey, new SimDevice(lift, { random, habits: habits(), nextId, nowMs: startedMs })];
      }),
  );
  for (const deviceKey of stuck) devices.get(deviceKey)?.standStill(startedMs);

  const isAway = ({ lift }: SimDevice): boolean => (awayUntilMs.get(lift.deviceKey) ?? 0) > clock.nowMs();
  const links = createCityLinks({
    broker,
    bridge: options.bridge,
    bridgeConnections,
    credentialsOf,
    flapping,
    random,
    counts,
    later,
    onMessage: createCityMessages({
      clock,
      random,
      idPrefix,
      flapping,
      devices,
      accessories: () => accessories,
      awayUntilMs,
      isAway,
      hasOwnLink: (deviceKey) => links.hasOwn(deviceKey),
      sendOf: (device) => links.sendOf(device),
      counts,
      later,
      isClosed: () => isClosed,
    }),
    onTrouble: trouble,
  });
  const { sendOf, connectOwn, flap } = links;
  const accessories = new Map<string, Accessory>(
    (options.accessories ?? []).map((accessory) => {
      const { deviceKey, elevatorId, reportPeriodMs: periodMs } = accessory;
      const temper = misbehaves ? temperOf(deviceKey, seed) : 'obeys';
      return [
        deviceKey,
        {
          device: new SimAccessoryDevice(accessory, {
            temper,
            chance: () => random.next(),
            later,
            nowMs: () => clock.nowMs(),
            nextId,
            sendPicture: options.sendPicture,
          }),
          send: links.sendOverBridge(elevatorId),
          periodMs,
          nextSignMs: startedMs + random.next() * periodMs,
        },
      ];
    }),
  );

  /** A lift in normal service, for the next story. */
  const anyQuietDevice = (): SimDevice | undefined => {
    const quiet = [...devices.values()].filter(
      (device) =>
        !device.hasCall &&
        !device.hasCode &&
        !device.model.isStuck &&
        device.lift.deviceKey !== flapping &&
        !isAway(device),
    );
    return quiet[random.between(0, quiet.length - 1)];
  };
  const liftOf = new Map([...devices.values()].map((device) => [device.lift.elevatorId, device]));
  const sendOfCamera = new Map([...accessories.values()].map(({ device, send }) => [device, send]));
  for (const deviceKey of options.holding ?? []) accessories.get(deviceKey)?.device.follow(true);
  const happenings = createHappenings({
    random,
    nowMs: () => clock.nowMs(),
    later,
    liftNum: lifts.length,
    device: (deviceKey) => devices.get(deviceKey),
    anyQuietDevice,
    cameras: [...sendOfCamera.keys()].filter(({ isCamera }) => isCamera),
    camera: (deviceKey) => accessories.get(deviceKey)?.device,
    sendOf,
    sendOfCamera: (camera) => sendOfCamera.get(camera) ?? (() => undefined),
  });
  const raise = (kind: DeviceAlarmKind) => {
    // Only a camera sees a scooter; a city without cameras has collectors that weigh it.
    if (kind === 'moto' && happenings.scooter()) return;
    const device = anyQuietDevice();
    if (device === undefined) return;
    const { deviceKey } = device.lift;
    const clearLater = () =>
      later(random.between(clearAfterMs.least, clearAfterMs.most), () =>
        device.clear(kind, clock.nowMs(), sendOf(device)),
      );
    if (kind === 'trapped') {
      connectOwn(deviceKey, () => device.trap(clock.nowMs(), sendOf(device)));
    } else if (callForHelpKinds.some((help) => help === kind)) {
      connectOwn(deviceKey, () => {
        device.raise(kind, clock.nowMs(), sendOf(device));
        clearLater();
      });
    } else {
      device.raise(kind, clock.nowMs(), sendOf(device));
      clearLater();
    }
  };
  const scheduleNext = (kind: DeviceAlarmKind, perThousandDay: number) => {
    const perDay = (perThousandDay * lifts.length) / 1_000;
    if (perDay <= 0) return;
    // Thinned by the hour: more happens when lifts run more.
    const waitMs = (-Math.log(1 - random.next()) * 86_400_000 * meanActivity) / perDay;
    later(waitMs, () => {
      if (random.isTrue(activityAt(clock.nowMs()))) raise(kind);
      scheduleNext(kind, perThousandDay);
    });
  };
  for (const kind of Object.keys(rates)) {
    const known = callOrAlarm(kind);
    if (known !== undefined) scheduleNext(known, rates[known] ?? 0);
  }
  happenings.scheduleFaults(options.faultsPerThousandDay ?? 0);
  if (options.opening !== undefined) happenings.open(options.opening);
  if (options.firstCallWithinMs !== undefined)
    later(options.firstCallWithinMs * (0.5 + 0.4 * random.next()), () => raise('trapped'));

  if (flapping !== undefined && devices.has(flapping)) flap(flapping, 0);

  const stopTicking = every(clock, tickMs, () => {
    const nowMs = clock.nowMs();
    for (const camera of sendOfCamera.keys())
      if (camera.isCamera) liftOf.get(camera.elevatorId)?.model.holdDoor(camera.isHolding, nowMs);
    for (const accessory of accessories.values()) {
      if (accessory.device.outstandingEvents > 0) accessory.device.repeat(nowMs, accessory.send);
      if (accessory.nextSignMs > nowMs) continue;
      accessory.nextSignMs = nowMs + accessory.periodMs * (0.94 + 0.06 * random.next());
      accessory.device.sign(accessory.send);
    }
    for (const [deviceKey, device] of devices) {
      if (isAway(device)) continue;
      const send = sendOf(device);
      if (device.outstandingEvents > 0) device.repeat(nowMs, send);
      const dueMs = nextReportMs.get(deviceKey) ?? nowMs;
      if (dueMs > nowMs) continue;
      nextReportMs.set(
        deviceKey,
        Math.max(dueMs, nowMs - reportPeriodMs) + reportPeriodMs * (0.94 + 0.12 * random.next()),
      );
      device.report(nowMs, send);
    }
  });

  return {
    stats: () => ({
      telemetry: counts.telemetry,
      events: counts.events,
      commands: counts.commands,
      outstanding: [...devices.values()].reduce((sum, device) => sum + device.outstandingEvents, 0),
      stuck: [...devices.values()].filter(({ model }) => model.isStuck).length,
    }),
    service(elevatorId, isServiced) {
      const device = liftOf.get(elevatorId);
      if (device !== undefined && !isClosed) device.service(isServiced, clock.nowMs(), sendOf(device));
    },
    async close() {
      isClosed = true;
      stopTicking();
      for (const cancel of cancels) cancel();
      await links.close();
    },
  };
}

const callOrAlarm = (kind: string): DeviceAlarmKind | undefined => deviceEventSchema.shape.kind.safeParse(kind).data;
