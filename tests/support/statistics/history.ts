import { elevatorFields, liftStates } from '../../../src/contract/entities/elevatorFields.ts';
import { dayStartMs } from '../../../src/contract/time.ts';
import { createElevatorDesk, readElevator } from '../../../server/domain/base/elevator.ts';
import { keepResponsibility } from '../../../server/domain/city/responsibility.ts';
import { readSteps } from '../../../server/domain/rows/rowDesk.ts';
import { projections } from '../../../server/lifecycleEntries.ts';
import { VirtualClock } from '../../../server/runtime/virtualClock.ts';
import { run, type AppendRequest } from '../../../server/store/eventStore.ts';
import { failOnTrouble } from '../importDesks.ts';
import { openTestStore } from '../openTestStore.ts';
import { principalOf, smallCity, writeSmallCity } from '../smallCity.ts';
import { diceOf, infoOf, recordMakers, type KnownRecord, type Organizations } from './madeRecords.ts';

const dayMs = 86_400_000;

/** The organisations that had a lift, and whether it was in use, from then on until the next. */
interface Held extends Organizations {
  readonly fromMs: number;
  readonly isInUse: boolean;
}

export interface KnownLift {
  readonly id: number;
  /** Epoch ms, null if not entered; and the first day of use, or empty. */
  readonly installAtMs: number | null;
  readonly putIntoUseOn: string;
  readonly held: Held[];
}

const siteOf: Readonly<Record<number, string>> = { 11: 'residential', 12: 'office', 13: '' };
const areaOf: Readonly<Record<number, number>> = { 11: 2, 12: 3, 13: 4 };
export const siteTypeOf = (communityId: number): string => siteOf[communityId] ?? '';

/** Six lifts: one without a brand, one without an age, one put into use in July, one in a region two levels below the top. */
const newLifts: readonly (Omit<KnownLift, 'held'> & Omit<Organizations, 'areaId'>)[] = [
  {
    id: 101,
    communityId: 11,
    propertyId: 301,
    brandId: 201,
    maintenanceId: 401,
    installAtMs: Date.UTC(2019, 4, 1),
    putIntoUseOn: '',
  },
  {
    id: 102,
    communityId: 12,
    propertyId: 302,
    brandId: 201,
    maintenanceId: 402,
    installAtMs: Date.UTC(2005, 8, 1),
    putIntoUseOn: '',
  },
  {
    id: 103,
    communityId: 11,
    propertyId: 301,
    brandId: null,
    maintenanceId: 402,
    installAtMs: Date.UTC(2012, 1, 9),
    putIntoUseOn: '',
  },
  { id: 104, communityId: 13, propertyId: null, brandId: 202, maintenanceId: 401, installAtMs: null, putIntoUseOn: '' },
  {
    id: 105,
    communityId: 12,
    propertyId: 301,
    brandId: 202,
    maintenanceId: null,
    installAtMs: Date.UTC(2026, 5, 2),
    putIntoUseOn: '2026-07-10',
  },
  {
    id: 106,
    communityId: 13,
    propertyId: 302,
    brandId: 201,
    maintenanceId: 401,
    installAtMs: Date.UTC(2023, 2, 3),
    putIntoUseOn: '2023-04-01',
  },
];

/** Opens a small city whose lifts and records the test knows as well as the store. `random` gives numbers in [0, 1). */
export async function openHistory(random: () => number, databaseUrl: string | undefined) {
  const clock = new VirtualClock();
  const opened = await openTestStore({ clock, projections, databaseUrl });
  const { store } = opened;
  await writeSmallCity(store);
  await store.write(function* (queries) {
    yield* run(
      queries
        .insertInto('areas')
        .values([
          { id: 4, parent_id: 2, name: '湖西街道', full_name: '云川市东湖区湖西街道', path: '/1/2/4/', is_city: 1 },
        ]),
    );
    yield* run(
      queries.insertInto('organizations').values([
        { id: 202, org_type: 3, name: '天梯', contact_mobile: '', address: '' },
        // Has no lift, and so no row.
        { id: 403, org_type: 5, name: '无梯维保', contact_mobile: '', address: '' },
      ]),
    );
    yield* run(
      queries
        .insertInto('communities')
        .values([{ id: 13, name: '湖西苑', address: '', area_id: 4, property_id: null, lng: 120.1, lat: 30.2 }]),
    );
    for (const id of [11, 12])
      yield* run(
        queries
          .updateTable('communities')
          .set({ site_type: siteTypeOf(id) })
          .where('id', '=', id),
      );
    const [pattern] = yield* run(queries.selectFrom('elevators').selectAll().where('id', '=', 101));
    if (pattern === undefined) throw new Error('the small city has a lift');
    for (const lift of newLifts) {
      const row = {
        ...pattern,
        id: lift.id,
        code: '',
        tag: `L-${lift.id}`,
        rescue_code: String(100_000 + lift.id),
        registration_code: '',
        community_id: lift.communityId,
        property_id: lift.propertyId,
        brand_id: lift.brandId,
        maintenance_id: lift.maintenanceId,
        install_at_ms: lift.installAtMs,
        put_into_use_on: lift.putIntoUseOn,
        lng: lift.communityId === 12 ? 120.4 : 120.1,
        lat: lift.communityId === 12 ? 30.4 : 30.2,
      };
      if (lift.id <= 102) yield* run(queries.updateTable('elevators').set(row).where('id', '=', lift.id));
      else yield* run(queries.insertInto('elevators').values(row));
    }
    yield* keepResponsibility(queries, {}, 'installation');
  });
  const desk = createElevatorDesk({ store, clock, onTrouble: failOnTrouble });
  const editor = await principalOf(store, smallCity.users.super);
  const lifts: KnownLift[] = newLifts.map(({ id, installAtMs, putIntoUseOn, ...organizations }) => ({
    id,
    installAtMs,
    putIntoUseOn,
    held: [
      { ...organizations, areaId: areaOf[organizations.communityId] ?? 0, fromMs: installAtMs ?? 0, isInUse: true },
    ],
  }));
  const records: KnownRecord[] = [];
  let lastId = 0;
  const { below, one } = diceOf(random);
  const makers = recordMakers(random);

  /** A lift gets another company, or goes out of use or back into it. */
  async function change(): Promise<void> {
    const lift = one(lifts);
    const held = lift.held.at(-1);
    const values = await readSteps(store.rows, readElevator(store.rows, lift.id));
    if (held === undefined || values === undefined) throw new Error('the lift has a row');
    const isAboutState = random() < 0.4;
    const next: Held = isAboutState
      ? { ...held, isInUse: !held.isInUse, fromMs: clock.nowMs() }
      : { ...held, maintenanceId: one([401, 402]), propertyId: one([301, 302]), fromMs: clock.nowMs() };
    await desk.save(editor, {
      ...elevatorFields.parse(values),
      id: lift.id,
      maintenance_id: next.maintenanceId,
      property_id: next.propertyId,
      state: next.isInUse ? liftStates.inUse : one([liftStates.outOfUse, liftStates.scrapped]),
      state_reason: next.isInUse ? '' : '整机大修',
    });
    lift.held.push(next);
  }

  const liftAfter = new Map<string, number>();

  /** Lifts call, fail and alarm between then and now; a record names who had its lift at its moment. */
  async function happen(fromMs: number, num: number): Promise<void> {
    const stories: AppendRequest[] = [];
    for (let left = num; left > 0; left -= 1) {
      const table = one(['rescue', 'exception', 'alarm'] as const);
      const lift = one(lifts);
      const raisedAtMs = fromMs + below(clock.nowMs() - fromMs - 3 * dayMs);
      const held = lift.held.findLast((row) => row.fromMs <= raisedAtMs);
      // A lift has one open record of a kind at a time.
      const place = `${table} ${lift.id}`;
      if (held === undefined || raisedAtMs < (liftAfter.get(place) ?? 0)) continue;
      liftAfter.set(place, raisedAtMs + 3 * dayMs);
      lastId += 1;
      const { story, known } = makers[table](lastId, infoOf(lift.id, held), raisedAtMs);
      stories.push(story);
      records.push({
        table,
        liftId: lift.id,
        raisedAtMs,
        areaId: held.areaId,
        communityId: held.communityId,
        propertyId: held.propertyId,
        brandId: held.brandId,
        maintenanceId: held.maintenanceId,
        isFalse: false,
        isHidden: false,
        people: null,
        kind: '',
        acceptedAtMs: null,
        arrivedAtMs: null,
        releasedAtMs: null,
        handledAtMs: null,
        dueAtMs: raisedAtMs + 24 * 3_600_000,
        ...known,
      });
    }
    await Promise.all(stories.map((story) => store.append(story)));
  }

  return { clock, store, lifts, records, below, one, change, happen, dispose: () => opened.dispose() };
}
export type History = Awaited<ReturnType<typeof openHistory>>;

/** The moment from which a lift can count: put into use, else installed. */
export const startOf = ({ putIntoUseOn, installAtMs }: KnownLift): number =>
  putIntoUseOn === '' ? (installAtMs ?? 0) : dayStartMs(putIntoUseOn);
