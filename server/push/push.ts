import type { Permission } from '../../src/contract/permissions.ts';
import type { PushEvent } from '../../src/contract/push.ts';
import type { Principal } from '../access/principal.ts';
import { isInScope, type Responsibility } from '../access/scope.ts';

/** The recipients: holders of a permission whose scope includes one of the responsibilities (at the event, or now), or named people. */
export type Audience =
  | {
      readonly kind: 'responsible';
      readonly permission: Permission;
      readonly responsibilities: readonly Responsibility[];
    }
  /** All holders of the permission, whatever their scope. */
  | { readonly kind: 'holders'; readonly permission: Permission }
  | { readonly kind: 'users'; readonly userIds: readonly number[] };

/** A committed event or a reminder, as one audience gets it. */
export interface Push {
  readonly event: PushEvent;
  /** The specification's own form; without it a spec-only client gets nothing. */
  readonly text?: string;
  readonly audience: Audience;
  /** Sent once, and not again to a client that was away. */
  readonly isFleeting?: true;
}

export function isToldTo(
  audience: Audience,
  { permissions, scope }: Pick<Principal, 'permissions' | 'scope'>,
): boolean {
  if (audience.kind === 'holders') return permissions.has(audience.permission);
  return (
    audience.kind === 'responsible' &&
    permissions.has(audience.permission) &&
    audience.responsibilities.some((responsibility) => isInScope(scope, responsibility))
  );
}
