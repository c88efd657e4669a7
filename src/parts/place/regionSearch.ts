import type { Call } from '../../contract/call.ts';
import { regionTree } from '../../contract/endpoints/region.ts';
import type { SearchOptions } from '../../ui/Select/useLookup.ts';
import { nodesOf } from './nodesOf.ts';
import { rankRegions } from './rankRegions.ts';

const mostChoices = 30;

/** Regions by a part of the name or the code, the best match first. */
export const regionSearch =
  (call: Call): SearchOptions<number> =>
  async (keyword, signal) =>
    rankRegions(
      nodesOf(await call(regionTree, keyword === '' ? {} : { keyword }, { quiet: true, signal }), 'area'),
      keyword,
    )
      .slice(0, mostChoices)
      .map(({ id, full_name: label, code }) => ({ value: id, label, detail: code }));
