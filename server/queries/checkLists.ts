import { sql } from 'kysely';
import type { OutputOf, ParsedInputOf } from '../../src/contract/endpoint.ts';
import type { checkListDetail, checkListList } from '../../src/contract/endpoints/visitPlanning.ts';
import { countByKind, type CheckListRow } from '../../src/contract/entities/checkList.ts';
import { liftStates } from '../../src/contract/entities/elevatorFields.ts';
import { baseDataEvents } from '../../src/contract/events/baseData.ts';
import { liftCategories } from '../../src/contract/liftCategories.ts';
import { streamName } from '../../src/contract/streamName.ts';
import { toWireTime } from '../../src/contract/time.ts';
import { kindOfItem, type CheckItem } from '../../src/contract/visits/checkItem.ts';
import type { Principal } from '../access/principal.ts';
import { elevatorScopeCondition } from '../access/scope.ts';
import { NotFound } from '../domain/refusal.ts';
import { itemsOfRow } from '../domain/visits/itemsOfVisit.ts';
import type { EventStore } from '../store/eventStore.ts';
import { readsOf } from '../store/readsOf.ts';
import { listRows } from './listRows.ts';

/** The lists that are not the standard's, by name. They belong to no organisation. */
export const checkLists = (store: EventStore, by: Principal) =>
  readsOf(store, by).selectFrom('check_lists').select(['id', 'name', 'category']).orderBy('name').execute();

/** The lists, each with the number of the caller's lifts that follow it. */
function listsFor(store: EventStore, by: Principal) {
  const lifts = sql<number>`(select count(*) from elevators e join communities c on c.id = e.community_id
    where e.check_list_id = l.id and e.state <> ${sql.lit(liftStates.scrapped)} and ${elevatorScopeCondition(by.scope)})`;
  const from = readsOf(store, by).selectFrom('check_lists as l');
  const select = (lists: typeof from) => lists.selectAll('l').select(lifts.as('elevator_num'));
  return { from, select };
}
type ListRow = Awaited<ReturnType<ReturnType<ReturnType<typeof listsFor>['select']>['execute']>>[number];

function toRow(row: ListRow, items: readonly CheckItem[]): CheckListRow {
  return {
    id: row.id,
    name: row.name,
    category: liftCategories.find((name) => name === row.category) ?? 'traction',
    version: row.version,
    item_num: items.length,
    kind_nums: countByKind(items),
    elevator_num: row.elevator_num,
    changed_at: toWireTime(row.changed_at_ms),
  };
}

export const listCheckLists = (
  store: EventStore,
  by: Principal,
  query: ParsedInputOf<typeof checkListList>,
): Promise<OutputOf<typeof checkListList>> =>
  listRows(query, {
    ...listsFor(store, by),
    toRow: (row) => toRow(row, itemsOfRow(row.items)),
    id: 'l.id',
    sorts: { name: 'l.name', changed_at: 'l.changed_at_ms' },
    keyword: ['l.name'],
  });

/** One list with its items and versions. Throws NotFound. */
export async function findCheckList(
  store: EventStore,
  by: Principal,
  id: number,
): Promise<OutputOf<typeof checkListDetail>> {
  const { from, select } = listsFor(store, by);
  const kept = await select(from).where('l.id', '=', id).executeTakeFirst();
  if (kept === undefined) throw new NotFound('专用清单不存在');
  const items = itemsOfRow(kept.items);
  const events = await store.readStream(streamName('checkList', id));
  const changes = events.map(({ version, receivedAtMs, data }) => ({
    version,
    receivedAtMs,
    ...baseDataEvents['checkList.changed'].parse(data),
  }));
  return {
    ...toRow(kept, items),
    items: items.map(({ code, name, requirement, isTest = false }) => ({
      code,
      kind: kindOfItem(code),
      name,
      requirement,
      is_test: isTest,
    })),
    versions: changes
      .map(({ version, receivedAtMs, after, import_id: importId }) => ({
        version,
        at: toWireTime(receivedAtMs),
        item_num: after?.items.length ?? 0,
        is_undo:
          importId !== undefined &&
          changes.some((earlier) => earlier.version < version && earlier.import_id === importId),
      }))
      .toReversed(),
  };
}
