import * as z from 'zod';
import { ageGroups } from '../../contract/endpoints/stats.ts';
import { ageFilterShape, badAgeFilter, isAgeFilter, type AgeFilter } from '../../contract/liftAge.ts';
import { withFilter } from '../../ui/list/urlState.ts';

/** The selection in the page's address; a range that no lift can be in is explained, never answered with an empty list. */
export type AgeAddress =
  { readonly kind: 'ok'; readonly filter: AgeFilter } | { readonly kind: 'bad'; readonly message: string };

export const ageKeys = ['yearsStart', 'yearsEnd', 'install_unknown'] as const;
const ageSchema = z.object(ageFilterShape).refine(isAgeFilter, badAgeFilter);

export function readAgeAddress(params: URLSearchParams): AgeAddress {
  // An empty member is one that is not there.
  const given = ageKeys.flatMap((key) => {
    const text = params.get(key)?.trim() ?? '';
    return text === '' ? [] : [[key, text] as const];
  });
  const read = ageSchema.safeParse(Object.fromEntries(given));
  if (read.success) return { kind: 'ok', filter: read.data };
  const [issue] = read.error.issues;
  return {
    kind: 'bad',
    message:
      issue?.path[0] === 'install_unknown'
        ? '“install_unknown” 只能为 true 或 false'
        : (issue?.message ?? badAgeFilter.message),
  };
}

/** The same list with other ages, as the address's query. */
export function toAgeSearch(
  params: URLSearchParams,
  { yearsStart, yearsEnd, install_unknown: isUnknown }: AgeFilter,
): string {
  return withFilter(params, {
    yearsStart: yearsStart === undefined ? null : String(yearsStart),
    yearsEnd: yearsEnd === undefined ? null : String(yearsEnd),
    install_unknown: isUnknown === true ? 'true' : null,
  }).toString();
}

/** `5–10 年`, `15 年以上`: at least, and less than. */
export function describeAges({ yearsStart, yearsEnd, install_unknown: isUnknown = false }: AgeFilter): string {
  if (isUnknown) return '安装日期未登记';
  const hasEnd = yearsEnd !== undefined && yearsEnd > 0;
  if (yearsStart !== undefined) return hasEnd ? `${yearsEnd}–${yearsStart} 年` : `${yearsStart} 年以下`;
  if (hasEnd) return `${yearsEnd} 年以上`;
  return yearsEnd === 0 ? '安装日期已登记' : '全部梯龄';
}

/** The choices with one click: all, the dashboard's four groups, and those of unknown age. */
export const ageChoices: readonly { readonly label: string; readonly filter: AgeFilter }[] = [
  { label: '全部梯龄', filter: {} },
  ...ageGroups.map(({ label, yearsStart, yearsEnd }) => ({ label, filter: { yearsStart, yearsEnd } })),
  { label: '安装日期未登记', filter: { install_unknown: true } },
];

export const isSameAges = (one: AgeFilter, other: AgeFilter): boolean =>
  ageKeys.every((key) => (one[key] ?? false) === (other[key] ?? false));

const idOf = (text: string | null): number | null =>
  text !== null && /^[1-9]\d{0,11}$/.test(text) ? Number(text) : null;
export const brandKey = 'brand';
export const readBrandId = (params: URLSearchParams): number | null => idOf(params.get(brandKey));
