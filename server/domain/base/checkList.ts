import { checkListFields, listVersionOf, type CheckListValues } from '../../../src/contract/entities/checkList.ts';
import { liftCategories } from '../../../src/contract/liftCategories.ts';
import { run, type Queries } from '../../store/eventStore.ts';
import { rowDesk, rowResource, type Judgement, type RowDeskParts } from '../rows/rowDesk.ts';
import { liftUse } from '../rows/rowUses.ts';
import { takenValue } from '../rows/takenValue.ts';
import { itemsOfRow } from '../visits/itemsOfVisit.ts';

/** A list belongs to no organisation, so it is changed only by those to whom all lifts that follow it belong, or by its author. */
const judgeOwner: Judgement<CheckListValues> = function* (queries, id, { name }, by) {
  if (id === null || by.scope.kind === 'all') return [];
  const { count, inScope } = yield* liftUse(queries, 'check_list_id', id, by);
  const [list] = yield* run(queries.selectFrom('check_lists').select('changed_by').where('id', '=', id));
  return (count === 0 ? list?.changed_by === by.userId : inScope === count)
    ? []
    : [{ field: 'name', message: `清单“${name}”由其他单位导入或使用，您不能更改；请换一个清单名称` }];
};

const judgeCategory: Judgement<CheckListValues> = function* (queries, id, { category }, by) {
  if (id === null) return [];
  const [list] = yield* run(queries.selectFrom('check_lists').select('category').where('id', '=', id));
  if (list === undefined || list.category === category) return [];
  const { count } = yield* liftUse(queries, 'check_list_id', id, by);
  return count === 0
    ? []
    : [{ field: 'category', message: '已有电梯使用这份清单，电梯类别不能更改；请换一个清单名称' }];
};

const versionOf = (queries: Queries, id: number) =>
  queries.selectFrom('check_lists').select('version').where('id', '=', id);

/** The makers' lists of items. They come from files alone; each change of one is its next version, which visits name and keep. */
export const createCheckListDesk = (parts: RowDeskParts<CheckListValues>) =>
  rowDesk(
    rowResource({
      noun: '专用清单',
      kind: 'checkList',
      table: 'check_lists',
      fields: checkListFields,
      toValues: ({ name, category, items }) => ({
        name,
        category: liftCategories.find((known) => known === category) ?? 'traction',
        items: itemsOfRow(items),
      }),
      *insert(queries, id, { name, category, items }, by) {
        yield* run(
          queries.insertInto('check_lists').values({
            id,
            name,
            category,
            items: JSON.stringify(items),
            version: 1,
            list_version: listVersionOf(name, 1),
            changed_at_ms: parts.clock.nowMs(),
            changed_by: by.userId,
          }),
        );
      },
      *update(queries, id, { name, category, items }, by) {
        const [before] = yield* run(versionOf(queries, id));
        const version = (before?.version ?? 0) + 1;
        yield* run(
          queries
            .updateTable('check_lists')
            .set({
              name,
              category,
              items: JSON.stringify(items),
              version,
              list_version: listVersionOf(name, version),
              changed_at_ms: parts.clock.nowMs(),
              changed_by: by.userId,
            })
            .where('id', '=', id),
        );
      },
      problems: [
        takenValue('name', '已有同名的清单', (queries, { name }) =>
          queries.selectFrom('check_lists').select('id').where('name', '=', name),
        ),
        judgeOwner,
        judgeCategory,
      ],
      *usedBy(queries, id, by, leaving) {
        return [yield* liftUse(queries, 'check_list_id', id, by, leaving)];
      },
    }),
    parts,
  );
