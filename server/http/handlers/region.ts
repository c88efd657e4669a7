import type { Directory } from '../../domain/city/directory.ts';
import { createRegionDesk, liftsFollowRegion } from '../../domain/base/region.ts';
import { loadRegionTree } from '../../queries/region.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { OnTrouble } from '../../runtime/troubleLog.ts';
import type { EventStore } from '../../store/eventStore.ts';
import type { Handlers } from '../handlers.ts';
import { editHandlers } from '../rowHandlers.ts';

export interface RegionHandlerParts {
  readonly store: EventStore;
  readonly clock: Clock;
  readonly directory: Pick<Directory, 'reloadLifts'>;
  readonly onTrouble: OnTrouble;
}

export function regionHandlers(
  parts: RegionHandlerParts,
): Pick<Handlers, 'regionTree' | 'regionSave' | 'regionDelete'> {
  const { store, directory } = parts;
  const regions = createRegionDesk({ ...parts, onChanged: liftsFollowRegion(store, directory) });
  const regionCalls = editHandlers(regions);
  return {
    regionTree: ({ keyword }, { principal }) => loadRegionTree(store, principal, keyword),
    regionSave: regionCalls.save,
    regionDelete: regionCalls.remove,
  };
}
