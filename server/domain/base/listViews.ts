import type * as z from 'zod';
import type { OutputOf, ParsedInputOf } from '../../../src/contract/endpoint.ts';
import {
  listViewFields,
  mostViews,
  type listViews,
  type listViewSave,
} from '../../../src/contract/endpoints/listView.ts';
import { refusalCodes } from '../../../src/contract/envelope.ts';
import {
  run,
  UniqueConflictError,
  type EventStore,
  type Queries,
  type TransactionSteps,
} from '../../store/eventStore.ts';
import type { ListViewTable } from '../../store/rowTables.ts';
import { NotFound, Refusal } from '../refusal.ts';

type View = OutputOf<typeof listViews>[number];

/** A user's own views. What is stored and no longer fits is left out. */
export async function readListViews({ rows }: EventStore, userId: number): Promise<View[]> {
  const found = await rows
    .selectFrom('list_views')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('list_name')
    .orderBy('name')
    .execute();
  return found.flatMap((row) => {
    const parsed = toFields(row);
    return parsed === undefined ? [] : [{ id: row.id, ...parsed }];
  });
}

function toFields(row: ListViewTable): z.output<typeof listViewFields> | undefined {
  const parsed = listViewFields.safeParse({
    list: row.list_name,
    name: row.name,
    params: JSON.parse(row.params),
    hidden: JSON.parse(row.hidden),
    is_default: row.is_default === 1,
  });
  return parsed.success ? parsed.data : undefined;
}

const sameName = () =>
  new Refusal('已有同名视图，请换一个名称', refusalCodes.invalid, [
    { field: 'name', message: '已有同名视图，请换一个名称' },
  ]);

/** Saves a view of this user's. Throws NotFound for another's id; Refusal for a name that is taken and for one view too many. */
export async function saveListView(
  store: EventStore,
  userId: number,
  { id: known, list, name, params, hidden, is_default }: ParsedInputOf<typeof listViewSave>,
): Promise<{ id: number }> {
  const id = known ?? (await store.nextId('listView'));
  const row = {
    list_name: list,
    name,
    params: JSON.stringify(params),
    hidden: JSON.stringify(hidden),
    is_default: is_default ? 1 : 0,
  } as const;
  try {
    await store.write(function* (queries) {
      if (known === undefined) yield* requireRoom(queries, userId, list);
      if (is_default)
        yield* run(
          queries
            .updateTable('list_views')
            .set({ is_default: 0 })
            .where('user_id', '=', userId)
            .where('list_name', '=', list),
        );
      if (known === undefined) {
        yield* run(queries.insertInto('list_views').values({ id, user_id: userId, ...row }));
        return;
      }
      const [own] = yield* run(
        queries.selectFrom('list_views').select('id').where('id', '=', id).where('user_id', '=', userId),
      );
      if (own === undefined) throw new NotFound('视图不存在');
      yield* run(queries.updateTable('list_views').set(row).where('id', '=', id).where('user_id', '=', userId));
    });
  } catch (error) {
    throw error instanceof UniqueConflictError ? sameName() : error;
  }
  return { id };
}

function* requireRoom(queries: Queries, userId: number, list: string): TransactionSteps {
  const own = yield* run(queries.selectFrom('list_views').select('list_name').where('user_id', '=', userId));
  if (own.filter(({ list_name: other }) => other === list).length >= mostViews.perList)
    throw new Refusal(`每个列表最多保存 ${mostViews.perList} 个视图，请先删除不用的`, refusalCodes.refused);
  if (own.length >= mostViews.inAll)
    throw new Refusal(`最多保存 ${mostViews.inAll} 个视图，请先删除不用的`, refusalCodes.refused);
}

/** Removes views of this user's; the ids of others are passed over as if they did not exist. Throws NotFound when none is theirs. */
export async function removeListViews(store: EventStore, userId: number, ids: readonly number[]): Promise<number> {
  return store.write(function* (queries) {
    const own = yield* run(
      queries
        .selectFrom('list_views')
        .select('id')
        .where('user_id', '=', userId)
        .where('id', 'in', [...ids]),
    );
    if (own.length === 0) throw new NotFound('视图不存在');
    yield* run(
      queries.deleteFrom('list_views').where(
        'id',
        'in',
        own.map(({ id }) => id),
      ),
    );
    return own.length;
  });
}
