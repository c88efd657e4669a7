import { listAudit } from '../../queries/audit.ts';
import type { EventStore } from '../../store/eventStore.ts';
import type { Handlers } from '../handlers.ts';

export const auditHandlers = ({ store }: { readonly store: EventStore }): Pick<Handlers, 'auditList'> => ({
  auditList: (input, { principal }) => listAudit(store, principal, input),
});
