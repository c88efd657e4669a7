import { createFaultCauseDesk } from '../../domain/records/faultCause.ts';
import { listFaultCauses } from '../../queries/faultCause.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { OnTrouble } from '../../runtime/troubleLog.ts';
import type { EventStore } from '../../store/eventStore.ts';
import type { Handlers } from '../handlers.ts';
import { saveOf } from '../rowHandlers.ts';

export interface FaultCauseHandlerParts {
  readonly store: EventStore;
  readonly clock: Clock;
  readonly onTrouble: OnTrouble;
}

/** The catalogue of causes. */
export function faultCauseHandlers(parts: FaultCauseHandlerParts): Pick<Handlers, 'faultCauseList' | 'faultCauseSave'> {
  const causes = createFaultCauseDesk(parts);
  return {
    faultCauseList: async (_input, { principal }) => ({ list: await listFaultCauses(parts.store, principal) }),
    faultCauseSave: saveOf(causes),
  };
}
