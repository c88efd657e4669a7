import * as z from 'zod';
import { streamName } from '../../src/contract/streamName.ts';
import { rescueLifecycle } from '../../src/machines/rescueOrderLifecycle.ts';
import { clockActor, deviceActor, gatewayActor, rulesActor } from '../domain/actors.ts';
import { decide } from '../domain/decide.ts';
import { Directory, type ElevatorInfo } from '../domain/city/directory.ts';
import { Refusal } from '../domain/refusal.ts';
import type { Clock } from '../runtime/clock.ts';
import { run, UniqueConflictError, type EventActor, type EventStore } from '../store/eventStore.ts';
import { importCorrelation } from '../store/importedEvent.ts';
import { demoDeviceKey, isOfflineInDemo } from './demoCity.ts';
import { stageExceptions } from './stageExceptions.ts';
import { alarmRaisedEvent, demoPerson, pastEvent, raisedEvent } from './demoStories.ts';

const minuteMs = 60_000;
const storiesKey = 'demo.stories';
const storiesSchema = z.array(z.object({ orderId: z.number().int(), stagedAtMs: z.number() }));
/** Stories older than this are ended at the next start, and started again. */
const staleAfterMs = 2 * 3_600_000;

/** Lifts in the city proper, where help is due within 30 minutes; the first that have no call of their own are taken. */
const candidates = [118, 226, 341, 452, 563, 671, 782, 893];
const stages = [
  { minutesAgo: 12, isInBreach: false },
  { minutesAgo: 34, isInBreach: true },
] as const;

/** Closes stories of an earlier start that nobody ended. */
const curtain: EventActor = { kind: 'simulator', id: 'demo', name: '演示系统' };

export interface LiveStoryParts {
  readonly store: EventStore;
  readonly clock: Clock;
}

/**
 * Stages the records that anyone who opens the demo sees immediately: a rescue in progress for twelve minutes, one in breach of its arrival
 * limit, devices that have been offline for hours, a command that waits for one of them, and open faults, scooters and incidents. Runs at
 * each start, and does nothing if they still exist.
 */
export async function stageLiveStories({ store, clock }: LiveStoryParts): Promise<void> {
  const directory = await Directory.load(store);
  await stageOfflineDevices(store, clock, directory);
  await stageRescues(store, clock, directory);
  await stageExceptions({ store, clock, directory });
}

async function stageRescues(store: EventStore, clock: Clock, directory: Directory): Promise<void> {
  const nowMs = clock.nowMs();
  const row = await store.rows
    .selectFrom('store_meta')
    .select('value')
    .where('key', '=', storiesKey)
    .executeTakeFirst();
  const staged = row === undefined ? [] : storiesSchema.parse(JSON.parse(row.value));
  if (staged.some(({ stagedAtMs }) => nowMs - stagedAtMs < staleAfterMs)) return;
  for (const { orderId } of staged) await dropCurtain(store, clock, orderId);
  const told: z.infer<typeof storiesSchema> = [];
  const quiet = await quietLifts(store, directory);
  for (const [index, { minutesAgo, isInBreach }] of stages.entries()) {
    const elevator = quiet[index];
    const orderId =
      elevator === undefined
        ? undefined
        : await stageRescue(store, elevator, nowMs - minutesAgo * minuteMs, isInBreach);
    if (orderId !== undefined) told.push({ orderId, stagedAtMs: nowMs });
  }
  await store.write(function* (queries) {
    const value = JSON.stringify(told);
    yield* run(
      queries
        .insertInto('store_meta')
        .values({ key: storiesKey, value })
        .onConflict((conflict) => conflict.column('key').doUpdateSet({ value })),
    );
  });
}

async function quietLifts(store: EventStore, directory: Directory): Promise<readonly ElevatorInfo[]> {
  const [calls, alarms] = await Promise.all([
    store.rows.selectFrom('open_rescues').select('elevator_id').execute(),
    store.rows.selectFrom('open_alarms').select('elevator_id').where('kind', '=', 'trapped').execute(),
  ]);
  const busy = new Set([...calls, ...alarms].map((row) => row.elevator_id));
  return candidates.filter((id) => !busy.has(id)).flatMap((id) => directory.elevator(id) ?? []);
}

/** Undefined when the lift has a call of its own just now. */
async function stageRescue(
  store: EventStore,
  elevator: ElevatorInfo,
  raisedAtMs: number,
  isInBreach: boolean,
): Promise<number | undefined> {
  const alarmId = await store.nextId('alarm');
  const orderId = await store.nextId('rescue');
  const dispatcher = demoPerson('dispatcher2');
  const who = `${elevator.responsible.maintenanceName} 值班组`;
  try {
    const alarm = await store.append({
      stream: streamName('alarm', alarmId),
      expectedVersion: 'none',
      actor: deviceActor(demoDeviceKey(elevator.id)),
      correlationId: importCorrelation,
      events: [
        alarmRaisedEvent(alarmId, { kind: 'trapped', receivedAtMs: raisedAtMs - 40, atMs: raisedAtMs - 700 }, elevator),
      ],
    });
    const causationPosition = alarm.events[0]?.position;
    await store.append({
      stream: streamName('rescue', orderId),
      expectedVersion: 'none',
      actor: rulesActor,
      correlationId: importCorrelation,
      ...(causationPosition === undefined ? {} : { causationPosition }),
      events: [
        raisedEvent(orderId, { trigger: 'trapped', raisedAtMs }, elevator, alarmId, rulesActor),
        pastEvent('rescue.accepted', raisedAtMs + 21_000, dispatcher, {}),
        pastEvent('rescue.dispatched', raisedAtMs + 68_000, dispatcher, { level: 1, who, etaMinutes: 15 }),
        ...(isInBreach
          ? [pastEvent('rescue.deadlinePassed', raisedAtMs + 30 * minuteMs, clockActor, { kind: 'arrive' })]
          : []),
        pastEvent('rescue.noted', raisedAtMs + 150_000, dispatcher, { text: '已与轿厢内乘客通话，1 人，情绪稳定' }),
      ].toSorted((a, b) => (a.receivedAtMs ?? 0) - (b.receivedAtMs ?? 0)),
    });
    return orderId;
  } catch (error) {
    if (error instanceof UniqueConflictError) return undefined;
    throw error;
  }
}

async function dropCurtain(store: EventStore, clock: Clock, orderId: number): Promise<void> {
  try {
    await decide({ store, clock }, rescueLifecycle, {
      stream: streamName('rescue', orderId),
      actor: curtain,
      choose: () => ({
        type: 'rescue.completed',
        data: {
          peopleNum: 1,
          cause: 'door',
          wasTrapped: true,
          injuredNum: 0,
          vulnerableNum: 0,
          handedTo: 'none',
          calledBack: true,
          note: '演示场景结束',
        },
      }),
    });
  } catch (error) {
    // Someone has closed it, or it rings again and is no longer ours to close.
    if (!(error instanceof Refusal)) throw error;
  }
}

async function stageOfflineDevices(store: EventStore, clock: Clock, directory: Directory): Promise<void> {
  const nowMs = clock.nowMs();
  const offline = directory
    .devices()
    .filter(({ elevatorId, deviceType }) => deviceType === 'COL' && isOfflineInDemo(elevatorId));
  const known = new Set(
    (await store.rows.selectFrom('device_states').select('device_key').execute()).map((row) => row.device_key),
  );
  for (const [index, device] of offline.entries()) {
    if (known.has(device.deviceKey)) continue;
    const lostAtMs = nowMs - (index * 97 + 25) * minuteMs;
    await store.append({
      stream: streamName('device', device.deviceKey),
      expectedVersion: 'none',
      actor: gatewayActor,
      correlationId: importCorrelation,
      events: [
        pastEvent('device.bound', lostAtMs - 90 * 1_440 * minuteMs, gatewayActor, {
          deviceKey: device.deviceKey,
          elevatorId: device.elevatorId,
          deviceType: device.deviceType,
          reportPeriodSeconds: device.reportPeriodMs / 1_000,
        }),
        pastEvent('device.reported', lostAtMs - 90 * 1_440 * minuteMs + 5_000, deviceActor(device.deviceKey), {
          load: 1,
        }),
        pastEvent('device.silent', lostAtMs, gatewayActor, { missedPeriods: 3 }),
      ],
    });
  }
  const [waiting] = offline;
  if (waiting === undefined) return;
  const open = await store.rows
    .selectFrom('device_commands')
    .select('id')
    .where('device_key', '=', waiting.deviceKey)
    .where('state', '=', 'queued')
    .executeTakeFirst();
  if (open !== undefined) return;
  const commandId = await store.nextId('command');
  await store.append({
    stream: streamName('command', commandId),
    expectedVersion: 'none',
    actor: demoPerson('installer'),
    correlationId: importCorrelation,
    events: [
      {
        type: 'command.queued',
        atMs: nowMs,
        data: {
          commandId,
          deviceKey: waiting.deviceKey,
          elevatorId: waiting.elevatorId,
          identifier: 'volume',
          payload: { outputvol: 60 },
          expiresAtMs: nowMs + 24 * 3_600_000,
          resultLimitSeconds: 60,
        },
      },
    ],
  });
}
