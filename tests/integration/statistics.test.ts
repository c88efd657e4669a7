import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { elevatorList } from '../../src/contract/endpoints/elevator.ts';
import { liftStates } from '../../src/contract/entities/elevatorFields.ts';
import type { Principal } from '../../server/access/principal.ts';
import { elevatorScopeCondition } from '../../server/access/scope.ts';
import { rulesActor } from '../../server/domain/actors.ts';
import { createDomain } from '../../server/domain/createDomain.ts';
import { createDeviceDesk } from '../../server/domain/devices/deviceDesk.ts';
import { openException } from '../../server/domain/records/openException.ts';
import { openItems, projections } from '../../server/lifecycleEntries.ts';
import { listElevators } from '../../server/queries/elevator.ts';
import { countOpenByArea } from '../../server/queries/openByArea.ts';
import { countByAge, countByArea, countByAreaInDetail, countByBrand } from '../../server/queries/stats.ts';
import { countWaitingWork } from '../../server/queries/waitingWork.ts';
import { systemClock } from '../../server/runtime/clock.ts';
import { run } from '../../server/store/eventStore.ts';
import { agedLifts, agedNowMs, writeAgedLifts } from '../support/agedLifts.ts';
import { openCensus, type OpenCensus } from '../support/openCensus.ts';
import { openTestStore, type TestStore } from '../support/openTestStore.ts';
import { postgresOfFile } from '../support/postgresOfFile.ts';
import { principalOf, smallCity, writeSmallCity } from '../support/smallCity.ts';

const { users } = smallCity;
const postgres = postgresOfFile();

/** The place of a store: a folder, and on PostgreSQL a database besides. */
interface Place {
  readonly dataDir: string;
  readonly databaseUrl?: string;
}
const newFolder = () => mkdtemp(join(tmpdir(), 'tian-statistics-'));
const stores = [
  ['SQLite', 'sqlite', async (): Promise<Place> => ({ dataDir: await newFolder() })],
  [
    'PostgreSQL',
    'postgres',
    async (): Promise<Place> => ({ dataDir: await newFolder(), databaseUrl: await postgres.createDatabase() }),
  ],
] as const;

/** The areas of a tree together. */
const sumOf = ({ areas }: Awaited<ReturnType<typeof countByArea>>) => {
  const sum = (read: (area: (typeof areas)[number]) => number) => areas.reduce((total, area) => total + read(area), 0);
  return {
    elevator_num: sum((area) => area.elevator_num),
    online_num: sum((area) => area.online_num),
    offline_num: sum((area) => area.offline_num),
    call_num: sum((area) => area.call_num),
  };
};

describe.each(stores)('the statistics of lifts on %s', (_name, _kind, place) => {
  let opened: TestStore;
  let counted: OpenCensus;
  beforeAll(async () => {
    opened = await openTestStore({ ...(await place()), clock: systemClock, projections });
    await writeSmallCity(opened.store);
    await writeAgedLifts(opened.store);
    counted = await openCensus(opened.store);
  });
  afterAll(async () => {
    await counted.close();
    await opened.dispose();
  });

  const by = (userId: number = users.super) => principalOf(opened.store, userId);
  const list = async (query: object) =>
    listElevators(
      opened.store,
      (await createDomain({ store: opened.store, clock: systemClock })).settings,
      await by(),
      elevatorList.input.parse({ page_size: 100, ...query }),
      agedNowMs,
    );

  it('each age group counts the very lifts that the list shows for it', async () => {
    const { groups, total, detail } = await countByAge(counted, await by(), agedNowMs, { detail: true });
    const listed = await Promise.all(
      groups.map(({ years_start: yearsStart, years_end: yearsEnd }) =>
        list({ yearsStart: yearsStart ?? undefined, yearsEnd: yearsEnd ?? undefined }),
      ),
    );
    expect(listed.map((page) => page.list.map(({ tag }) => tag).toSorted())).toEqual(
      [0, 1, 2, 3].map((group) =>
        agedLifts
          .filter((lift) => lift.group === group)
          .map(({ tag }) => tag)
          .toSorted(),
      ),
    );
    expect(listed.map((page) => page.total)).toEqual(groups.map(({ value }) => value));
    expect(groups.reduce((sum, { value }) => sum + value, detail?.unknown.value ?? 0)).toBe(total);
    expect(detail?.by_year.map(({ years, value }) => [years, value])).toEqual([
      [0, 2],
      [4, 1],
      [5, 1],
      [9, 1],
      [10, 1],
      [14, 1],
      [15, 1],
      [40, 1],
    ]);
  });

  it('each year says how many of its lifts are online and how old they are on average; a lift of the future is no minus', async () => {
    const { total, detail } = await countByAge(counted, await by(), agedNowMs, {
      yearsStart: 10,
      yearsEnd: 5,
      detail: true,
    });
    expect({ total, detail }).toMatchObject({
      total: 2,
      detail: { fleet_total: agedLifts.length, unknown: { value: 1, online_num: 1 } },
    });
    expect(detail?.by_year.slice(0, 4)).toEqual([
      { years: 0, value: 2, online_num: 1, average_years: 0 },
      { years: 4, value: 1, online_num: 0, average_years: 5 },
      { years: 5, value: 1, online_num: 1, average_years: 5 },
      { years: 9, value: 1, online_num: 0, average_years: 10 },
    ]);
  });

  it('sorts by installation, unknown last in both directions', async () => {
    const [descending, ascending] = await Promise.all(
      ['desc', 'asc'].map(async (order) => (await list({ sort: 'install_at', order })).list.map(({ tag }) => tag)),
    );
    const dated = agedLifts.filter(({ installAtMs }) => installAtMs !== null).map(({ tag }) => tag);
    expect(descending).toEqual([...dated, 'X-UNKNOWN']);
    expect(ascending).toEqual([...dated.toReversed(), 'X-UNKNOWN']);
  });

  it('a list by state, keyword and age holds every lift that fits, page by page', async () => {
    const reporting = agedLifts.filter((_, index) => index % 2 === 1).map(({ tag }) => tag);
    expect((await list({ status: 1, sort: 'tag', order: 'asc' })).list.map(({ tag }) => tag)).toEqual(
      reporting.toSorted(),
    );
    expect(await list({ status: 2 })).toMatchObject({ total: agedLifts.length - reporting.length });
    expect(await list({ status: 0 })).toMatchObject({ total: 0 });
    expect(
      (await list({ keyword: 'EXACTLY', yearsEnd: 10, sort: 'tag', order: 'asc' })).list.map(({ tag }) => tag),
    ).toEqual(['C-EXACTLY-10', 'D-EXACTLY-15']);
    const pages = await Promise.all([1, 2, 3].map((page) => list({ page, page_size: 4 })));
    expect(pages.flatMap((page) => page.list.map(({ id }) => id))).toEqual(
      agedLifts.map((_, index) => 501 + index).toReversed(),
    );
    expect(pages[0]).toMatchObject({ total: agedLifts.length, max_page: 3 });
  });

  it('brands and communities show age, online lifts and confirmed entrapments of a year; lifts without a brand count apart', async () => {
    const domain = await createDomain({ store: opened.store, clock: systemClock });
    const dispatcher = await by(users.dispatcher1);
    const complete = async (elevatorId: number, wasTrapped: boolean) => {
      const { orderId } = await domain.rescue.phoneIn(dispatcher, {
        elevatorId,
        callerPhone: '13800000000',
        requestId: `trapped-${elevatorId}`,
      });
      await domain.rescue.accept(dispatcher, { orderId });
      await domain.rescue.step(dispatcher, {
        id: orderId,
        event: 'rescue.completed',
        data: {
          peopleNum: wasTrapped ? 2 : 0,
          cause: 'door',
          wasTrapped,
          injuredNum: 0,
          vulnerableNum: 0,
          handedTo: 'none',
          calledBack: false,
        },
      });
    };
    await complete(503, true);
    await complete(504, true);
    await complete(505, false);
    const nowMs = systemClock.nowMs();
    expect(await countByBrand(counted, await by(), nowMs, { detail: true })).toMatchObject({
      total: 2,
      unknown: 3,
      trapped_days: 365,
      brands: [
        { id: 202, name: '恒升', value: 4, online_num: 2, average_years: expect.any(Number), trapped_num: 2 },
        { id: 201, value: 3, trapped_num: 0 },
      ],
    });
    const tree = await countByAreaInDetail(counted, await by(), nowMs);
    expect(tree.areas.flatMap(({ communities }) => communities)).toMatchObject([
      { id: 11, elevator_num: 9, trapped_num: 2, average_years: expect.any(Number) },
      { id: 12, elevator_num: 1, online_num: 0, trapped_num: 0 },
    ]);

    const later = nowMs + 366 * 86_400_000;
    expect(
      (await countByBrand(counted, await by(), later, { detail: true })).brands.map(
        ({ trapped_num: trapped }) => trapped,
      ),
    ).toEqual([0, 0]);
    const withoutRescues = { ...(await by()), permissions: new Set(['elevator.view'] as const) };
    expect((await countByBrand(counted, withoutRescues, nowMs, { detail: true })).brands[0]).not.toHaveProperty(
      'trapped_num',
    );
    const property = await by(users.property);
    expect((await countByAreaInDetail(counted, property, nowMs)).areas).toMatchObject([
      { elevator_num: 9, communities: [{ id: 11 }] },
    ]);
  });

  /** Counts by the rows themselves, one lift at a time. */
  async function countRows(who: Principal) {
    const rows = await opened.store.rows
      .selectFrom('elevators as e')
      .innerJoin('communities as c', 'c.id', 'e.community_id')
      .leftJoin('devices as d', (join) => join.onRef('d.elevator_id', '=', 'e.id').on('d.device_type', '=', 'COL'))
      .leftJoin('device_states as s', 's.device_key', 'd.device_key')
      .leftJoin('open_rescues as r', 'r.elevator_id', 'e.id')
      .where(() => elevatorScopeCondition(who.scope))
      .where('e.state', '<>', liftStates.scrapped)
      .select(['s.status', 'r.order_id'])
      .execute();
    const count = (isCounted: (row: (typeof rows)[number]) => boolean): number => rows.filter(isCounted).length;
    return {
      elevator_num: rows.length,
      online_num: count(({ status }) => status === 1),
      offline_num: count(({ status }) => status === 2),
      call_num: count(({ order_id: orderId }) => orderId !== null),
    };
  }
  it('every figure of the fleet is up to date when it is asked for, and the same in the tree, its details, the ages and the tiles', async () => {
    const domain = await createDomain({ store: opened.store, clock: systemClock });
    const { directory, devices, rescue } = domain;
    const following = await openCensus(opened.store, { directory });
    const desk = createDeviceDesk({
      store: opened.store,
      clock: systemClock,
      directory,
      commands: domain.commands,
      disconnectDevice: () => undefined,
    });
    const deviceOf = (elevatorId: number) => {
      const device = devices.findDevice(`COL000${elevatorId}`);
      if (device === undefined) throw new Error('the lift has no device');
      return device;
    };
    const everyone = await by();
    const own = await by(users.property);
    const changes: readonly (() => Promise<unknown>)[] = [
      async () =>
        rescue.phoneIn(await by(users.dispatcher1), {
          elevatorId: 506,
          callerPhone: '13800000000',
          requestId: 'live-506',
        }),
      () => devices.recordReported(deviceOf(501), 1),
      () => devices.recordLost(deviceOf(501), 'disconnected'),
      () => devices.recordReported(deviceOf(509), 1),
      () => desk.disable(everyone, 'COL000502', '检修'),
      () => desk.unbind(everyone, 'COL000504', '更换'),
      () =>
        desk.bind(everyone, {
          elevatorId: 504,
          deviceKey: 'COL-NEW',
          deviceType: 'COL',
          vendor: 'standard',
          model: '',
          firmware: '',
          reportPeriodSeconds: 5,
          isRescueTerminal: false,
        }),
      async () => {
        await opened.store.write(function* (queries) {
          yield* run(queries.updateTable('elevators').set({ state: liftStates.scrapped }).where('id', '=', 508));
        });
        await domain.reloadLifts({ elevatorIds: [508] });
      },
    ];
    for (const change of changes) {
      await change();
      const nowMs = systemClock.nowMs();
      for (const who of [everyone, own]) {
        const rows = await countRows(who);
        expect(sumOf(await countByArea(following, who, nowMs))).toEqual(rows);
        expect(sumOf(await countByAreaInDetail(following, who, nowMs))).toEqual(rows);
        const { detail } = await countByAge(following, who, nowMs, { detail: true });
        expect({
          lifts: detail?.fleet_total,
          online: detail?.by_year.reduce((sum, year) => sum + year.online_num, detail.unknown.online_num),
        }).toEqual({ lifts: rows.elevator_num, online: rows.online_num });
        expect(await countWaitingWork({ ...following, openItems }, who, nowMs)).toMatchObject({
          elevator_total: rows.elevator_num,
          elevator_online: rows.online_num,
          elevator_offline: rows.offline_num,
        });
      }
    }
    await following.close();
  });

  it('what is open in a district counts its scooters and faults in scope, and nothing without the overview', async () => {
    const { directory, settings } = await createDomain({ store: opened.store, clock: systemClock });
    const open = async (
      isOwn: boolean,
      wish: { type: 2; isDoorHeld: boolean } | { type: 3; phenomenon: 'notRunning'; rescueOrderId: null },
    ) => {
      const elevator = [...directory.elevators()].find(({ responsible }) => (responsible.propertyId === 301) === isOwn);
      if (elevator === undefined) throw new Error('there is no such lift');
      await openException(
        { store: opened.store, clock: systemClock, settings },
        {
          ...wish,
          elevator,
          source: 'alarm',
          deviceKey: '',
          code: '',
          level: 2,
          alarmId: null,
          actor: rulesActor,
          atMs: systemClock.nowMs(),
          late: false,
          messageId: `open-${elevator.id}-${wish.type}`,
        },
      );
      return elevator.responsible.areaId;
    };
    const areaId = await open(true, { type: 2, isDoorHeld: false });
    await open(true, { type: 3, phenomenon: 'notRunning', rescueOrderId: null });
    const farId = await open(false, { type: 3, phenomenon: 'notRunning', rescueOrderId: null });
    const [all, own] = [
      await countOpenByArea(opened.store, await by()),
      await countOpenByArea(opened.store, await by(users.property)),
    ];
    expect(all(areaId)).toEqual({ scooter_num: 1, fault_num: areaId === farId ? 2 : 1 });
    expect(own(areaId)).toEqual({ scooter_num: 1, fault_num: 1 });
    const blind = { ...(await by()), permissions: new Set(['elevator.view'] as const) };
    expect((await countOpenByArea(opened.store, blind))(areaId)).toEqual({});
  });
});
