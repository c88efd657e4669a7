import type { Clock } from '../runtime/clock.ts';
import { bridgeSecret, bridgeUser, deviceSecret } from '../gateway/credentials.ts';
import { demoDeviceKey, demoSeed, flappingElevatorId, isOfflineInDemo } from './demoCity.ts';
import { hasAccessories, isSilentAccessory } from './demoDevices.ts';
import { stageLiveStories } from './liveStories.ts';
import type { EventStore } from '../store/eventStore.ts';
import { simulateCity, type Simulator } from '../simulator/citySimulator.ts';

export type { Simulator, SimulatorStats } from '../simulator/citySimulator.ts';

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
  readonly onTrouble: (trouble: string, error: unknown) => void;
}

/** Someone who opens the demo is called within this time. */
const firstCallWithinMs = 50_000;

/** Brings the demo city to life: the stories under way, and every lift speaking MQTT. */
export async function startSimulator({
  store,
  clock,
  deviceKey: siteKey,
  mqtt,
  onTrouble,
}: SimulatorOptions): Promise<Simulator> {
  await stageLiveStories({ store, clock });
  const lifts = await store.rows
    .selectFrom('elevators as e')
    .innerJoin('devices as d', 'd.elevator_id', 'e.id')
    .select(['e.id', 'e.floor_min', 'e.floor_max', 'd.device_key', 'd.secret_version', 'd.vendor'])
    .where('d.device_type', '=', 'COL')
    .orderBy('e.id')
    .execute();
  const versions = new Map(lifts.map((lift) => [lift.device_key, lift.secret_version]));
  const accessories = await store.rows
    .selectFrom('devices')
    .select(['device_key', 'elevator_id', 'device_type', 'model', 'firmware', 'report_period_seconds'])
    .where('device_type', 'in', ['CAM', 'SCR'])
    .where('secret_version', '=', 1)
    .orderBy('device_key')
    .execute();
  const stuck = await store.rows
    .selectFrom('open_rescues as o')
    .innerJoin('rescue_orders as r', 'r.id', 'o.order_id')
    .innerJoin('devices as d', 'd.elevator_id', 'o.elevator_id')
    .select('d.device_key')
    .where('r.trigger', 'in', ['trapped', 'phone', 'QR'])
    .where('r.released_at_ms', 'is', null)
    .execute();
  const { url, username, password } = mqtt;
  const account = username === undefined ? undefined : { username, password: password ?? '' };

  return simulateCity({
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
    // What a person has bound since is that person's to connect.
    accessories: accessories
      .filter((row) => hasAccessories(row.elevator_id) && !isSilentAccessory(row.device_key))
      .map((row) => ({
        elevatorId: row.elevator_id,
        deviceKey: row.device_key,
        deviceType: row.device_type === 'CAM' ? ('CAM' as const) : ('SCR' as const),
        model: row.model,
        firmware: row.firmware,
        reportPeriodMs: row.report_period_seconds * 1_000,
      })),
    offline: new Set(lifts.filter(({ id }) => isOfflineInDemo(id)).map((lift) => lift.device_key)),
    stuck: new Set(stuck.map((row) => row.device_key)),
    flapping: demoDeviceKey(flappingElevatorId),
    seed: demoSeed + Math.floor(clock.nowMs() / 60_000),
    firstCallWithinMs,
  });
}
