import * as z from 'zod';
import { cycleKinds, depthOf, type CycleKind, type VisitKind } from './visitKinds.ts';

/** The list's version, as every record names it. */
export const standardListVersion = 'TSG T5002-2017';

/** The demands of an item beyond a look: see the notes under the appendices of TSG T5002-2017. */
const demands = {
  /** By the maker's manual, by maker and standard, or by a measured number; a plain check without it. */
  judge: z.enum(['manufacturer', 'standard', 'numeric']).optional(),
  /** To be tested (试验、测试、校验), which a photo shows. */
  isTest: z.boolean().optional(),
  limit: z.object({ min: z.number().optional(), max: z.number().optional(), unit: z.string().max(10) }).optional(),
  /** Calibrated at an interval of its own, so that most visits may answer that it is not due. */
  ownCycle: z.enum(['every24Months', 'every24MonthsThen12', 'every60Months']).optional(),
  season: z.enum(['beforeRain', 'beforeWinter']).optional(),
};

const itemCode = z.string().min(1).max(20);
/** The standard's longest has 77 characters. */
export const mostItemNameLength = 100;
const itemName = z.string().min(1).max(mostItemNameLength);

/** An item as a record names it. */
export const namedItem = { code: itemCode, name: itemName };

/** One line of a visit's list. */
export const checkItemSchema = z.object({
  ...namedItem,
  requirement: z.string().max(200),
  ...demands,
});
export type CheckItem = z.infer<typeof checkItemSchema>;
type ItemDemands = Omit<CheckItem, 'code' | 'name' | 'requirement'>;

const depthOfCode = (code: string): number => Number(code.split('-')[1]);

/** The kind of visit from which on an item is asked, by its code's middle number: `A-2-05` belongs to the quarter. */
export const kindOfItem = (code: string): CycleKind => cycleKinds[depthOfCode(code) - 1] ?? 'halfMonth';

/** Items of a list that a visit of this kind asks: a deeper one asks its own and all shallower ones, an extra one the shallowest. */
export const itemsAskedBy = <Item extends Pick<CheckItem, 'code'>>(
  items: readonly Item[],
  kind: VisitKind,
): readonly Item[] => items.filter(({ code }) => depthOfCode(code) <= Math.max(1, depthOf(kind)));

/** Code, name, requirement, demands. The code's middle number is the depth: `A-2-05` is asked from the quarter on. */
export type StandardItemRow = readonly [code: string, name: string, requirement: string, demands?: ItemDemands];

/** The finding of an item. An item has no answer until a worker gives one: there is no 'all normal'. */
export const itemAnswerLabels = {
  normal: '正常',
  adjusted: '已调整',
  abnormal: '异常',
  notApplicable: '不涉及',
  notDue: '本次无需执行',
} as const;
export type ItemAnswer = keyof typeof itemAnswerLabels;
