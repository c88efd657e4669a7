import { namedCalls } from '../../../src/contract/rowCalls.ts';
import { createRoleDesk, releaseClaimsOfRole } from '../../domain/base/role.ts';
import type { Sessions } from '../../access/sessions.ts';
import { findRole, listRoles } from '../../queries/role.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { OnTrouble } from '../../runtime/troubleLog.ts';
import type { EventStore } from '../../store/eventStore.ts';
import type { Handlers } from '../handlers.ts';
import { rowHandlers } from '../rowHandlers.ts';

export interface RoleHandlerParts {
  readonly store: EventStore;
  readonly clock: Clock;
  readonly sessions: Pick<Sessions, 'accessChanged'>;
  readonly onTrouble: OnTrouble;
}

export function roleHandlers(
  parts: RoleHandlerParts,
): Pick<Handlers, 'roleList' | 'roleDetail' | 'roleSave' | 'roleEdit' | 'roleDelete'> {
  const { store, sessions } = parts;
  const roles = createRoleDesk({
    ...parts,
    async onChanged({ id, before, after }) {
      if (before === null || after === null) return;
      sessions.accessChanged();
      await releaseClaimsOfRole(parts, id);
    },
  });
  const roleCalls = rowHandlers(roles, store, listRoles);
  return {
    ...namedCalls('role', roleCalls),
    roleDetail: ({ id }, { principal }) => findRole(store, principal, id),
    roleEdit: roleCalls.save,
  };
}
