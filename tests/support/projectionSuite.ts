import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { decide } from '../../server/domain/decide.ts';
import { projections } from '../../server/lifecycleEntries.ts';
import { VirtualClock } from '../../server/runtime/virtualClock.ts';
import { run, type EventActor, type EventStore, type InlineProjection } from '../../server/store/eventStore.ts';
import { machineTable } from '../../server/store/lifecycleTables.ts';
import { lifecycles, streamPrefixes, type AnyLifecycle, type StreamPrefix } from '../../src/machines/lifecycles.ts';
import { openTestStore, type TestStore } from './openTestStore.ts';
import { seededRandom } from './seededRandom.ts';

const actors: readonly EventActor[] = [
  { kind: 'user', id: 7, name: '张伟', roleType: 5 },
  { kind: 'device', id: 'COL-1', name: 'COL-1' },
  { kind: 'system', id: 'clock', name: '时钟' },
];

/** Members of a lifecycle's first event that name its record, where the prefix does not; a device keeps its name. */
const idMembers: { readonly [Prefix in StreamPrefix]?: readonly string[] } = {
  rescue: ['orderId', 'alarmId'],
  device: [],
  fault: ['exceptionId'],
  scooter: ['exceptionId'],
  incident: ['exceptionId'],
};
const namedId = (prefix: StreamPrefix, id: number): object =>
  Object.fromEntries((idMembers[prefix] ?? [`${prefix}Id`]).map((member) => [member, id]));

/** No two exceptions have the same id, of whatever lifecycle. */
const firstId = (prefix: StreamPrefix): number =>
  prefix === 'fault' ? 1_001 : prefix === 'scooter' ? 2_001 : prefix === 'incident' ? 3_001 : 1;

/** Steps that the machines allow, taken at random by people, devices and the clock, while the calendar is moved now and then. */
async function live(store: EventStore, clock: VirtualClock, random: () => number): Promise<void> {
  const pick = <Item>(items: readonly Item[]): Item | undefined => items[Math.floor(random() * items.length)];
  const ids = new Map<StreamPrefix, number>();
  for (let step = 0; step < 200; step += 1) {
    await clock.advance(1_000 * Math.ceil(random() * 40));
    if (step % 50 === 49)
      await store.append({
        stream: 'clock',
        expectedVersion: 'any',
        actor: { kind: 'system', id: 'clock', name: '时钟' },
        events: [
          { type: 'clock.stepped', data: { byMs: Math.round((random() - 0.5) * 600_000) }, atMs: clock.nowMs() },
        ],
      });
    const prefix = pick(streamPrefixes);
    const actor = pick(actors);
    if (prefix === undefined || actor === undefined) continue;
    const id = ids.get(prefix) ?? firstId(prefix);
    const lifecycle: AnyLifecycle = lifecycles[prefix];
    const { state } = await decide({ store, clock }, lifecycle, {
      stream: prefix === 'device' ? 'device-COL-1' : `${prefix}-${id}`,
      actor,
      choose(state, version) {
        const event = pick(
          lifecycle
            .examples(state, actor, clock.nowMs())
            .filter(
              (example) => lifecycle.can(state, example) && lifecycle.contradictions(state, example).length === 0,
            ),
        );
        if (event === undefined || version > 0) return event;
        return { type: event.type, data: Object.assign({}, event.data, namedId(prefix, id)) };
      },
    });
    if (prefix !== 'device' && lifecycle.isClosed(state)) ids.set(prefix, id + 1);
  }
}

async function rowsOf(store: EventStore, of: readonly InlineProjection[] = projections) {
  const read = async (table: InlineProjection['tables'][number]) => {
    const rows: readonly unknown[] = await store.rows.selectFrom(table).selectAll().execute();
    return [table, rows.map((row) => JSON.stringify(row)).toSorted()] as const;
  };
  return Object.fromEntries(await Promise.all(of.flatMap(({ tables }) => tables.map(read))));
}

/** The guarantees of every projection on either database; `databaseUrl` for PostgreSQL. */
export function projectionSuite(name: string, databaseUrl: () => Promise<string | undefined>): void {
  describe(name, { timeout: 60_000 }, () => {
    let clock: VirtualClock;
    let opened: TestStore;
    beforeEach(async () => {
      clock = new VirtualClock();
      opened = await openTestStore({ clock, projections, databaseUrl: await databaseUrl() });
    });
    afterEach(() => opened.dispose());

    test('each projection gives the same rows again when it alone is folded from event zero', async () => {
      const { store } = opened;
      await live(store, clock, seededRandom(20));
      const before = await rowsOf(store);
      for (const table of [
        'rescue_orders',
        'alarm_rescues',
        'alarms',
        'device_states',
        'device_commands',
        'exceptions',
        'exception_children',
        'exception_comments',
      ])
        expect(before[table]?.length, table).toBeGreaterThan(0);
      for (const { name } of projections) {
        await store.rebuild([name]);
        expect(await rowsOf(store), name).toEqual(before);
      }
    });

    test('a new version of one lifecycle rebuilds its rows, and leaves those of every other as they are', async () => {
      await live(opened.store, clock, seededRandom(31));
      const right = await rowsOf(opened.store);
      await opened.store.write(function* (queries) {
        for (const prefix of streamPrefixes)
          yield* run(queries.updateTable(machineTable(prefix)).set({ position: -1 }));
      });
      const marked = await rowsOf(opened.store);
      const raised = new Set<string>();
      for (const prefix of streamPrefixes) {
        raised.add(prefix);
        const changed = projections.map((projection) => {
          const version = projection.version + 1;
          // None of the earlier rows may serve: the store opens once they are all rebuilt.
          return raised.has(projection.name) ? { ...projection, version, servesFrom: version } : projection;
        });
        const store = await opened.reopen({ projections: changed });
        // Projections that write the same tables are rebuilt together.
        const rebuilt = new Set(projections.filter(({ name }) => raised.has(name)).flatMap(({ tables }) => tables));
        const isRaised = ({ tables }: InlineProjection) => tables.some((table) => rebuilt.has(table));
        const isLeft = (projection: InlineProjection) => !isRaised(projection);
        const chosen = (all: typeof right, of: readonly InlineProjection[]) =>
          Object.fromEntries(of.flatMap(({ tables }) => tables.map((table) => [table, all[table]])));
        expect(await rowsOf(store), prefix).toEqual({
          ...chosen(right, projections.filter(isRaised)),
          ...chosen(marked, projections.filter(isLeft)),
        });
      }
    });
  });
}
