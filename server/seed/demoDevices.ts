import { sql } from 'kysely';
import { createCameraDesk } from '../domain/base/camera.ts';
import { deviceModels } from '../domain/devices/deviceModels.ts';
import { seededRandom } from '../runtime/random.ts';
import type { Clock } from '../runtime/clock.ts';
import { run, type EventActor, type EventStore, type Queries, type TransactionSteps } from '../store/eventStore.ts';
import { demoSeed } from './demoCity.ts';
import { historyDays } from './demoHistory.ts';

const doneKey = 'demo.devices';
const dayMs = 86_400_000;
const importer: EventActor = { kind: 'system', id: 'demo', name: '演示数据' };

/** Every fifth lift of the thousand has a camera and a screen. */
export const hasAccessories = (elevatorId: number): boolean => elevatorId % 5 === 0;
/** Some were bound and never switched on. */
export const isSilentAccessory = (deviceKey: string): boolean => /^(?:CAM\d+85|SCR\d+45)$/.test(deviceKey);
const accessoryModels = { CAM: 'TA-V1', SCR: 'TA-S7' } as const;
const makers = ['云目', '海瞳', '安视'] as const;
const rowsAtOnce = 200;

export const accessoryKey = (type: keyof typeof accessoryModels, elevatorId: number): string =>
  `${type}${String(elevatorId).padStart(6, '0')}`;
const firmwareOf = (name: string): string => deviceModels.find(({ model }) => model === name)?.firmware ?? '';

export interface DemoDeviceParts {
  readonly store: EventStore;
  readonly clock: Clock;
  /** Encrypts the password of a camera; without it the demo's cameras have none. */
  readonly sealSecret?: ((secret: string) => string) | undefined;
}

/**
 * Gives the demo city cameras and screens, and its devices their details; a store of any age gets it once. What people have bound
 * or entered stays as it is.
 */
export async function addDemoDevices({ store, clock, sealSecret }: DemoDeviceParts): Promise<void> {
  const isDone = await store.rows.selectFrom('store_meta').select('key').where('key', '=', doneKey).executeTakeFirst();
  if (isDone !== undefined) return;
  const nowMs = clock.nowMs();
  const lifts = (await store.rows.selectFrom('elevators').select(['id', 'tag']).orderBy('id').execute()).filter(
    ({ id }) => hasAccessories(id),
  );
  const ids = lifts.map(({ id }) => id);
  let cameraIds: readonly number[] = [];
  await store.write(function* (queries) {
    yield* nameModels(queries);
    yield* addDescriptions(queries, nowMs);
    yield* addAccessories(queries, ids);
    cameraIds = yield* addCameras(queries, ids, sealSecret);
  });
  const desk = createCameraDesk({
    store,
    clock,
    onTrouble: (_trouble, error) => {
      throw error;
    },
  });
  await desk.recordInserted(cameraIds, importer, nowMs - historyDays * dayMs);
  await store.write(function* (queries) {
    yield* run(queries.insertInto('store_meta').values({ key: doneKey, value: String(nowMs) }));
  });
}

/** The vendor's own collector; of ours every fourth is the newer one. Every lift is spoken to through its collector. */
function* nameModels(queries: Queries): TransactionSteps {
  const collectors = deviceModels.filter(({ device_type: type }) => type === 'COL');
  for (const { model, vendor, firmware } of collectors) {
    const every = model === 'TA-C2' ? sql<boolean>`elevator_id % 4 = 0` : sql<boolean>`1 = 1`;
    const rest = model === 'TA-C1' ? sql<boolean>`elevator_id % 4 <> 0` : every;
    yield* run(
      queries
        .updateTable('devices')
        .set({ model, firmware })
        .where('device_type', '=', 'COL')
        .where('vendor', '=', vendor)
        .where('model', '=', '')
        .where(() => rest)
        // Twenty have no entry; they describe themselves.
        .where(() => sql<boolean>`elevator_id % 50 <> 12`),
    );
  }
  yield* run(
    queries
      .updateTable('devices')
      .set({ is_rescue_terminal: 1 })
      .where('device_type', '=', 'COL')
      .where(
        () =>
          sql<boolean>`not exists (select 1 from devices o where o.elevator_id = devices.elevator_id and o.is_rescue_terminal = 1)`,
      ),
  );
}

function* addDescriptions(queries: Queries, nowMs: number): TransactionSteps {
  const unnamed = yield* run(
    queries
      .selectFrom('devices')
      .select(['device_key', 'vendor', 'elevator_id'])
      .where('device_type', '=', 'COL')
      .where('model', '=', '')
      .orderBy('device_key'),
  );
  const rows = unnamed.map(({ device_key, vendor, elevator_id: elevatorId }) => {
    const known = deviceModels.find((model) => model.vendor === vendor && model.device_type === 'COL');
    // One of them is of a kind that no one knows.
    const model = elevatorId === 512 ? 'TX-900' : (known?.model ?? '');
    return { device_key, model, firmware: known?.firmware ?? '', described_at_ms: nowMs };
  });
  if (rows.length > 0)
    yield* run(
      queries
        .insertInto('device_descriptions')
        .values(rows)
        .onConflict((conflict) => conflict.doNothing()),
    );
}

function* addAccessories(queries: Queries, ids: readonly number[]): TransactionSteps {
  for (const type of ['CAM', 'SCR'] as const)
    for (let from = 0; from < ids.length; from += rowsAtOnce)
      yield* run(
        queries
          .insertInto('devices')
          .values(
            ids.slice(from, from + rowsAtOnce).map((id) => ({
              device_key: accessoryKey(type, id),
              elevator_id: id,
              device_type: type,
              report_period_seconds: 60,
              secret_version: 1,
              vendor: 'standard',
              model: accessoryModels[type],
              firmware: firmwareOf(accessoryModels[type]),
            })),
          )
          .onConflict((conflict) => conflict.doNothing()),
      );
}

/** One in each car, with a device, and one in every fourth machine room, without one. */
function* addCameras(
  queries: Queries,
  ids: readonly number[],
  sealSecret: DemoDeviceParts['sealSecret'],
): TransactionSteps<readonly number[]> {
  const [last] = yield* run(queries.selectFrom('cameras').select(({ fn }) => fn.max('id').as('id')));
  if (last?.id !== null && last !== undefined) return [];
  const random = seededRandom(demoSeed ^ 0x0ca3e5a);
  const cameras = ids.flatMap((id, index) => {
    const vendor = random.pick(makers);
    const host = `10.${20 + (index % 8)}.${Math.floor(index / 8)}`;
    const camera = (name: string, place: string, last4: number, device_key: string) => ({
      elevator_id: id,
      name,
      place,
      vendor,
      main_url: `rtsp://{user}:{secret}@${host}.${last4}/main/{channel}`,
      sub_url: `rtsp://{user}:{secret}@${host}.${last4}/sub/{channel}`,
      channel: '1',
      user_name: 'viewer',
      sealed_secret:
        sealSecret !== undefined && index % 6 !== 5 ? sealSecret(`demo-${random.between(100_000, 999_999)}`) : '',
      device_key,
    });
    return [
      camera('轿厢', 'car', 8, accessoryKey('CAM', id)),
      ...(index % 4 === 3 ? [camera('机房', 'machineRoom', 9, '')] : []),
    ];
  });
  const rows = cameras.map((camera, index) => ({ id: index + 1, ...camera }));
  for (let from = 0; from < rows.length; from += rowsAtOnce)
    yield* run(queries.insertInto('cameras').values(rows.slice(from, from + rowsAtOnce)));
  return rows.map(({ id }) => id);
}
