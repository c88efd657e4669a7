import type { FieldErrors } from '../../src/contract/envelope.ts';
import type { Principal } from '../access/principal.ts';
import type { RowDesk } from '../domain/rows/rowDesk.ts';

interface Caller {
  readonly principal: Principal;
}

interface Desk<Input, Saved> {
  readonly save: (by: Principal, input: Input) => Promise<Saved>;
  readonly alsoWrong: (by: Principal, entered: unknown) => Promise<FieldErrors['errors']>;
  readonly remove: RowDesk<object>['remove'];
}

/** The handler of a desk's save. An input that its schema refuses is told what else the desk would refuse. */
export const saveOf = <Input, Saved>({ save, alsoWrong }: Pick<Desk<Input, Saved>, 'save' | 'alsoWrong'>) =>
  Object.assign((input: Input, { principal }: Caller) => save(principal, input), {
    alsoWrong: (entered: unknown, by: Principal) => alsoWrong(by, entered),
  });

/** The handlers of the calls that `editCalls` declares. */
export const editHandlers = <Input, Saved>(desk: Desk<Input, Saved>) => ({
  save: saveOf(desk),
  remove: (ids: readonly number[], { principal }: Caller) => desk.remove(principal, ids),
});

/** The handlers of the calls that `rowCalls` declares: the list is a query, the rest a desk. */
export const rowHandlers = <Input, Saved, Parts, Query, Page>(
  desk: Desk<Input, Saved>,
  parts: Parts,
  list: (parts: Parts, by: Principal, query: Query) => Promise<Page>,
) => ({ list: (query: Query, { principal }: Caller) => list(parts, principal, query), ...editHandlers(desk) });
