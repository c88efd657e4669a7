import { createCommunityNoticeDesk } from '../../domain/base/communityNotice.ts';
import type { Directory } from '../../domain/city/directory.ts';
import { createOutageDesk } from '../../domain/records/outageDesk.ts';
import { listOutages } from '../../queries/outage.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { EventStore } from '../../store/eventStore.ts';
import type { Handlers } from '../handlers.ts';

export interface OutageHandlerParts {
  readonly store: EventStore;
  readonly clock: Clock;
  readonly directory: Directory;
  readonly onTrouble: (trouble: string, error: unknown) => void;
}

export function outageHandlers(parts: OutageHandlerParts): Pick<Handlers, Extract<keyof Handlers, `outage${string}`>> {
  const { store, clock, onTrouble } = parts;
  const desk = createOutageDesk({ ...parts, notices: createCommunityNoticeDesk({ store, clock, onTrouble }) });
  return {
    outagePlan: async (wish, { principal }) => ({ ids: [...(await desk.plan(principal, wish))] }),
    async outageStep(step, { principal }) {
      await desk.step(principal, step);
      return {};
    },
    outageList: (query, { principal }) => listOutages(store, principal, query),
    outageDraft: async ({ ids }, { principal }) => ({ id: await desk.draftNotice(principal, ids) }),
  };
}
