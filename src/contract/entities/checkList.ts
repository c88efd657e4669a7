import * as z from 'zod';
import { defineRows } from '../defineRows.ts';
import { liftCategories } from '../liftCategories.ts';
import { requiredLine } from '../rows.ts';
import { checkItemSchema, kindOfItem, type CheckItem } from '../visits/checkItem.ts';
import { cycleKinds, depthOf, type CycleKind } from '../visits/visitKinds.ts';
import { liftCategoryLabels } from './elevatorFields.ts';

/** A visit of a year asks every item of its list, and its record takes so many. */
export const mostListItems = 200;
const mostNameLength = 40;

/** A maker's list for lifts of its own kind (TSG T5002-2017, article 2): it comes from a file, and a later file of its name is its next version. */
export const checkListFields = z.object({
  name: requiredLine('清单名称', mostNameLength),
  category: z.enum(liftCategories, '请填写电梯类别'),
  items: z.array(checkItemSchema).min(1, '清单没有项目').max(mostListItems, `一份清单最多 ${mostListItems} 项`),
});
export type CheckListValues = z.output<typeof checkListFields>;

/** Lists in the log. */
export const checkListRows = defineRows({
  kind: 'checkList',
  label: '专用清单',
  logged: checkListFields,
  words: { items: '项目' },
  values: { category: liftCategoryLabels },
});

/** The list's version, as every record names it: `迅达消防员电梯 第 2 版`. */
export const listVersionOf = (name: string, version: number): string => `${name} 第 ${version} 版`;

/** The code of an item by its kind and its number in the file, built as the standard's are: `M-2-05` is asked from the quarter on. */
export const codeOfItem = (kind: CycleKind, number: number): string =>
  `M-${depthOf(kind)}-${String(number).padStart(2, '0')}`;

/** Returns the number of items of each kind. */
export function countByKind(items: readonly Pick<CheckItem, 'code'>[]): Readonly<Record<CycleKind, number>> {
  const count = (kind: CycleKind): number => items.filter(({ code }) => kindOfItem(code) === kind).length;
  return { halfMonth: count('halfMonth'), quarter: count('quarter'), halfYear: count('halfYear'), year: count('year') };
}

/** Kinds of visits for which a list has no item of its own: article 6 demands all four. */
export const missingKinds = (items: readonly Pick<CheckItem, 'code'>[]): readonly CycleKind[] => {
  const counts = countByKind(items);
  return cycleKinds.filter((kind) => counts[kind] === 0);
};

/** A list as users see it among the others. */
export const checkListRowSchema = z.object({
  id: z.number(),
  name: z.string(),
  category: z.enum(liftCategories),
  /** Counts the imports of this name, and their undoing. */
  version: z.number(),
  item_num: z.number(),
  /** Items of each kind alone; a visit asks those of the shallower kinds, too. */
  kind_nums: z.object({ halfMonth: z.number(), quarter: z.number(), halfYear: z.number(), year: z.number() }),
  /** Lifts of the caller that follow it, scrapped ones left out. */
  elevator_num: z.number(),
  changed_at: z.string(),
});
export type CheckListRow = z.infer<typeof checkListRowSchema>;

/** A list with its items, and the versions that it has had, newest first. */
export const checkListDetailSchema = checkListRowSchema.extend({
  items: z.array(
    z.object({
      code: z.string(),
      kind: z.enum(cycleKinds),
      name: z.string(),
      requirement: z.string(),
      is_test: z.boolean(),
    }),
  ),
  versions: z.array(
    z.object({
      version: z.number(),
      at: z.string(),
      item_num: z.number(),
      /** It took the import before it back. */
      is_undo: z.boolean(),
    }),
  ),
});
export type CheckListDetail = z.infer<typeof checkListDetailSchema>;
