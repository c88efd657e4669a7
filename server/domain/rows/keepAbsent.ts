import type { RowResource } from './rowDesk.ts';
import type { Queries, TransactionSteps } from '../../store/eventStore.ts';

/**
 * Completes a row of which an older client does not send some fields: they stay as they are, and a new row gets `empty`. Such fields are
 * optional in the schema of the call.
 */
export const keepAbsent = <Values extends object>(
  read: (queries: Queries, id: number) => TransactionSteps<Values | undefined>,
  empty: Partial<Values>,
): NonNullable<RowResource<Values>['complete']> =>
  function* complete(queries, id, values) {
    const entered = new Map<string, unknown>(Object.entries(values));
    const absent = Object.entries(empty).filter(([field]) => entered.get(field) === undefined);
    if (absent.length === 0) return values;
    const before = id === null ? undefined : yield* read(queries, id);
    const known = new Map<string, unknown>(Object.entries(before ?? {}));
    return { ...values, ...Object.fromEntries(absent.map(([field, none]) => [field, known.get(field) ?? none])) };
  };
