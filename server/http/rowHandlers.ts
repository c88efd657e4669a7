import type { Principal } from '../access/principal.ts';
import type { RowDesk } from '../domain/rowDesk.ts';

interface Caller {
  readonly principal: Principal;
}

interface Desk<Input, Saved> {
  readonly save: (by: Principal, input: Input) => Promise<Saved>;
  readonly remove: RowDesk<object>['remove'];
}

/** The handlers of the calls that `editCalls` declares. */
export const editHandlers = <Input, Saved>({ save, remove }: Desk<Input, Saved>) => ({
  save: (input: Input, { principal }: Caller) => save(principal, input),
  remove: (ids: readonly number[], { principal }: Caller) => remove(principal, ids),
});

/** The handlers of the calls that `rowCalls` declares: the list is a query, the rest a desk. */
export const rowHandlers = <Input, Saved, Parts, Query, Page>(
  desk: Desk<Input, Saved>,
  parts: Parts,
  list: (parts: Parts, by: Principal, query: Query) => Promise<Page>,
) => ({ list: (query: Query, { principal }: Caller) => list(parts, principal, query), ...editHandlers(desk) });
