import type { PlateRow } from '../../contract/endpoints/plate.ts';

/** The necessary parts of a plate, and whether one has them. */
const needed: readonly { readonly what: string; readonly isThere: (plate: PlateRow) => boolean }[] = [
  { what: '使用单位', isThere: ({ use_unit: use }) => use.name !== '' },
  { what: '使用单位电话', isThere: ({ use_unit: use }) => use.name === '' || use.telephone !== '' },
  { what: '维保单位', isThere: ({ maintenance }) => maintenance.name !== '' },
  { what: '维保单位电话', isThere: ({ maintenance }) => maintenance.name === '' || maintenance.telephone !== '' },
  { what: '注册代码', isThere: ({ registration_code: code }) => code !== '' },
  { what: '位置', isThere: ({ addr }) => addr !== '' },
];
const mostNamed = 5;

/** Returns the parts that these plates would leave blank: on how many, and the tags of the first few of them. */
export function missingOf(
  plates: readonly PlateRow[],
): readonly { readonly what: string; readonly count: number; readonly tags: readonly string[] }[] {
  return needed.flatMap(({ what, isThere }) => {
    const without = plates.filter((plate) => !isThere(plate));
    return without.length === 0
      ? []
      : [{ what, count: without.length, tags: without.slice(0, mostNamed).map(({ tag }) => tag) }];
  });
}
