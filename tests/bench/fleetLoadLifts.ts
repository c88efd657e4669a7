import type { EventStore } from '../../server/store/eventStore.ts';
import { addLifts } from '../support/moreLifts.ts';

/** The lifts of the load, beside those of the small city. */
export const firstLoadLiftId = 10_000;
export const loadDeviceKey = (elevatorId: number): string => `LOAD${elevatorId}`;

/** Known and online already: what is measured is the stream of reports, not the first minute of a site. */
export const writeLoadLifts = (
  store: EventStore,
  { lifts, periodSeconds }: { readonly lifts: number; readonly periodSeconds: number },
): Promise<void> =>
  addLifts(store, {
    firstId: firstLoadLiftId,
    count: lifts,
    deviceKeyOf: loadDeviceKey,
    periodSeconds,
    areOnline: true,
  });
