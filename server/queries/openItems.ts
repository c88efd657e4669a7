import type { Todo } from '../../src/contract/endpoints/stats.ts';
import type { Permission } from '../../src/contract/permissions.ts';
import type { Principal } from '../access/principal.ts';
import type { Queries } from '../store/eventStore.ts';

/** The records of one lifecycle that wait for a person. */
export interface OpenItems {
  /** A caller without it sees neither the count nor the list. */
  readonly permission: Permission;
  /** Within the caller's scope: exactly what the list behind `path` gives. */
  readonly count: (queries: Queries, by: Principal) => Promise<Todo>;
}

export const totalOf = (rows: readonly { readonly count: number }[]): number =>
  rows.reduce((total, { count }) => total + count, 0);
