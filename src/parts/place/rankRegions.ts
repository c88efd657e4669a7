import type { RegionNode } from '../../contract/entities/region.ts';

/** Returns how well a region fits the typed words: the lower the better; null for one that was found only because of what lies below it. */
function fitOf({ name, full_name, code }: RegionNode, words: string): number | null {
  if (name === words || code === words) return 0;
  if (name.startsWith(words)) return 1;
  if (name.includes(words)) return 2;
  if (code !== '' && code.startsWith(words)) return 3;
  return full_name.includes(words) ? 4 : null;
}

/**
 * The regions that a search offers, the best match first, so that Enter takes what was meant. The regions above a match, which a tree
 * shows too, are not among them. Without words all, in the order of the tree.
 */
export function rankRegions(regions: readonly RegionNode[], keyword: string): readonly RegionNode[] {
  const words = keyword.trim();
  if (words === '') return regions;
  return regions
    .flatMap((region) => {
      const fit = fitOf(region, words);
      return fit === null ? [] : [{ region, fit }];
    })
    .toSorted((a, b) => a.fit - b.fit || a.region.full_name.length - b.region.full_name.length)
    .map(({ region }) => region);
}
