import type { Clock } from '../runtime/clock.ts';
import type { OnTrouble } from '../runtime/troubleLog.ts';
import { bridgeSecret, bridgeUser, deviceSecret } from '../gateway/credentials.ts';
import { demoDeviceKey, demoSeed, flappingElevatorId, isOfflineInDemo } from './demoCity.ts';
import { accessoryKey, hasAccessories, isSilentAccessory } from './demoDevices.ts';
import { stageLiveStories } from './liveStories.ts';
import { playVisits } from './playVisits.ts';
import type { EventStore } from '../store/eventStore.ts';
import { publishedFaultRate, type Opening } from '../simulator/cityHappenings.ts';
import { sendSnapshot } from '../simulator/sendSnapshot.ts';
import { simulateCity, type Simulator } from '../simulator/citySimulator.ts';

export type { Simulator } from '../simulator/citySimulator.ts';

export interface SimulatorOptions {
  readonly store: EventStore;
  readonly clock: Clock;
  /** The site's device key. */
  readonly deviceKey: Buffer;
  /** An external broker's own account stands for every lift. */
  readonly mqtt: {
    readonly url: string;
    readonly username?: string | undefined;
    readonly password?: string | undefined;
  };
  /** The address to which cameras send their pictures: `http://127.0.0.1:8080`. */
  readonly httpUrl: string;
  readonly onTrouble: OnTrouble;
}

/** Anyone who opens the demo gets a call within this time. */
const firstCallWithinMs = 50_000;

/** Brings the demo city to life: the stories under way, and every lift speaking MQTT. */
export async function startSimulator({
  store,
  clock,
  deviceKey: siteKey,
  mqtt,
  httpUrl,
  onTrouble,
}: SimulatorOptions): Promise<Simulator> {
  await stageLiveStories({ store, clock });
  const lifts = await store.rows
    .selectFrom('elevators as e')
    .innerJoin('devices as d', 'd.elevator_id', 'e.id')
    .select(['e.id', 'e.community_id', 'e.floor_min', 'e.floor_max', 'd.device_key', 'd.secret_version', 'd.vendor'])
    .where('d.device_type', '=', 'COL')
    .orderBy('e.id')
    .execute();
  const versions = new Map(lifts.map((lift) => [lift.device_key, lift.secret_version]));
  const accessories = await store.rows
    .selectFrom('devices as d')
    .innerJoin('elevators as e', 'e.id', 'd.elevator_id')
    .select([
      'd.device_key',
      'd.elevator_id',
      'd.device_type',
      'd.model',
      'd.firmware',
      'd.report_period_seconds',
      'e.tag',
    ])
    .where('d.device_type', 'in', ['CAM', 'SCR'])
    .where('d.secret_version', '=', 1)
    .orderBy('d.device_key')
    .execute();
  const stuck = await store.rows
    .selectFrom('open_rescues as o')
    .innerJoin('rescue_orders as r', 'r.id', 'o.order_id')
    .innerJoin('devices as d', 'd.elevator_id', 'o.elevator_id')
    .select('d.device_key')
    .where('r.trigger', 'in', ['trapped', 'phone', 'QR'])
    .where('r.released_at_ms', 'is', null)
    .execute();
  const holding = await store.rows
    .selectFrom('alarms')
    .select('device_key')
    .where('kind', '=', 'moto')
    .where('is_active', '=', 1)
    .execute();
  const stuckKeys = new Set(stuck.map((row) => row.device_key));
  const { url, username, password } = mqtt;
  const account = username === undefined ? undefined : { username, password: password ?? '' };

  const simulator = simulateCity({
    clock,
    onTrouble,
    broker: { url },
    bridge: account ?? { username: bridgeUser, password: bridgeSecret(siteKey) },
    credentialsOf: (deviceKey) =>
      account ?? { username: deviceKey, password: deviceSecret(siteKey, deviceKey, versions.get(deviceKey) ?? 1) },
    lifts: lifts.map((lift) => ({
      elevatorId: lift.id,
      deviceKey: lift.device_key,
      floorMin: lift.floor_min,
      floorMax: lift.floor_max,
      vendor: lift.vendor,
    })),
    // Leave a device that a person has bound since for that person to connect.
    accessories: accessories
      .filter((row) => hasAccessories(row.elevator_id) && !isSilentAccessory(row.device_key))
      .map((row) => ({
        elevatorId: row.elevator_id,
        tag: row.tag,
        deviceKey: row.device_key,
        deviceType: row.device_type === 'CAM' ? ('CAM' as const) : ('SCR' as const),
        model: row.model,
        firmware: row.firmware,
        reportPeriodMs: row.report_period_seconds * 1_000,
      })),
    offline: new Set(lifts.filter(({ id }) => isOfflineInDemo(id)).map((lift) => lift.device_key)),
    stuck: stuckKeys,
    holding: new Set(holding.map((row) => row.device_key)),
    faultsPerThousandDay: publishedFaultRate,
    opening: openingOf(
      lifts.filter(
        ({ id, device_key }) => !isOfflineInDemo(id) && id !== flappingElevatorId && !stuckKeys.has(device_key),
      ),
    ),
    sendPicture(cameraKey, eventId, jpeg) {
      sendSnapshot({
        httpUrl,
        credentials: { username: cameraKey, password: deviceSecret(siteKey, cameraKey, 1) },
        eventId,
        jpeg,
      }).catch((error: unknown) => onTrouble('模拟摄像头的图片没有送达', error));
    },
    flapping: demoDeviceKey(flappingElevatorId),
    seed: demoSeed + Math.floor(clock.nowMs() / 60_000),
    firstCallWithinMs,
  });
  const workers = playVisits({
    store,
    clock,
    simulator,
    elevatorIds: new Set(lifts.map(({ id }) => id).filter((id) => !isOfflineInDemo(id) && id !== flappingElevatorId)),
    onTrouble,
  });
  return {
    ...simulator,
    async close() {
      await workers.close();
      await simulator.close();
    },
  };
}

/** The number of lifts that lose their power together. */
const powerCutLifts = 18;
/** Lifts with a camera in which a wheelchair is taken for a scooter, and one whose door fails. */
const wheelchairElevatorId = 245;
const faultyElevatorId = 377;

/** The first stories of a demo: always of the same lifts, so that a second start does not repeat them. */
function openingOf(
  lifts: readonly { readonly id: number; readonly community_id: number; readonly device_key: string }[],
): Opening {
  const has = (elevatorId: number) => lifts.some(({ id }) => id === elevatorId);
  const communities = new Map<number, string[]>();
  for (const { community_id: id, device_key: key } of lifts) communities.set(id, [...(communities.get(id) ?? []), key]);
  const dark = [...communities.values()].findLast((keys) => keys.length >= powerCutLifts);
  return {
    wheelchair: has(wheelchairElevatorId) ? accessoryKey('CAM', wheelchairElevatorId) : undefined,
    fault: has(faultyElevatorId) ? demoDeviceKey(faultyElevatorId) : undefined,
    powerCut: dark?.slice(0, powerCutLifts),
  };
}
