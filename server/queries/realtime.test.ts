import { describe, expect, it } from 'vitest';
import type { Telemetry } from '../../src/contract/device.ts';
import { unpackLifts, unpackStates } from '../../src/contract/compactFleet.ts';
import type { Responsible } from '../../src/contract/events/responsible.ts';
import { examplePrincipal, scopeOf } from '../../tests/support/examplePrincipal.ts';
import type { ElevatorInfo } from '../domain/city/directory.ts';
import { VirtualClock } from '../runtime/virtualClock.ts';
import { FleetState } from '../telemetry/fleetState.ts';
import { createRealtime } from './realtime.ts';

const responsible: Responsible = {
  communityId: 11,
  communityName: '',
  areaId: 2,
  fullArea: '',
  propertyId: 301,
  propertyName: '',
  maintenanceId: 401,
  maintenanceName: '',
  brandId: 201,
  brandName: '',
};
const lift = (id: number, propertyId: number): ElevatorInfo => ({
  id,
  tag: `T${id}`,
  addr: `翠湖路 ${id} 号`,
  rescueCode: '',
  sosTel: '',
  isCity: true,
  isScrapped: false,
  installAtMs: null,
  floorMin: -1,
  floorMax: 18,
  lng: 120 + id / 100,
  lat: 30,
  siteType: '',
  areaIds: [],
  responsible: { ...responsible, propertyId },
});
const report: Telemetry = {
  at: 1_000,
  service_mode: 1,
  car_status: 0,
  direction: 0,
  door_zone: true,
  floor: 3,
  door: 'open',
  people: 2,
};
const everybody = examplePrincipal();
const ofProperty = (id: number) => examplePrincipal({ scope: scopeOf({ propertyIds: [id] }) });

function openRealtime(admitWalk: () => void = () => {}) {
  const lifts = new Map([lift(1, 301), lift(2, 302), lift(3, 301)].map((info) => [info.id, info]));
  const directory = { generation: 1, elevators: () => lifts.values(), elevator: (id: number) => lifts.get(id) };
  const fleet = new FleetState();
  const clock = new VirtualClock();
  return { directory, fleet, clock, lifts, realtime: createRealtime({ fleet, directory, clock, admitWalk }) };
}
const put = (fleet: FleetState, id: number, floor: number) =>
  fleet.put(id, {
    deviceKey: `COL${id}`,
    report: { ...report, at: report.at + floor, floor },
    receivedAtMs: 5_000 + floor,
  });

describe('the realtime poll', () => {
  it('returns the whole fleet first, then only what changed', async () => {
    const { realtime, fleet, clock } = openRealtime();
    put(fleet, 1, 3);
    const first = realtime.read(everybody, {});
    expect(first).toMatchObject({
      fresh: true,
      columns: { id: [1, 2, 3], floor: [3, 1, 1], service_mode: [1, 7, 7], seen_ms: [5_003, 0, 0] },
    });
    await clock.advance(1_000);
    put(fleet, 2, 9);
    const second = realtime.read(everybody, { since: first.cursor });
    expect(second).toMatchObject({ fresh: false, columns: { id: [2], floor: [9] } });
    await clock.advance(1_000);
    expect(realtime.read(everybody, { since: second.cursor }).columns.id).toEqual([]);
  });

  it('says when a lift last reported, however long ago its picture changed', async () => {
    const { realtime, fleet, clock } = openRealtime();
    put(fleet, 1, 3);
    const { cursor } = realtime.read(everybody, {});
    await clock.advance(60_000);
    fleet.put(1, { deviceKey: 'COL1', report: { ...report, at: 61_003, floor: 3 }, receivedAtMs: 65_003 });
    expect(realtime.read(everybody, { since: cursor }).columns.id).toEqual([]);
    expect(realtime.read(everybody, { ids: [1] }).columns).toMatchObject({ id: [1], seen_ms: [65_003] });
  });

  it('shows no one a lift out of scope', () => {
    const { realtime } = openRealtime();
    expect(realtime.read(ofProperty(301), { lifts: true })).toMatchObject({
      columns: { id: [1, 3] },
      lifts: { id: [1, 3], tag: ['T1', 'T3'] },
    });
    expect(realtime.read(ofProperty(999), {}).columns.id).toEqual([]);
    expect(realtime.read(examplePrincipal({ scope: scopeOf({}) }), {}).columns.id).toEqual([]);
  });

  it('takes ids and a viewport', () => {
    const { realtime } = openRealtime();
    expect(realtime.read(everybody, { ids: [3, 7] }).columns.id).toEqual([3]);
    expect(realtime.read(everybody, { ids: [3, 2, 3], lifts: true })).toMatchObject({
      columns: { id: [3, 2] },
      lifts: { id: [3, 2], addr: ['翠湖路 3 号', '翠湖路 2 号'] },
    });
    expect(realtime.read(everybody, { lifts: true }).lifts).not.toHaveProperty('addr');
    expect(realtime.read(everybody, { viewport: [120.015, 29, 120.025, 31] }).columns.id).toEqual([2]);
  });

  it('builds one response for all identical requests at the same moment, without losing a change', async () => {
    const { realtime, fleet, clock } = openRealtime();
    put(fleet, 1, 3);
    const first = realtime.read(everybody, {});
    expect(realtime.read(everybody, {})).toBe(first);
    put(fleet, 1, 4);
    expect(realtime.read(everybody, {})).toBe(first);
    await clock.advance(1_000);
    expect(realtime.read(everybody, { since: first.cursor }).columns).toMatchObject({ id: [1], floor: [4] });
  });

  it('asks before each walk through the whole city: for a new question, not for the same one again or for what changed', async () => {
    let walks = 0;
    const { realtime, fleet, clock } = openRealtime(() => (walks += 1));
    const first = realtime.read(everybody, {});
    realtime.read(everybody, {});
    realtime.read(everybody, { ids: [1, 2] });
    expect(walks).toBe(1);
    realtime.read(everybody, { viewport: [120, 29, 120.025, 31] });
    expect(walks).toBe(2);
    put(fleet, 1, 3);
    await clock.advance(1_000);
    realtime.read(everybody, { since: first.cursor });
    expect(walks).toBe(2);
    for (let change = 0; change < 20_001; change += 1) put(fleet, 2, change);
    await clock.advance(1_000);
    // As many changes as a whole city has: a cursor of long ago is no way round.
    realtime.read(everybody, { since: first.cursor });
    expect(walks).toBe(3);
  });

  it('refuses a walk that is not admitted, and goes on with what changed', async () => {
    let isAdmitted = true;
    const { realtime, fleet, clock } = openRealtime(() => {
      if (!isAdmitted) throw new Error('too often');
    });
    const { cursor } = realtime.read(everybody, {});
    isAdmitted = false;
    expect(() => realtime.read(everybody, { viewport: [120, 29, 120.025, 31] })).toThrow('too often');
    put(fleet, 1, 3);
    await clock.advance(1_000);
    expect(realtime.read(everybody, { since: cursor }).columns.id).toEqual([1]);
  });

  it('packs the whole fleet on request, and says the same; what changed since, and single lifts, come as always', async () => {
    const { realtime, fleet, clock } = openRealtime();
    put(fleet, 2, 7);
    const plain = realtime.read(everybody, { lifts: true });
    const { compact, columns, cursor } = realtime.read(everybody, { lifts: true, compact: true });
    if (compact?.lifts === undefined) throw new Error('the answer is not packed');
    const states = Object.entries(unpackStates(compact.columns)).map(([name, column]) => [
      name,
      Array.from(column, (value) => (Number.isNaN(value) ? null : value)),
    ]);
    expect([Object.fromEntries(states), unpackLifts(compact.lifts)]).toEqual([plain.columns, plain.lifts]);
    expect({ ids: columns.id, cursor }).toEqual({ ids: [], cursor: plain.cursor });
    put(fleet, 1, 3);
    await clock.advance(1_000);
    expect(realtime.read(everybody, { since: cursor, compact: true })).toMatchObject({ columns: { id: [1] } });
    expect(realtime.read(everybody, { ids: [2], compact: true })).toMatchObject({ columns: { id: [2] } });
  });

  it('does not tell how many lifts outside the scope have changed, nor whether one has', async () => {
    const { realtime, fleet, clock } = openRealtime();
    const cursors: string[] = [];
    for (const changes of [0, 0, 1, 40]) {
      for (let change = 0; change < changes; change += 1) put(fleet, 2, change);
      await clock.advance(1_000);
      cursors.push(realtime.read(ofProperty(301), {}).cursor);
    }
    expect(new Set(cursors).size).toBe(4);
    for (const cursor of cursors) {
      expect(cursor).toMatch(/^[\w-]{16}:[\w-]{22}$/);
      expect(Buffer.from(cursor.split(':')[1] ?? '', 'base64url').includes(Buffer.from([0, 0, 0, 0]))).toBe(false);
    }
    put(fleet, 3, 5);
    await clock.advance(1_000);
    for (const since of cursors) expect(realtime.read(ofProperty(301), { since }).columns.id).toEqual([3]);
  });

  it('starts afresh after a change of scope, filter or base data, and with a cursor of another process', async () => {
    const { realtime, directory, clock, lifts } = openRealtime();
    const { cursor } = realtime.read(everybody, {});
    expect(realtime.read(everybody, { since: cursor }).fresh).toBe(false);
    expect(realtime.read(ofProperty(301), { since: cursor }).fresh).toBe(true);
    expect(realtime.read(everybody, { since: cursor, ids: [1] }).fresh).toBe(true);
    expect(openRealtime().realtime.read(everybody, { since: cursor }).fresh).toBe(true);
    for (const nonsense of ['', ':', 'x:1', `${cursor}9999999999999999`, 'a:b:c'])
      expect(realtime.read(everybody, { since: nonsense }).fresh).toBe(true);
    lifts.set(4, lift(4, 301));
    directory.generation = 2;
    await clock.advance(10);
    expect(realtime.read(everybody, { since: cursor })).toMatchObject({ fresh: true, columns: { id: [1, 2, 3, 4] } });
  });
});
