import * as z from 'zod';
import type { OutputOf } from '../../contract/endpoint.ts';
import type { roleList } from '../../contract/endpoints/role.ts';
import { unitsMissing, type userFields } from '../../contract/entities/access.ts';
import type { FieldErrors } from '../../contract/envelope.ts';
import type { LoadState } from '../../streams/loading/loadState.ts';

const rowSchema = z.object({
  role_id: z.number(),
  role_label: z.string(),
  organization_names: z.array(z.object({ value: z.string(), label: z.string() })),
});

/** The organisations of the row that is edited, with their names; none of a new one. */
export const organizationsOf = (row: object | null): readonly { readonly value: string; readonly label: string }[] =>
  rowSchema.safeParse(row).data?.organization_names ?? [];

/** The role that the row has, even one that the editor may not give. */
export function roleOfRow(row: object | null): { readonly value: number; readonly label: string } | null {
  const { data } = rowSchema.safeParse(row);
  return data === undefined ? null : { value: data.role_id, label: data.role_label };
}

/** A user without organisations sees nothing, unless the role sees every lift. Without the list of roles, only the server can tell. */
export function missingUnits(
  { role_id: roleId, organizations }: Partial<z.output<typeof userFields>>,
  roles: LoadState<OutputOf<typeof roleList>>,
): FieldErrors['errors'] {
  if (roles.kind !== 'ready' || organizations?.length !== 0) return [];
  const role = roles.value.list.find(({ id }) => id === roleId);
  const isKnown = roleId === undefined || role !== undefined;
  return !isKnown || role?.is_unscoped === true ? [] : [{ field: 'organizations', message: unitsMissing }];
}
