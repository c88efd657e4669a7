import { createRoleDesk, releaseClaimsOfRole } from '../../domain/role.ts';
import type { Sessions } from '../../access/sessions.ts';
import { findRole, listRoles } from '../../queries/role.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { EventStore } from '../../store/eventStore.ts';
import type { Handlers } from '../handlers.ts';
import { saveOf } from './saveOf.ts';

export interface RoleHandlerParts {
  readonly store: EventStore;
  readonly clock: Clock;
  readonly sessions: Pick<Sessions, 'accessChanged'>;
  readonly onTrouble: (trouble: string, error: unknown) => void;
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
  return {
    roleList: (input, { principal }) => listRoles(store, principal, input),
    roleDetail: ({ id }, { principal }) => findRole(store, principal, id),
    roleSave: saveOf(roles),
    roleEdit: saveOf(roles),
    roleDelete: (ids, { principal }) => roles.remove(principal, ids),
  };
}
