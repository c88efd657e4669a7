import * as z from 'zod';

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
