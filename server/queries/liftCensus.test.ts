import { setImmediate as nextTurn } from 'node:timers/promises';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Principal } from '../access/principal.ts';
import { isInScope } from '../access/scope.ts';
import type { ElevatorInfo } from '../domain/city/directory.ts';
import { examplePrincipal, scopeOf } from '../../tests/support/examplePrincipal.ts';
import { FleetState } from '../telemetry/fleetState.ts';
import { installedBeforeMs } from '../../src/contract/liftAge.ts';
import { fullYearsAt, oldestYears, unknownAge } from './liftAge.ts';
import { LiftCensus, type LiftCounts, type LiftGroup } from './liftCensus.ts';

const nowMs = Date.parse('2026-11-21T12:00:00+08:00');
const yearMs = 365 * 86_400_000;

interface Described {
  readonly id: number;
  readonly community: number;
  readonly brand: number | null;
  readonly years: number | null;
  readonly isScrapped: boolean;
}
const toLift = ({ id, community, brand, years, isScrapped }: Described): ElevatorInfo => ({
  id,
  tag: `T${id}`,
  addr: '',
  rescueCode: '',
  sosTel: '',
  isCity: true,
  isScrapped,
  installAtMs: years === null ? null : nowMs - years * yearMs,
  floorMin: 1,
  floorMax: 2,
  lng: 0,
  lat: 0,
  siteType: '',
  areaIds: [],
  responsible: {
    communityId: community,
    communityName: '',
    areaId: community % 2,
    fullArea: '',
    propertyId: (community % 3) + 1,
    propertyName: '',
    maintenanceId: null,
    maintenanceName: '',
    brandId: brand,
    brandName: brand === null ? '' : `品牌 ${brand}`,
  },
});
const callers = [
  examplePrincipal(),
  examplePrincipal({ scope: scopeOf({ areaIds: [1] }) }),
  examplePrincipal({ scope: scopeOf({ brandIds: [2], communityIds: [4] }) }),
  examplePrincipal({ scope: scopeOf({}) }),
];

function openCity() {
  const lifts = new Map<number, ElevatorInfo>();
  const directory = { generation: 0, elevators: () => lifts.values() };
  const fleet = new FleetState();
  let head = 0;
  const store = { head: async () => head };
  return {
    lifts,
    fleet,
    census: new LiftCensus({ store, directory, fleet }),
    changed: () => (directory.generation += 1),
    commit: () => (head += 1),
  };
}
type City = ReturnType<typeof openCity>;

/** Lift by lift, with nothing kept. */
function countAfresh({ lifts, fleet }: City, { scope }: Principal, groupOf: (lift: ElevatorInfo) => number) {
  const groups = new Map<number, LiftCounts>();
  for (const lift of lifts.values()) {
    if (!isInScope(scope, lift.responsible) || (lift.isScrapped && !fleet.hasCall(lift.id))) continue;
    const before = groups.get(groupOf(lift)) ?? { lifts: 0, online: 0, offline: 0, calls: 0, dated: 0, ageMs: 0 };
    const stands = Number(!lift.isScrapped);
    const isDated = lift.installAtMs !== null;
    groups.set(groupOf(lift), {
      lifts: before.lifts + stands,
      online: before.online + (fleet.statusOf(lift.id) === 1 ? stands : 0),
      offline: before.offline + (fleet.statusOf(lift.id) === 2 ? stands : 0),
      calls: before.calls + Number(fleet.hasCall(lift.id)),
      dated: before.dated + (isDated ? stands : 0),
      ageMs: before.ageMs + (isDated ? stands * Math.max(0, nowMs - (lift.installAtMs ?? 0)) : 0),
    });
  }
  return groups;
}
const yearsOf = fullYearsAt(nowMs);
const groupings: Readonly<Record<LiftGroup, (lift: ElevatorInfo) => number>> = {
  all: () => 0,
  community: ({ responsible }) => responsible.communityId,
  brand: ({ responsible }) => responsible.brandId ?? 0,
  years: ({ installAtMs }) => (installAtMs === null ? unknownAge : yearsOf(installAtMs)),
};
const groups = ['all', 'community', 'brand', 'years'] as const;
const sorted = (counts: ReadonlyMap<number, LiftCounts>) => [...counts].toSorted(([one], [other]) => one - other);

const id = fc.integer({ min: 1, max: 12 });
const described = fc.record({
  id,
  community: fc.integer({ min: 1, max: 5 }),
  brand: fc.option(fc.integer({ min: 1, max: 3 })),
  years: fc.option(fc.integer({ min: -1, max: 30 })),
  isScrapped: fc.boolean(),
});
const change = fc.oneof(
  fc.record({ kind: fc.constant('written' as const), lift: described }),
  fc.record({ kind: fc.constant('deleted' as const), id }),
  fc.record({ kind: fc.constant('status' as const), id, status: fc.integer({ min: 0, max: 3 }) }),
  fc.record({ kind: fc.constant('call' as const), id, hasCall: fc.boolean() }),
);
type Change = typeof change extends fc.Arbitrary<infer One> ? One : never;

function make(city: City, one: Change): void {
  if (one.kind === 'status') city.fleet.setStatus(one.id, one.status);
  else if (one.kind === 'call') city.fleet.setCall(one.id, one.hasCall);
  else {
    if (one.kind === 'written') city.lifts.set(one.lift.id, toLift(one.lift));
    else city.lifts.delete(one.id);
    city.changed();
  }
}

describe('the census', () => {
  it('counts after any changes what a fresh count finds, for every caller and every grouping', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(change, { maxLength: 6 }), { maxLength: 8 }), async (steps) => {
        const city = openCity();
        for (const step of steps) {
          for (const one of step) make(city, one);
          for (const by of callers)
            for (const group of groups) {
              const counted = await city.census.count(by, { group, nowMs });
              expect(sorted(counted)).toEqual(sorted(countAfresh(city, by, groupings[group])));
            }
        }
      }),
      { numRuns: 60 },
    );
  });

  it('counts one brand only where asked, and knows the name that its lifts carry now', async () => {
    const city = openCity();
    const lift = { community: 1, brand: 2, years: 3, isScrapped: false };
    make(city, { kind: 'written', lift: { ...lift, id: 1 } });
    make(city, { kind: 'written', lift: { ...lift, id: 2, brand: 3 } });
    const caller = examplePrincipal();
    const counted = await city.census.count(caller, { group: 'years', nowMs, brandId: 2 });
    expect([...counted.values()].map(({ lifts }) => lifts)).toEqual([1]);
    expect(city.census.brandName(2)).toBe('品牌 2');
    const renamed = toLift({ ...lift, id: 1 });
    city.lifts.set(1, { ...renamed, responsible: { ...renamed.responsible, brandName: '新名' } });
    city.changed();
    await city.census.count(caller, { group: 'brand', nowMs });
    expect(city.census.brandName(2)).toBe('新名');
  });

  it('waits for what was committed before the question', async () => {
    const city = openCity();
    make(city, { kind: 'written', lift: { id: 1, community: 1, brand: null, years: null, isScrapped: false } });
    city.fleet.log.reached(0);
    city.commit();
    const caller = examplePrincipal();
    const answers: ReadonlyMap<number, LiftCounts>[] = [];
    const counting = city.census.count(caller, { group: 'all', nowMs }).then((counted) => answers.push(counted));
    // Whatever could answer without waiting has done so by now.
    await nextTurn();
    city.fleet.setStatus(1, 1);
    city.fleet.log.reached(1);
    await counting;
    expect(answers.map((counted) => counted.get(0)?.online)).toEqual([1]);
  });
});

it('a lift turns a year older with the day of its anniversary, as its list has it', () => {
  for (const years of [1, 2, 5, 10, 99, oldestYears]) {
    expect(yearsOf(installedBeforeMs(nowMs, years) - 1)).toBe(years);
    expect(yearsOf(installedBeforeMs(nowMs, years))).toBe(years - 1);
  }
  expect(yearsOf(nowMs + yearMs)).toBe(0);
  expect(yearsOf(nowMs - 300 * yearMs)).toBe(oldestYears);
});
