import { doorStates } from '../../src/contract/labels.ts';
import type { Clock } from '../runtime/clock.ts';
import type { OnTrouble } from '../runtime/troubleLog.ts';
import { LiftModel } from '../simulator/liftModel.ts';
import { run, type EventStore } from '../store/eventStore.ts';
import type { MinuteSampleTable } from '../store/rowTables.ts';
import type { RingSample } from '../ports/fleetReader.ts';
import { encodeMinute, noMinute, type MinuteColumns } from '../telemetry/minuteFrame.ts';
import { minuteMs } from '../telemetry/minuteSampler.ts';
import { recordForMs } from '../telemetry/recorder.ts';
import { samplesOf } from '../telemetry/recordingSamples.ts';
import { demoSeed } from './demoCity.ts';
import { seededRandom } from '../runtime/random.ts';

/** Back beyond yesterday's rush at 18:40, also when the first start is just before midnight. */
export const pastMs = 30 * 3_600_000;
/** The newest first, in small pieces, so that the last minutes can be played immediately. */
const firstStretchMs = 3_600_000;
const stretchMs = 4 * 3_600_000;
/** Cars run for a while before a stretch begins, so that they are spread over their floors. */
const warmUpMs = 45 * minuteMs;
const beforeCallMs = 5 * minuteMs;
const reportPeriodMs = 5_000;
const liftsBetweenPauses = 20;
const rowsAtOnce = 30;

/** Triggers that stop a car; after the others it keeps running. */
const stuckTriggers = new Set(['trapped', 'phone', 'QR']);

interface PastCall {
  readonly orderId: number;
  readonly alarmId: number | null;
  readonly isStuck: boolean;
  readonly raisedAtMs: number;
  readonly freedAtMs: number;
  readonly completedAtMs: number;
  readonly people: number;
}

interface PastLift {
  readonly id: number;
  readonly floorMin: number;
  readonly floorMax: number;
  readonly offlineSinceMs: number;
  readonly calls: readonly PastCall[];
}

export interface DemoPast {
  readonly done: Promise<void>;
  close(): Promise<void>;
}

/**
 * Yesterday in a fresh demo: minutes of the whole city, simulated by the same car model as its live lifts, around the calls that
 * the log tells of, and recordings of those calls. Minutes that were really sampled stay. Marked as the demo's.
 */
export function writeDemoPast({
  store,
  clock,
  onTrouble,
  backMs = pastMs,
}: {
  readonly store: EventStore;
  readonly clock: Clock;
  readonly onTrouble: OnTrouble;
  /** The time that it covers; less in tests. */
  readonly backMs?: number;
}): DemoPast {
  let isClosed = false;

  async function write(): Promise<void> {
    const endMs = Math.floor(clock.nowMs() / minuteMs) * minuteMs;
    const startMs = endMs - backMs;
    const lifts = await readLifts(store, startMs, clock.nowMs());
    await writeRecordings(lifts);
    const starts: number[] = [];
    for (let fromMs = endMs - firstStretchMs; fromMs > startMs; fromMs -= stretchMs) starts.push(fromMs);
    for (const [index, fromMs] of [...starts, startMs].entries()) {
      if (isClosed) return;
      await writeStretch(lifts, fromMs, starts[index - 1] ?? endMs);
    }
  }

  /** The minutes after `fromMs`, up to `toMs`. */
  async function writeStretch(lifts: readonly PastLift[], fromMs: number, toMs: number): Promise<void> {
    const kept = new Set(
      (
        await store.rows
          .selectFrom('minute_samples')
          .select('at_ms')
          .where('at_ms', '>', fromMs)
          .where('at_ms', '<=', toMs)
          .execute()
      ).map(({ at_ms }) => at_ms),
    );
    const missing = Array.from(
      { length: (toMs - fromMs) / minuteMs },
      (_, index) => fromMs + (index + 1) * minuteMs,
    ).filter((atMs) => !kept.has(atMs));
    if (missing.length === 0) return;
    const minutes = new Map(missing.map((atMs) => [atMs, noMinute()]));
    for (const [index, lift] of lifts.entries()) {
      const car = new PastCar(lift, fromMs - warmUpMs);
      for (const [atMs, sampled] of minutes) car.sampleTo(sampled, atMs);
      if (index % liftsBetweenPauses === 0) await pause();
      if (isClosed) return;
    }
    const rows: MinuteSampleTable[] = [];
    for (const [atMs, sampled] of minutes)
      rows.push({ at_ms: atMs, lift_num: sampled.id.length, source: 'demo', frame: await encodeMinute(sampled) });
    for (let from = 0; from < rows.length; from += rowsAtOnce) {
      await store.write(function* (queries) {
        yield* run(
          queries
            .insertInto('minute_samples')
            .values(rows.slice(from, from + rowsAtOnce))
            .onConflict((conflict) => conflict.column('at_ms').doNothing()),
        );
      });
    }
  }

  async function writeRecordings(lifts: readonly PastLift[]): Promise<void> {
    const recorded = new Set(
      (
        await store.rows
          .selectFrom('recordings')
          .select('rescue_order_id')
          .where('rescue_order_id', 'is not', null)
          .execute()
      ).map((row) => row.rescue_order_id),
    );
    for (const lift of lifts) {
      for (const call of lift.calls) {
        if (recorded.has(call.orderId) || isClosed) continue;
        const fromMs = call.raisedAtMs - beforeCallMs;
        const toMs = Math.min(call.raisedAtMs + recordForMs, clock.nowMs());
        const car = new PastCar(lift, fromMs - warmUpMs);
        const samples = Array.from({ length: Math.floor((toMs - fromMs) / reportPeriodMs) }, (_, index) =>
          car.reportAt(fromMs + index * reportPeriodMs),
        );
        const id = await store.nextId('recording');
        await store.write(function* (queries) {
          yield* run(
            queries.insertInto('recordings').values({
              id,
              elevator_id: lift.id,
              alarm_id: call.alarmId,
              rescue_order_id: call.orderId,
              incident_at_ms: call.raisedAtMs,
              from_ms: fromMs,
              to_ms: toMs,
              is_open: 0,
            }),
          );
          yield* run(
            queries
              .insertInto('recording_chunks')
              .values({ recording_id: id, seq: 0, samples: JSON.stringify(samplesOf(samples)) }),
          );
        });
      }
    }
  }

  const done = write().catch((error: unknown) => {
    if (!isClosed) onTrouble('演示城市的回放数据未能写完，下次启动时继续', error);
  });
  return {
    done,
    async close() {
      isClosed = true;
      await done;
    },
  };
}

/** One car through the calls of its past, asked at rising times. */
class PastCar {
  readonly #lift: PastLift;
  readonly #model: LiftModel;
  /** Times at which the car stops with people in it, or is freed. */
  readonly #turns: { readonly atMs: number; readonly people: number | undefined }[];

  constructor(lift: PastLift, startMs: number) {
    this.#lift = lift;
    this.#model = new LiftModel(
      seededRandom(demoSeed ^ Math.imul(lift.id, 7_919) ^ (startMs / minuteMs)),
      lift,
      startMs,
    );
    this.#turns = lift.calls
      .filter(({ isStuck }) => isStuck)
      .flatMap(({ raisedAtMs, freedAtMs, people }) => [
        { atMs: Math.max(startMs, raisedAtMs - 1_000), people },
        { atMs: Math.max(startMs, freedAtMs), people: undefined },
      ]);
  }

  sampleTo(columns: MinuteColumns, atMs: number): void {
    const { id, offlineSinceMs, calls } = this.#lift;
    const { serviceMode, floor, door, direction, people } = this.reportAt(Math.min(atMs, offlineSinceMs));
    const hasCall = calls.some(({ raisedAtMs, completedAtMs }) => raisedAtMs <= atMs && atMs < completedAtMs);
    columns.id.push(id);
    columns.status.push(atMs >= offlineSinceMs ? 2 : 1);
    columns.service_mode.push(serviceMode);
    columns.floor.push(floor);
    columns.door.push(door);
    columns.direction.push(direction);
    columns.people.push(people);
    columns.call.push(hasCall ? 1 : 0);
  }

  reportAt(atMs: number): RingSample {
    for (let turn = this.#turns[0]; turn !== undefined && turn.atMs <= atMs; turn = this.#turns[0]) {
      if (turn.people === undefined) this.#model.release(turn.atMs);
      else this.#model.getStuck(turn.atMs, turn.people);
      this.#turns.shift();
    }
    this.#model.advanceTo(atMs);
    const car = this.#model.state();
    return {
      receivedAtMs: atMs,
      atMs,
      serviceMode: car.isStuck ? 0 : 1,
      carStatus: car.isMoving ? 1 : 0,
      direction: car.direction,
      doorZone: car.isInDoorZone,
      floor: car.floor,
      door: doorStates.indexOf(car.door),
      people: car.people,
      speedCmps: Math.round(car.speedMps * 100),
    };
  }
}

async function readLifts(store: EventStore, startMs: number, nowMs: number): Promise<readonly PastLift[]> {
  const [lifts, orders] = await Promise.all([
    store.rows
      .selectFrom('elevators as e')
      .innerJoin('devices as d', (join) => join.onRef('d.elevator_id', '=', 'e.id').on('d.device_type', '=', 'COL'))
      .leftJoin('device_states as s', 's.device_key', 'd.device_key')
      .select(['e.id', 'e.floor_min', 'e.floor_max', 's.status', 's.changed_at_ms'])
      .orderBy('e.id')
      .execute(),
    store.rows
      .selectFrom('rescue_orders')
      .select([
        'id',
        'elevator_id',
        'alarm_id',
        'trigger',
        'raised_at_ms',
        'released_at_ms',
        'completed_at_ms',
        'people_num',
      ])
      .where('raised_at_ms', '>', startMs)
      .where('raised_at_ms', '<=', nowMs)
      .orderBy('raised_at_ms')
      .execute(),
  ]);
  const callsOf = new Map<number, PastCall[]>();
  for (const order of orders) {
    const calls = callsOf.get(order.elevator_id) ?? [];
    const completedAtMs = order.completed_at_ms ?? Number.POSITIVE_INFINITY;
    calls.push({
      orderId: order.id,
      alarmId: order.alarm_id,
      isStuck: stuckTriggers.has(order.trigger),
      raisedAtMs: order.raised_at_ms,
      freedAtMs: order.released_at_ms ?? completedAtMs,
      completedAtMs,
      people: Math.max(1, order.people_num ?? 1),
    });
    callsOf.set(order.elevator_id, calls);
  }
  return lifts.map((lift) => ({
    id: lift.id,
    floorMin: lift.floor_min,
    floorMax: lift.floor_max,
    calls: callsOf.get(lift.id) ?? [],
    offlineSinceMs: lift.status === 2 && lift.changed_at_ms !== null ? lift.changed_at_ms : Number.POSITIVE_INFINITY,
  }));
}

/** Live traffic goes first. */
const pause = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });
