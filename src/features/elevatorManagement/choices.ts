import { checkListChoices } from '../../contract/endpoints/visitPlanning.ts';
import type { Call } from '../../contract/call.ts';
import { brandList } from '../../contract/endpoints/brand.ts';
import { maintenanceCalls, propertyCalls } from '../../contract/endpoints/company.ts';
import { communitySearch } from '../../parts/place/communitySearch.ts';
import { companySearch } from '../../parts/place/companySearch.ts';

/** The choices for the community and the companies of a lift, by a part of the name. */
export function liftChoices(call: Call) {
  return {
    communities: communitySearch(call),
    brands: companySearch(call, brandList),
    properties: companySearch(call, propertyCalls.list),
    maintainers: companySearch(call, maintenanceCalls.list),
    checkLists: async (keyword: string) => {
      const { list } = await call(checkListChoices, {}, { quiet: true });
      return list.filter(({ name }) => name.includes(keyword)).map(({ id, name }) => ({ value: id, label: name }));
    },
  };
}
