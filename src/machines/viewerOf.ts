import type { UserInfo } from '../contract/entities/session.ts';
import type { Permission } from '../contract/permissions.ts';
import type { Viewer } from './lifecycle.ts';

/** The signed-in user as a lifecycle asks about them. */
export function viewerOf(user: UserInfo, can: (permission: Permission) => boolean): Viewer {
  return {
    actor: {
      kind: 'user',
      id: user.id,
      name: user.name,
      roleType: user.role_type,
      supervises: can('rescue.supervise'),
    },
    can,
  };
}
