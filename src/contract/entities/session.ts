import * as z from 'zod';
import { permissionLabels, type Permission } from '../permissions.ts';

const isPermission = (code: string): code is Permission => code in permissionLabels;

export const userInfoSchema = z.object({
  id: z.number().int().positive(),
  name: z.string(),
  account: z.string(),
  /** Index into the six role labels. */
  role_type: z.number().int().min(0).max(5),
  role_label: z.string(),
  /** The name of the user's role, `调度员`; absent from older servers. */
  role_name: z.string().optional(),
  mobile: z.string(),
  token: z.string().optional(),
  /** Codes of what the user may do, for offering actions; the server decides again. */
  permissions: z.array(z.string()).transform((codes) => codes.filter(isPermission)),
  must_change_password: z.boolean(),
  /** Another text as soon as the user's role, permissions or organisations change: what is open was loaded for others. */
  access: z.string().optional(),
});
export type UserInfo = z.infer<typeof userInfoSchema>;

export interface MenuNode {
  readonly id: number;
  readonly name: string;
  /** The route's name (specification, section 3). */
  readonly path: string;
  readonly icon: string;
  readonly sort: number;
  readonly is_show: boolean;
  /** 1 is a page of the menu; 0 groups pages. */
  readonly type: number;
  readonly children: readonly MenuNode[];
}
export const menuNodeSchema: z.ZodType<MenuNode> = z.object({
  id: z.number(),
  name: z.string(),
  path: z.string(),
  icon: z.string(),
  sort: z.number(),
  is_show: z.boolean(),
  type: z.number(),
  get children() {
    return z.array(menuNodeSchema);
  },
});
