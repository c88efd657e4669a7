import type { Call } from '../../contract/call.ts';
import { communityList } from '../../contract/endpoints/community.ts';
import type { SearchOptions } from '../../ui/Select/useLookup.ts';

/** Communities by a part of the name. */
export const communitySearch =
  (call: Call): SearchOptions<number> =>
  async (keyword, signal) => {
    const found = await call(communityList, { keyword, sort: 'name', order: 'asc' }, { quiet: true, signal });
    return found.list.map(({ id, name, full_area: detail }) => ({ value: id, label: name, detail }));
  };
