import type { SealedIds } from '../../access/sealedIds.ts';
import { listAudit } from '../../queries/audit.ts';
import type { EventStore } from '../../store/eventStore.ts';
import type { Handlers } from '../handlers.ts';

export const auditHandlers = ({
  store,
  ids,
}: {
  readonly store: EventStore;
  readonly ids: SealedIds;
}): Pick<Handlers, 'auditList'> => ({
  auditList: async (input, { principal }) => ids.sealPage('auditEntry', await listAudit(store, principal, input)),
});
