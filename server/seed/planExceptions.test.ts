import { describe, expect, test } from 'vitest';
import { chinaOffsetMs } from '../../src/contract/time.ts';
import { lifecycleOf } from '../../src/machines/lifecycles.ts';
import type { ElevatorInfo } from '../domain/city/directory.ts';
import { exceptionStory } from './exceptionStory.ts';
import { dayMs, dayStartOf, planDay } from './planDay.ts';
import { planExceptions, type ExceptionLift } from './planExceptions.ts';
import { endOf, type PlannedException } from './plannedException.ts';

const nowMs = Date.UTC(2026, 5, 1, 4);
const days = 120;
const lifts = Array.from({ length: 1_000 }, (_, index): ExceptionLift => ({
  id: index + 1,
  installAtMs: nowMs - (2 + (index % 18)) * 365 * dayMs,
  isCity: true,
  communityId: 1 + Math.floor(index / 33),
}));
const planOf = (daysAgo: number): readonly PlannedException[] => {
  const startMs = dayStartOf(nowMs) - daysAgo * dayMs;
  return planExceptions(lifts, planDay(lifts, startMs, nowMs, 1), startMs, nowMs, 1);
};
const planned = Array.from({ length: days }, (_, index) => planOf(index + 1)).flat();
const of = <Prefix extends PlannedException['prefix']>(prefix: Prefix) =>
  planned.filter((one): one is Extract<PlannedException, { prefix: Prefix }> => one.prefix === prefix);
const shareOf = <Item>(items: readonly Item[], fits: (item: Item) => boolean): number =>
  items.filter(fits).length / items.length;
const hourOf = ({ raisedAtMs }: PlannedException): number => new Date(raisedAtMs + chinaOffsetMs).getUTCHours();
const has = (type: string) => (one: PlannedException) => one.steps.some((step) => step.type === type);

const responsible = {
  communityId: 11,
  communityName: '翠湖花园',
  areaId: 2,
  fullArea: '云川市东湖区',
  propertyId: 301,
  propertyName: '安居物业',
  maintenanceId: 401,
  maintenanceName: '捷安维保',
  brandId: 201,
  brandName: '峻达',
};
const elevator = (id: number): ElevatorInfo => ({
  id,
  tag: `CH-${id}`,
  addr: '1 栋 1 单元',
  rescueCode: '',
  sosTel: '',
  isCity: true,
  isScrapped: false,
  installAtMs: null,
  floorMin: 1,
  floorMax: 18,
  lng: 120.1,
  lat: 30.2,
  siteType: '',
  areaIds: [2],
  responsible,
});

describe('the past of faults, scooters and incidents', () => {
  test('is the same for the same seed, in order of time, and over before the present', () => {
    expect(planOf(3)).toEqual(planOf(3));
    const today = planOf(0);
    expect(today.length).toBeGreaterThan(0);
    expect(today.every((one) => endOf(one) < nowMs)).toBe(true);
    expect(
      planned.every(({ raisedAtMs, steps }) =>
        [{ atMs: raisedAtMs }, ...steps].every(
          ({ atMs }, index, all) => index === 0 || atMs > (all[index - 1]?.atMs ?? 0),
        ),
      ),
    ).toBe(true);
  });

  test('takes only steps that the lifecycles allow, from the report to the end', () => {
    const illegal = planned.flatMap((one, index) => {
      const { stream, events } = exceptionStory(index + 1, one, {
        elevator: elevator(one.elevatorId),
        children: one.prefix === 'incident' ? one.childIds.map(elevator) : [],
        staff: new Map([[301, { kind: 'user', id: 6, name: '王芳', roleType: 3 }]]),
        alarmId: null,
        causeNames: new Map(),
      });
      const lifecycle = lifecycleOf(stream);
      if (lifecycle === undefined) return [stream];
      let state = lifecycle.initial();
      for (const { type, data, atMs, actor } of events) {
        if (actor === undefined) return [`${stream} ${type}: nobody`];
        const event = lifecycle.parseEvent({ type, data, atMs, receivedAtMs: atMs, actor });
        if (!lifecycle.can(state, event)) return [`${stream} ${type}: ${lifecycle.explainRefusal(state, event)}`];
        state = lifecycle.apply(state, event);
      }
      return lifecycle.isClosed(state) ? [] : [`${stream} is still open`];
    });
    expect(illegal).toEqual([]);
  });

  test('keeps to its rates: 8 scooters and 7 faults a day, one of twelve no scooter, one of twenty no fault', () => {
    expect(of('scooter').length / days).toBeCloseTo(8, -0.2);
    expect(of('fault').length / days).toBeCloseTo(7, -0.2);
    expect(of('incident').length / days).toBeCloseTo(5, -0.2);
    expect(shareOf(of('scooter'), has('scooter.judgedFalse'))).toBeCloseTo(0.08, 1);
    expect(shareOf(of('scooter'), has('scooter.deadlinePassed'))).toBeLessThan(0.2);
    expect(shareOf(of('fault'), has('fault.judgedFalse'))).toBeCloseTo(0.05, 1);
    expect(of('fault').filter(has('fault.reopened')).length).toBeGreaterThan(5);
    expect(of('fault').filter(has('fault.deadlinePassed')).length).toBeGreaterThan(20);
    expect(planned.filter(({ steps }) => steps.some(({ type }) => type.endsWith('.commented'))).length).toBeGreaterThan(
      30,
    );
  });

  test('has doors as the first cause of faults, then people, then power and water', () => {
    const causes = of('fault').flatMap(({ steps }) =>
      steps.flatMap(({ data }) => ('cause' in data && typeof data.cause === 'string' ? [data.cause] : [])),
    );
    const levels = ['3', '1', '2', '5', '6', '4', '7'];
    const shares = levels.map((top) => shareOf(causes, (cause) => cause.startsWith(top)));
    expect(shares.slice(0, 3)).toEqual(shares.slice(0, 3).toSorted((a, b) => b - a));
    expect(shares[0]).toBeCloseTo(0.32, 1);
    expect(Math.min(...shares)).toBeGreaterThan(0);
    const external = causes.filter((cause) => cause.startsWith('2'));
    expect(shareOf(external, (cause) => cause === '201')).toBeCloseTo(0.59, 1);
  });

  test('has inspections and fire tests in working hours, and faults when lifts are busy', () => {
    const onPurpose = of('incident').filter(({ kind }) => kind === 'inspection' || kind === 'fireReturn');
    expect(onPurpose.every((one) => hourOf(one) >= 8 && hourOf(one) < 17)).toBe(true);
    const night = shareOf(of('fault'), (one) => hourOf(one) < 6);
    const evening = shareOf(of('fault'), (one) => hourOf(one) >= 17 && hourOf(one) < 20);
    expect(evening).toBeGreaterThan(3 * night);
  });

  test('has power cuts of at least three lifts of one community, every car of which someone confirmed empty', () => {
    const cuts = of('incident').filter(({ childIds }) => childIds.length > 0);
    expect(cuts.length).toBeGreaterThan(3);
    for (const { childIds, steps } of cuts) {
      expect(childIds.length).toBeGreaterThanOrEqual(3);
      expect(new Set(childIds.map((id) => lifts[id - 1]?.communityId)).size).toBe(1);
      expect(steps.filter(({ type }) => type === 'incident.swept')).toHaveLength(childIds.length);
    }
  });
});
