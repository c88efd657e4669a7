import type { DefaultRoleKey } from '../access/catalogue.ts';

/** `org`: whose lifts the person sees. */
export const demoAccounts = [
  { id: 1, account: 'super', name: '苏培文', roleKey: 'superAdministrator', mobile: '00000000001', org: 'none' },
  { id: 2, account: 'admin', name: '关立群', roleKey: 'administrator', mobile: '00000000002', org: 'city' },
  { id: 3, account: 'dispatcher1', name: '张伟', roleKey: 'dispatcher', mobile: '00000000003', org: 'city' },
  { id: 4, account: 'dispatcher2', name: '李娜', roleKey: 'dispatcher', mobile: '00000000004', org: 'city' },
  { id: 5, account: 'installer', name: '周建', roleKey: 'installer', mobile: '00000000005', org: 'city' },
  { id: 6, account: 'property', name: '王芳', roleKey: 'property', mobile: '00000000006', org: 'property' },
  { id: 7, account: 'maintenance', name: '赵强', roleKey: 'maintenance', mobile: '00000000007', org: 'maintenance' },
  { id: 8, account: 'regulator', name: '孙洁', roleKey: 'regulator', mobile: '00000000008', org: 'city' },
  { id: 9, account: 'worker1', name: '周大勇', roleKey: 'maintenance', mobile: '00000000009', org: 'maintenance' },
  { id: 10, account: 'worker2', name: '吴小军', roleKey: 'maintenance', mobile: '00000000010', org: 'maintenance' },
  { id: 11, account: 'officer', name: '郑安', roleKey: 'property', mobile: '00000000011', org: 'property' },
] as const satisfies readonly { readonly roleKey: DefaultRoleKey; readonly [member: string]: unknown }[];
