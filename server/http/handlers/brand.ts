import { namedCalls } from '../../../src/contract/rowCalls.ts';
import { createBrandDesk } from '../../domain/base/brand.ts';
import type { Directory } from '../../domain/city/directory.ts';
import { listBrands } from '../../queries/brand.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { OnTrouble } from '../../runtime/troubleLog.ts';
import type { EventStore } from '../../store/eventStore.ts';
import type { Handlers } from '../handlers.ts';
import { rowHandlers } from '../rowHandlers.ts';

export interface BrandHandlerParts {
  readonly store: EventStore;
  readonly clock: Clock;
  readonly directory: Pick<Directory, 'renameCompany'>;
  readonly onTrouble: OnTrouble;
}

/** The list is a query, the rest a desk. */
export function brandHandlers(parts: BrandHandlerParts): Pick<Handlers, 'brandList' | 'brandSave' | 'brandDelete'> {
  const { store, directory } = parts;
  const brands = createBrandDesk({
    ...parts,
    // A new brand has no lift yet, and a removed one has none left, so nothing in memory refers to either.
    onChanged: async ({ id, before, after }) => {
      if (before !== null && after !== null && before.name !== after.name)
        await directory.renameCompany('brand', id, after.name);
    },
  });
  return namedCalls('brand', rowHandlers(brands, store, listBrands));
}
