import type { Call } from '../../contract/call.ts';
import type { brandList } from '../../contract/endpoints/brand.ts';
import type { CompanyCalls } from '../../contract/endpoints/company.ts';
import type { SearchOptions } from '../../ui/Select/useLookup.ts';

/** Companies or brands by a part of the name; `list` is their list call. */
export const companySearch =
  (call: Call, list: CompanyCalls['list'] | typeof brandList): SearchOptions<number> =>
  async (keyword, signal) => {
    const found = await call(list, { keyword, sort: 'name', order: 'asc' }, { quiet: true, signal });
    return found.list.map(({ id, name, address }) => ({ value: id, label: name, detail: address }));
  };
