import type { Principal } from '../../server/access/principal.ts';
import type { Scope } from '../../server/access/scope.ts';

/** Someone who sees every lift and has no permission, unless `changes` say otherwise. */
export const examplePrincipal = (changes: Partial<Principal> = {}): Principal => ({
  userId: 1,
  account: 'example',
  name: '李四',
  mobile: '',
  roleId: 1,
  roleType: 0,
  permissions: new Set(),
  scope: { kind: 'all' },
  mustChangePassword: false,
  ...changes,
});

type Organizations = Omit<Extract<Scope, { readonly kind: 'organizations' }>, 'kind'>;

/** The scope of someone who belongs to these organisations and to no other. */
export const scopeOf = (organizations: Partial<Organizations>): Scope => ({
  kind: 'organizations',
  areaIds: [],
  communityIds: [],
  brandIds: [],
  propertyIds: [],
  maintenanceIds: [],
  ...organizations,
});
