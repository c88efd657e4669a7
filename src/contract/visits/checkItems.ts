import type { LiftCategory } from '../liftCategories.ts';
import { itemsAskedBy, type CheckItem, type ItemAnswer } from './checkItem.ts';
import { standardItems } from './standardItems.ts';
import { appendixOf, type VisitKind } from './visitKinds.ts';

/**
 * The items of a visit by TSG T5002-2017: a deeper visit asks its own and all shallower ones (A: 31, 44, 59, 76). An extra visit
 * has the shallowest list unless it names its items.
 */
export function standardItemsOf(category: LiftCategory, kind: VisitKind): readonly CheckItem[] {
  const appendix = appendixOf[category];
  const items = standardItems
    .filter(([code]) => code.startsWith(appendix))
    .map(([code, name, requirement, demands]) => ({ code, name, requirement, ...demands }));
  return itemsAskedBy(items, kind);
}

/** May a visit answer that the item is not due this time? */
export const mayBeNotDue = ({ ownCycle, season }: CheckItem): boolean => ownCycle !== undefined || season !== undefined;

/** As much of an item as judging an answer needs. */
export interface AskedItem {
  readonly limit?: CheckItem['limit'];
  readonly isTest: boolean;
  readonly mayBeNotDue: boolean;
}

export const askedItem = (item: CheckItem): AskedItem => ({
  limit: item.limit,
  isTest: item.isTest === true,
  mayBeNotDue: mayBeNotDue(item),
});

/** Is a measured value within the item's limit? True where it has none. */
const isWithinLimit = ({ limit }: AskedItem, value: number): boolean =>
  limit === undefined || ((limit.min ?? -Infinity) <= value && value <= (limit.max ?? Infinity));

/** The limit in words: `≥7 mm`, `0–2 %`. Empty without one. */
export function limitText({ limit }: Pick<CheckItem, 'limit'>): string {
  if (limit === undefined) return '';
  const { min, max, unit } = limit;
  if (min !== undefined && max !== undefined) return `${min}–${max} ${unit}`;
  return min === undefined ? `≤${max ?? ''} ${unit}` : `≥${min} ${unit}`;
}

/** An answer as a worker's telephone sends it. */
export interface GivenAnswer {
  readonly code: string;
  readonly answer: ItemAnswer;
  readonly note?: string | undefined;
  readonly value?: number | undefined;
  readonly photos?: readonly string[] | undefined;
}

/** Returns the missing part of an answer, in Chinese; undefined if nothing. Telephone and server ask the same. */
export function answerProblem(item: AskedItem, given: GivenAnswer | undefined): string | undefined {
  if (given === undefined) return '请逐项作答';
  const { answer, note = '', value, photos = [] } = given;
  const hasNote = note.trim() !== '';
  if (answer === 'notApplicable') return hasNote ? undefined : '请填写不涉及的原因';
  if (answer === 'notDue') return item.mayBeNotDue ? undefined : '该项每次都须执行';
  if (answer === 'abnormal') {
    if (!hasNote) return '请说明异常情况';
    return photos.length === 0 ? '请拍照' : undefined;
  }
  if (item.limit !== undefined) {
    if (value === undefined) return '请填写实测值';
    if (!isWithinLimit(item, value)) return `实测值超出要求（${limitText(item)}），请选择异常`;
  }
  if (answer === 'adjusted' && !hasNote) return '请说明调整内容';
  return item.isTest && photos.length === 0 ? '试验项目须拍照' : undefined;
}
