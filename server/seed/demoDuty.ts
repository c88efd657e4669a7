import type { EventActor, EventStore, Queries, TransactionSteps } from '../store/eventStore.ts';
import { run } from '../store/eventStore.ts';
import type { Clock } from '../runtime/clock.ts';
import { createLadderDesk, createRotaDesk } from '../domain/base/ladder.ts';

const doneKey = 'demo.duty';
const importer: EventActor = { kind: 'system', id: 'demo', name: '演示数据' };
const everyDay = [1, 2, 3, 4, 5, 6, 7];
const workdays = [1, 2, 3, 4, 5];

interface DemoCompany {
  readonly id: number;
  readonly org_type: number;
}

/** The people of a company, by their ids. */
function* peopleOf(queries: Queries, { id, org_type }: DemoCompany): TransactionSteps<readonly number[]> {
  const rows = yield* run(
    queries
      .selectFrom('people')
      .select('id')
      .where('org_type', '=', org_type)
      .where('org_id', '=', id)
      .orderBy('id')
      .limit(3),
  );
  return rows.map((row) => row.id);
}

/** Two people share day and night; of a third company nobody stands in on Saturdays from two to six. */
const shiftsOf = (ids: readonly number[], hasGap: boolean) => {
  const [first, second = first] = ids;
  if (first === undefined || second === undefined) return [];
  const night = (days: readonly number[]) => ({ days, from: '20:00', to: '08:00', person_ids: [second] });
  const day = { days: everyDay, from: '08:00', to: '20:00', person_ids: [first] };
  if (!hasGap) return [day, night(everyDay)];
  return [
    day,
    night([...workdays.slice(0, 4), 6, 7]),
    { days: [5], from: '20:00', to: '02:00', person_ids: [second] },
    { days: [6], from: '06:00', to: '08:00', person_ids: [second] },
  ];
};

/**
 * Gives the demo city rotas of two property companies and a maintenance company, whose people have numbers that ring nobody, and the
 * log its default ladder. A store of any age gets them once.
 */
export async function addDemoDuty(store: EventStore, clock: Clock): Promise<void> {
  const isDone = await store.rows.selectFrom('store_meta').select('key').where('key', '=', doneKey).executeTakeFirst();
  if (isDone !== undefined) return;
  const nowMs = clock.nowMs();
  const rotaIds = await store.write(function* (queries) {
    const properties = yield* run(
      queries.selectFrom('organizations').select(['id', 'org_type']).where('org_type', '=', 4).orderBy('id').limit(2),
    );
    const maintenance = yield* run(
      queries.selectFrom('organizations').select(['id', 'org_type']).where('org_type', '=', 5).orderBy('id').limit(1),
    );
    const taken = yield* run(queries.selectFrom('rotas').select(['id', 'org_type', 'org_id']));
    const written: number[] = [];
    let id = Math.max(0, ...taken.map((row) => row.id));
    for (const [index, company] of [...properties, ...maintenance].entries()) {
      if (taken.some((row) => row.org_type === company.org_type && row.org_id === company.id)) continue;
      const shifts = shiftsOf(yield* peopleOf(queries, company), index === 1);
      if (shifts.length === 0) continue;
      id += 1;
      yield* run(
        queries.insertInto('rotas').values({
          id,
          org_type: company.org_type,
          org_id: company.id,
          shifts: JSON.stringify(shifts),
          overrides: '[]',
        }),
      );
      written.push(id);
    }
    yield* run(queries.insertInto('store_meta').values({ key: doneKey, value: String(nowMs) }));
    return written;
  });
  const parts = {
    store,
    clock,
    onTrouble: (_trouble: string, error: unknown) => {
      throw error;
    },
  };
  await createRotaDesk(parts).recordInserted(rotaIds, importer, nowMs);
  await createLadderDesk(parts).recordInserted([1], importer, nowMs);
}
