import { listExpiring } from '../../queries/expiring.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { EventStore } from '../../store/eventStore.ts';
import type { Handlers } from '../handlers.ts';

export const expiringHandlers = ({
  store,
  clock,
}: {
  readonly store: EventStore;
  readonly clock: Clock;
}): Pick<Handlers, 'expiringList'> => ({
  expiringList: (input, { principal }) => listExpiring(store, principal, input, clock.nowMs()),
});
