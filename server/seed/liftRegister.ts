import { liftStates } from '../../src/contract/entities/elevatorFields.ts';
import { createElevatorDesk, readElevator } from '../domain/base/elevator.ts';
import { addDays, dayOf } from '../../src/contract/time.ts';
import { loadPrincipal } from '../access/loadPrincipal.ts';
import { keepResponsibility } from '../domain/city/responsibility.ts';
import { readSteps } from '../domain/rows/rowDesk.ts';
import type { Clock } from '../runtime/clock.ts';
import { seededRandom } from '../runtime/random.ts';
import { run, type EventActor, type EventStore, type Queries, type TransactionSteps } from '../store/eventStore.ts';
import { demoAccounts } from './demoAccounts.ts';
import { demoSeed } from './demoCity.ts';

const doneKey = 'demo.liftRegister';
const dayMs = 86_400_000;
const importer: EventActor = { kind: 'system', id: 'demo', name: '演示数据' };

/** Years after the first use in which a lift is inspected, and those in which its keeper has it tested (TSG T7001-2023). */
const inspectionYears = [1, 4, 7, 9, 11, 13, ...Array.from({ length: 40 }, (_, index) => 15 + index)];
const selfTestYears = [2, 3, 5, 6, 8, 10, 12, 14];
/** An inspection lies up to two months before the day it is due. */
const mostDaysEarly = 55;
/** One lift in so many has missed the inspection that was due lately. */
const missesInspection = (id: number): boolean => id % 37 === 5;
const mostDaysMissed = 300;

interface DemoLift {
  readonly id: number;
  readonly install_at_ms: number | null;
  readonly floor_min: number;
  readonly floor_max: number;
}

const anniversary = (day: string, years: number): string =>
  `${Number(day.slice(0, 4)) + years}${day.slice(4) === '-02-29' ? '-02-28' : day.slice(4)}`;

/** The last of the due days that has been kept and the next one; empty where there is none. */
function checksOf(years: readonly number[], since: string, today: string, daysEarly: number) {
  const due = years.map((year) => anniversary(since, year));
  const last = due.findLast((day) => day <= today);
  return {
    doneOn: last === undefined ? '' : addDays(last, -daysEarly),
    dueOn: due.find((day) => day > today) ?? '',
    lastDueOn: last ?? '',
    earlierOn: due.findLast((day) => last !== undefined && day < last) ?? since,
  };
}

function daysOf(id: number, installAtMs: number | null, random: () => number, today: string) {
  const since = installAtMs === null ? '' : dayOf(installAtMs + Math.floor(30 + random() * 60) * dayMs);
  if (since === '' || since > today) return {};
  const early = Math.floor(random() * mostDaysEarly);
  const inspection = checksOf(inspectionYears, since, today, early);
  const selfTest = checksOf(selfTestYears, since, today, Math.min(early, 20));
  const isMissed = missesInspection(id) && inspection.lastDueOn > addDays(today, -mostDaysMissed);
  return {
    put_into_use_on: since,
    // A lift is inspected before it is first used.
    inspected_on: isMissed ? inspection.earlierOn : inspection.doneOn || since,
    next_inspection_on: isMissed ? inspection.lastDueOn : inspection.dueOn,
    self_tested_on: selfTest.doneOn,
    next_self_test_on: selfTest.dueOn,
  };
}

/** The data plate of a lift of this height and age. */
function plateOf({ id, install_at_ms, floor_min, floor_max }: DemoLift, nowMs: number) {
  const isLow = floor_max <= 6;
  const isOld = install_at_ms !== null && nowMs - install_at_ms > 13 * 365 * dayMs;
  if (isLow && id % 13 === 4)
    return { category: 'escalator', drive: '链轮驱动', rated_load_kg: null, rated_speed_mps: 0.5 };
  if (isLow && id % 13 === 9)
    return { category: 'dumbwaiter', drive: '曳引驱动', rated_load_kg: 200, rated_speed_mps: 0.4 };
  if (isLow && id % 3 === 0)
    return { category: 'hydraulic', drive: '液压直顶', rated_load_kg: 1_000, rated_speed_mps: 0.63 };
  const speed = floor_max <= 11 ? 1 : floor_max <= 18 ? 1.75 : floor_max <= 24 ? 2 : 2.5;
  return {
    category: 'traction',
    drive: isOld ? '异步曳引机（有齿轮）' : '永磁同步曳引机',
    rated_load_kg: [800, 1_000, 1_050, 1_350][(id + floor_min + 5) % 4] ?? 1_000,
    rated_speed_mps: speed,
  };
}

/** One lift in forty of the younger ones may be maintained on demand, for at most twelve months. */
function permitOf({ id, install_at_ms }: DemoLift, nowMs: number) {
  const isYoung = install_at_ms !== null && nowMs - install_at_ms < 10 * 365 * dayMs;
  if (!isYoung || id % 40 !== 7) return {};
  const daysLeft = ((id * 37) % 350) + 10;
  const givenOn = addDays(dayOf(nowMs), daysLeft - 365);
  return {
    on_demand_permit_number: `AXWB-${givenOn.slice(0, 4)}-${String(id).padStart(4, '0')}`,
    on_demand_permit_expiry: addDays(dayOf(nowMs), daysLeft),
  };
}

/** The register's newer columns for a lift of the demo city; the same for the same lift and day. */
function registerOf(lift: DemoLift, nowMs: number) {
  const random = seededRandom(demoSeed ^ Math.imul(lift.id, 15_485_863));
  // There is no floor 0.
  const floors = lift.floor_max - lift.floor_min + (lift.floor_min < 0 ? 0 : 1);
  const year = lift.install_at_ms === null ? '' : dayOf(lift.install_at_ms).slice(0, 4);
  return {
    ...plateOf(lift, nowMs),
    ...daysOf(lift.id, lift.install_at_ms, () => random.next(), dayOf(nowMs)),
    floors_num: floors,
    stops_num: floors,
    // One in a few opens to both sides on the ground floor.
    doors_num: floors + (random.isTrue(0.12) ? 1 : 0),
    factory_number: `${year}D${String(10_000 + Math.floor(random.next() * 90_000))}-${lift.id}`,
    internal_tag: `DT-${String(lift.id).padStart(4, '0')}`,
    ...permitOf(lift, nowMs),
  };
}

/** Lifts that stood where these stand today, until they were replaced. */
const replaced = [12, 147, 388, 655];
/** Lifts out of use, from those whose devices do not report. */
const outOfUse = [
  [37, '更换曳引机'],
  [137, '整机大修'],
  [237, '物业申请停用'],
  [437, '检验不合格，待整改'],
  [537, '井道渗水维修'],
  [637, '更换控制柜'],
  [837, '待更新改造'],
] as const;

function* addReplaced(queries: Queries, nowMs: number): TransactionSteps<readonly number[]> {
  const [last] = yield* run(queries.selectFrom('elevators').select(({ fn }) => fn.max('id').as('id')));
  const rows = yield* run(queries.selectFrom('elevators').selectAll().where('id', 'in', replaced).orderBy('id'));
  const ids: number[] = [];
  for (const [index, row] of rows.entries()) {
    const id = (last?.id ?? 0) + 1 + index;
    const goneDay = dayOf(row.install_at_ms ?? nowMs);
    const installAtMs = (row.install_at_ms ?? nowMs) - (15 + index) * 365 * dayMs;
    ids.push(id);
    yield* run(
      queries.insertInto('elevators').values({
        ...row,
        id,
        code: '',
        tag: `${row.tag}-旧`,
        rescue_code: String(990_001 + index),
        registration_code: '',
        sos_tel: '',
        install_at_ms: installAtMs,
        maintained_since_ms: null,
        ...registerOf({ ...row, id, install_at_ms: installAtMs }, nowMs),
        next_inspection_on: '',
        next_self_test_on: '',
        on_demand_permit_number: '',
        on_demand_permit_expiry: '',
        inspected_on: '',
        self_tested_on: '',
        state: liftStates.scrapped,
        state_reason: `${goneDay} 更新为 ${row.tag}`,
      }),
    );
  }
  yield* keepResponsibility(queries, { elevatorIds: ids }, 'installation');
  return ids;
}

/**
 * Gives the lifts of the demo city their data plates, inspections and states, once for a store of any age; what people have
 * entered stays. Some are out of use since today, as their administrator entered it, and the register still has four that were replaced.
 */
export async function completeLiftRegister(store: EventStore, clock: Clock): Promise<void> {
  const isDone = await store.rows.selectFrom('store_meta').select('key').where('key', '=', doneKey).executeTakeFirst();
  if (isDone !== undefined) return;
  const nowMs = clock.nowMs();
  const scrapped = await store.write(function* (queries) {
    const lifts = yield* run(
      queries
        .selectFrom('elevators')
        .select(['id', 'install_at_ms', 'floor_min', 'floor_max'])
        .where('category', '=', '')
        .orderBy('id'),
    );
    for (const lift of lifts)
      yield* run(queries.updateTable('elevators').set(registerOf(lift, nowMs)).where('id', '=', lift.id));
    const [gone] = yield* run(
      queries.selectFrom('elevators').select('id').where('state', '=', liftStates.scrapped).limit(1),
    );
    return gone === undefined ? yield* addReplaced(queries, nowMs) : [];
  });
  await takeOutOfUse(store, clock, scrapped);
  await store.write(function* (queries) {
    yield* run(queries.insertInto('store_meta').values({ key: doneKey, value: String(nowMs) }));
  });
}

async function takeOutOfUse(store: EventStore, clock: Clock, scrapped: readonly number[]): Promise<void> {
  const lifts = createElevatorDesk({
    store,
    clock,
    onTrouble: (_trouble, error) => {
      throw error;
    },
  });
  const enteredAtMs = clock.nowMs() - 60 * dayMs;
  await lifts.recordInserted([...scrapped, ...outOfUse.map(([id]) => id)], importer, enteredAtMs);
  const administrator = demoAccounts.find(({ roleKey }) => roleKey === 'administrator');
  const by = administrator === undefined ? undefined : await loadPrincipal(store, administrator.id);
  if (by === undefined) return;
  for (const [id, reason] of outOfUse) {
    const row = await readSteps(store.rows, readElevator(store.rows, id));
    if (row !== undefined && row.state === liftStates.inUse)
      await lifts.save(by, { ...row, id, state: liftStates.outOfUse, state_reason: reason });
  }
}
