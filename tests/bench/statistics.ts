import { elevatorList } from '../../src/contract/endpoints/elevator.ts';
import { installedBeforeMs } from '../../src/contract/liftAge.ts';
import { elevatorScopeCondition } from '../../server/access/scope.ts';
import type { Principal } from '../../server/access/principal.ts';
import { createDomain } from '../../server/domain/createDomain.ts';
import { projections } from '../../server/lifecycleEntries.ts';
import { listElevators } from '../../server/queries/elevator.ts';
import { countByAge, countByAreaInDetail, countByBrand } from '../../server/queries/stats.ts';
import { systemClock } from '../../server/runtime/clock.ts';
import { run, type EventStore } from '../../server/store/eventStore.ts';
import { openCensus } from '../support/openCensus.ts';
import { openTestStore } from '../support/openTestStore.ts';
import { principalOf, smallCity, writeSmallCity } from '../support/smallCity.ts';
import { summary } from './percentiles.ts';

const sizes = (process.env['BENCH_LIFTS'] ?? '1000,100000').split(',').map(Number);
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 20);
const firstId = 10_000;
const rowsAtOnce = 500;
const dayMs = 86_400_000;

/** Statistics and the list of an age group on SQLite, against reading each lift's date and counting in JavaScript. */
export async function benchStatistics(): Promise<unknown> {
  const results = [];
  for (const lifts of sizes) results.push(await measureCity(lifts));
  return results;
}

async function measureCity(lifts: number) {
  const opened = await openTestStore({ clock: systemClock, projections });
  const { store } = opened;
  try {
    await writeSmallCity(store);
    await writeLifts(store, lifts);
    const nowMs = systemClock.nowMs();
    const { settings } = await createDomain({ store, clock: systemClock });
    const everyone = await principalOf(store, smallCity.users.super);
    const property = await principalOf(store, smallCity.users.property);
    const counted = await openCensus(store);
    const page = elevatorList.input.parse({ yearsStart: 10, yearsEnd: 5, show_more: true });
    const measured = {
      lifts,
      /** For the overview and the wall. */
      ages: await time(() => countByAge(counted, everyone, nowMs, {})),
      /** For the statistics' own screens. */
      agesInDetail: await time(() => countByAge(counted, everyone, nowMs, { detail: true })),
      agesInScope: await time(() => countByAge(counted, property, nowMs, { detail: true })),
      brandsInDetail: await time(() => countByBrand(counted, everyone, nowMs, { detail: true })),
      communitiesInDetail: await time(() => countByAreaInDetail(counted, everyone, nowMs)),
      firstPageOfGroup: await time(() => listElevators(store, settings, everyone, page, nowMs)),
      agesInJavaScript: await time(() => countInJavaScript(store, everyone, nowMs)),
    };
    await counted.close();
    return measured;
  } finally {
    await opened.dispose();
  }
}

async function countInJavaScript(store: EventStore, by: Principal, nowMs: number): Promise<readonly number[]> {
  const rows = await store.rows
    .selectFrom('elevators as e')
    .innerJoin('communities as c', 'c.id', 'e.community_id')
    .where(() => elevatorScopeCondition(by.scope))
    .select('e.install_at_ms')
    .execute();
  const bounds = [5, 10, 15].map((years) => installedBeforeMs(nowMs, years));
  const counts = [0, 0, 0, 0];
  for (const { install_at_ms: at } of rows)
    if (at !== null) {
      const group = bounds.filter((bound) => at < bound).length;
      counts[group] = (counts[group] ?? 0) + 1;
    }
  return counts;
}

/** CPU time, ms: SQLite runs on the calling thread, and other work on the machine is not counted. */
async function time(once: () => Promise<unknown>) {
  await once();
  const ms: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const before = process.cpuUsage();
    await once();
    const { user, system } = process.cpuUsage(before);
    ms.push((user + system) / 1_000);
  }
  return summary(ms);
}

/** Twenty brands, a community for every 100 lifts, a collector each, ages up to 25 years. */
async function writeLifts(store: EventStore, lifts: number): Promise<void> {
  const nowMs = systemClock.nowMs();
  const communities = Array.from({ length: Math.ceil(lifts / 100) }, (_, index) => ({
    id: firstId + index,
    name: `小区${index}`,
    address: '',
    area_id: 2 + (index % 2),
    property_id: index % 10 === 0 ? 301 : 302,
    lng: 120,
    lat: 30,
  }));
  const elevators = Array.from({ length: lifts }, (_, index) => {
    const community = communities[Math.floor(index / 100)];
    return {
      id: firstId + index,
      tag: `L-${index}`,
      addr: '',
      rescue_code: `L${index}`,
      registration_code: '',
      sos_tel: '',
      community_id: community?.id ?? 0,
      property_id: community?.property_id ?? null,
      maintenance_id: 401,
      brand_id: 1_000 + (index % 20),
      elevator_type: 2,
      install_at_ms: nowMs - ((index * 617) % (25 * 365)) * dayMs,
      floor_min: 1,
      floor_max: 9,
      lng: 120,
      lat: 30,
      maker_unit: '',
      manage_unit: '',
    };
  });
  await store.write(function* (queries) {
    yield* run(
      queries.insertInto('organizations').values(
        Array.from({ length: 20 }, (_, index) => ({
          id: 1_000 + index,
          org_type: 3,
          name: `品牌${index}`,
          contact_mobile: '',
          address: '',
        })),
      ),
    );
    for (let from = 0; from < communities.length; from += rowsAtOnce)
      yield* run(queries.insertInto('communities').values(communities.slice(from, from + rowsAtOnce)));
    for (let from = 0; from < elevators.length; from += rowsAtOnce) {
      const batch = elevators.slice(from, from + rowsAtOnce);
      yield* run(queries.insertInto('elevators').values(batch));
      yield* run(
        queries.insertInto('devices').values(
          batch.map(({ id }) => ({
            device_key: `B${id}`,
            elevator_id: id,
            device_type: 'COL',
            report_period_seconds: 5,
            secret_version: 1,
          })),
        ),
      );
      yield* run(
        queries.insertInto('device_states').values(
          batch.map(({ id }) => ({
            device_key: `B${id}`,
            elevator_id: id,
            status: id % 100 === 0 ? 2 : 1,
            load: 0,
            changed_at_ms: nowMs,
          })),
        ),
      );
    }
  });
}
