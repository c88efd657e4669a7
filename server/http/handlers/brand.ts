import { createBrandDesk } from '../../domain/brand.ts';
import type { Directory } from '../../domain/directory.ts';
import { listBrands } from '../../queries/brand.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { EventStore } from '../../store/eventStore.ts';
import type { Handlers } from '../handlers.ts';

export interface BrandHandlerParts {
  readonly store: EventStore;
  readonly clock: Clock;
  readonly directory: Pick<Directory, 'reload'>;
}

/** The list is a query, the rest a desk. */
export function brandHandlers({ store, clock, directory }: BrandHandlerParts): Pick<Handlers, 'brandList' | 'brandSave' | 'brandDelete'> {
  const brands = createBrandDesk({ store, clock, onChanged: () => directory.reload() });
  return {
    brandList: (input, { principal }) => listBrands(store, principal, input),
    brandSave: (input, { principal }) => brands.save(principal, input),
    brandDelete: (ids, { principal }) => brands.remove(principal, ids),
  };
}
