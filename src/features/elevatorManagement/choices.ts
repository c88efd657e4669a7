import type { Call } from '../../contract/call.ts';
import { brandList } from '../../contract/endpoints/brand.ts';
import { maintenanceCalls, propertyCalls, type CompanyCalls } from '../../contract/endpoints/company.ts';
import { communitySearch } from '../../parts/place/communitySearch.ts';
import type { SearchOptions } from '../../ui/Select/useLookup.ts';

const byName = { sort: 'name', order: 'asc' } as const;

/** The choices for the community and the companies of a lift, by a part of the name. */
export function liftChoices(call: Call) {
  const companies =
    ({ list }: CompanyCalls): SearchOptions<number> =>
    async (keyword, signal) => {
      const found = await call(list, { keyword, ...byName }, { quiet: true, signal });
      return found.list.map(({ id, name, address }) => ({ value: id, label: name, detail: address }));
    };
  const brands: SearchOptions<number> = async (keyword, signal) => {
    const found = await call(brandList, { keyword, ...byName }, { quiet: true, signal });
    return found.list.map(({ id, name, address }) => ({ value: id, label: name, detail: address }));
  };
  return {
    communities: communitySearch(call),
    brands,
    properties: companies(propertyCalls),
    maintainers: companies(maintenanceCalls),
  };
}
