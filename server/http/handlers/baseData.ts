import type { Clock } from '../../runtime/clock.ts';
import { createBrandDesk } from '../../domain/brand.ts';
import type { Directory } from '../../domain/directory.ts';
import { createPersonDesk } from '../../domain/person.ts';
import { listBrands } from '../../queries/brand.ts';
import { listPeople, listPersonOrganizations } from '../../queries/person.ts';
import type { EventStore } from '../../store/eventStore.ts';
import type { Handlers } from '../handlers.ts';

export interface BaseDataHandlerParts {
  readonly store: EventStore;
  readonly clock: Clock;
  readonly directory: Directory;
  readonly onTrouble: (trouble: string, error: unknown) => void;
}

type BaseDataHandlers = Pick<Handlers, 'brandList' | 'brandSave' | 'brandDelete' | 'personList' | 'personSave' | 'personDelete' | 'personOrganizations'>;

/** Lists, saves and removals of base data: the list is a query, the rest a desk. */
export function baseDataHandlers(parts: BaseDataHandlerParts): BaseDataHandlers {
  const { store, directory } = parts;
  const brands = createBrandDesk({
    ...parts,
    // A new brand has no lift yet, and one that is removed has none any more: nothing in memory knows either.
    onChanged: async ({ id, before, after }) => {
      if (before !== null && after !== null && before.name !== after.name) await directory.renameBrand(id, after.name);
    },
  });
  const people = createPersonDesk(parts);
  return {
    brandList: (input, { principal }) => listBrands(store, principal, input),
    brandSave: (input, { principal }) => brands.save(principal, input),
    brandDelete: (ids, { principal }) => brands.remove(principal, ids),
    personList: (input, { principal }) => listPeople(store, principal, input),
    personSave: (input, { principal }) => people.save(principal, input),
    personDelete: (ids, { principal }) => people.remove(principal, ids),
    personOrganizations: (input, { principal }) => listPersonOrganizations(store, principal, input),
  };
}
