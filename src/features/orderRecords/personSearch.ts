import type { Call } from '../../contract/call.ts';
import { personList } from '../../contract/endpoints/person.ts';
import type { SearchOptions } from '../../ui/Select/useLookup.ts';

const maintenanceType = 5;

/** People of maintenance companies by a part of the name. */
export const personSearch =
  (call: Call): SearchOptions<number> =>
  async (keyword, signal) => {
    const found = await call(
      personList,
      { keyword, org_type: maintenanceType, sort: 'name', order: 'asc' },
      { quiet: true, signal },
    );
    return found.list.map(({ id, name, organization_name: detail }) => ({ value: id, label: name, detail }));
  };
