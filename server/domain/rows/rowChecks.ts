import * as z from 'zod';
import { refusalCodes, type FieldErrors } from '../../../src/contract/envelope.ts';
import { streamName } from '../../../src/contract/streamName.ts';
import type { Principal } from '../../access/principal.ts';
import type { EventStore, Queries, TransactionSteps } from '../../store/eventStore.ts';
import type { Leaving } from './undoneImports.ts';
import { readSteps } from '../readSteps.ts';
import { Refusal } from '../refusal.ts';
import type { Judgement, RowResource } from './rowResource.ts';
import { judgeSound } from './soundValues.ts';

const idSchema = z.looseObject({ id: z.number().optional() });

export interface CurrentRow<Values> {
  readonly values: Values;
  readonly version: number;
}

// oxlint-disable-next-line require-yield -- nothing needs to be read
function* isInEveryScope(): TransactionSteps<boolean> {
  return true;
}

/** Checks of a row of one kind before it is written or removed. */
export interface RowChecks<Values extends object> {
  readonly streamOf: (id: number) => string;
  /** The row with its version; undefined where it does not exist or is out of scope. Reads through `rows`. */
  readonly find: (by: Principal, id: number, rows: Queries) => Promise<CurrentRow<Values> | undefined>;
  /** The values with what an editor leaves to the server. `id` is null for a new row. */
  readonly complete: (id: number | null, entered: Values, rows?: Queries) => Promise<Values>;
  /** Refuses inside the transaction, so that nothing can come between the look and the write. */
  readonly check: (queries: Queries, by: Principal, id: number | null, values: Values) => TransactionSteps;
  /**
   * Returns further problems of values that do not fit their schema yet, by field, as far as the fitting ones tell. Nothing for a row that
   * does not exist or is out of scope.
   */
  readonly alsoWrong: (by: Principal, entered: unknown) => Promise<FieldErrors['errors']>;
  /** Throws Refusal that counts what the caller may see, and only names what lies elsewhere. */
  readonly requireUnused: (queries: Queries, by: Principal, id: number, leaving?: Leaving) => TransactionSteps;
}

export function rowChecks<Values extends object>(
  resource: RowResource<Values>,
  store: Pick<EventStore, 'rows'>,
): RowChecks<Values> {
  const { noun, kind, complete: fillIn, isInScope = isInEveryScope } = resource;
  const streamOf = (id: number): string => streamName(kind, id);
  const judgements: readonly Judgement<Values>[] = resource.problems === undefined ? [] : [resource.problems].flat();
  return {
    streamOf,
    async find(by, id, rows) {
      // The version first: the append then detects a change in between.
      const newest = await rows
        .selectFrom('events')
        .select(({ fn }) => fn.max('version').as('version'))
        .where('stream', '=', streamOf(id))
        .executeTakeFirst();
      const values = await readSteps(rows, visibleRow(by, id, rows));
      return values === undefined ? undefined : { values, version: newest?.version ?? 0 };
    },
    async alsoWrong(by, entered) {
      const named = idSchema.safeParse(entered);
      if (!named.success) return [];
      const id = named.data.id ?? null;
      if (id !== null && (await readSteps(store.rows, visibleRow(by, id, store.rows))) === undefined) return [];
      return judgeSound(store.rows, resource.fields, judgements, { id, entered, by });
    },
    async complete(id, entered, rows = store.rows) {
      return fillIn === undefined ? entered : readSteps(rows, fillIn(rows, id, entered));
    },
    *check(queries, by, id, values) {
      if (!(yield* isInScope(by, { id, values }, queries)))
        throw new Refusal(`保存后的${noun}不在您的管辖范围内`, refusalCodes.notAllowedNow);
      const problems: FieldErrors['errors'] = [];
      for (const judge of judgements) problems.push(...(yield* judge(queries, id, values, by)));
      if (problems.length > 0) throw new Refusal('请修改标出的内容后重试', refusalCodes.invalid, problems);
    },
    *requireUnused(queries, by, id, leaving) {
      const uses = (resource.usedBy === undefined ? [] : yield* resource.usedBy(queries, id, by, leaving)).filter(
        ({ count }) => count > 0,
      );
      if (uses.length === 0) return;
      const seen = uses
        .filter(({ inScope }) => inScope > 0)
        .map(({ inScope, measure, noun: user }) => ` ${inScope} ${measure}${user}`);
      const users = seen.length > 0 ? seen : uses.map(({ noun: user }) => `其他区域的${user}`);
      throw new Refusal(`仍有${users.join('、')}使用这个${noun}，不能删除`, refusalCodes.notAllowedNow);
    },
  };

  function* visibleRow(by: Principal, id: number, queries: Queries): TransactionSteps<Values | undefined> {
    const found = yield* resource.read(queries, id);
    return found !== undefined && (yield* isInScope(by, { id, values: found }, queries)) ? found : undefined;
  }
}
