import type * as z from 'zod';
import type { FieldErrors } from '../../src/contract/envelope.ts';
import type { BaseDataEventType } from '../../src/contract/events/baseData.ts';
import type { Principal } from '../access/principal.ts';
import type { Queries, TransactionSteps } from '../store/eventStore.ts';
import type { Leaving } from './leaving.ts';

/** What still uses a row: 12 台电梯. */
export interface RowUse {
  readonly count: number;
  /** As many of them as the caller may see; only these are counted for them. */
  readonly inScope: number;
  readonly measure: string;
  readonly noun: string;
}

export type Judgement<Values> = (
  queries: Queries,
  id: number | null,
  values: Values,
  by: Principal,
) => TransactionSteps<FieldErrors['errors']>;

/**
 * One kind of base data that people create, edit and delete. `Values` is what an editor writes, by the wire's names.
 * The steps run inside the transaction of the row's event, so they see the rows as they are at that moment.
 */
export interface RowResource<Values extends object> {
  /** What people call one of them: 品牌. */
  readonly noun: string;
  /** Streams are `<kind>-<id>`, events `<kind>.changed`. */
  readonly kind: BaseDataEventType extends `${infer Kind}.changed` ? Kind : never;
  /** Where the rows stand: kinds that share a table share its ids. */
  readonly table:
    | 'organizations'
    | 'people'
    | 'contracts'
    | 'areas'
    | 'communities'
    | 'community_members'
    | 'community_notices'
    | 'elevators'
    | 'fault_causes'
    | 'ladders'
    | 'rotas'
    | 'cameras'
    | 'lift_files'
    | 'notify_templates'
    | 'permissions'
    | 'roles'
    | 'users';
  readonly fields: z.ZodObject & z.ZodType<Values>;
  /** The highest id in use: new ids start above what a seed or an import wrote. */
  readonly highestId: (queries: Queries) => TransactionSteps<number>;
  readonly read: (queries: Queries, id: number) => TransactionSteps<Values | undefined>;
  /**
   * May this person see and change the row as it is (`id`), or as it would be (`values`)? Asked before and after a change. Absent of
   * rows that belong to no organisation.
   */
  readonly isInScope?: (
    by: Principal,
    row: { readonly id: number | null; readonly values: Values },
    queries: Queries,
  ) => TransactionSteps<boolean>;
  /** Fills in what an editor leaves to the server, before the change is written (a free code, say). `id` is null for a new row. */
  readonly complete?: (queries: Queries, id: number | null, values: Values) => TransactionSteps<Values>;
  readonly insert: (queries: Queries, id: number, values: Values) => TransactionSteps;
  readonly update: (queries: Queries, id: number, values: Values, by: Principal) => TransactionSteps;
  readonly remove: (queries: Queries, id: number) => TransactionSteps;
  /**
   * What is wrong with the values beside the other rows (a name that is taken), by field. Several where one can be judged without
   * the fields of another: of a form that is wrong elsewhere, each is still said whose fields fit.
   */
  readonly problems?: Judgement<Values> | readonly Judgement<Values>[];
  /** What uses a row, without what an undo takes back before it (`leaving`). */
  readonly usedBy?: (
    queries: Queries,
    id: number,
    by: Principal,
    leaving?: Leaving,
  ) => TransactionSteps<readonly RowUse[]>;
  /** The values as the log keeps them permanently: telephone numbers masked, secrets left out. */
  readonly redact?: (values: Values) => object;
}

/** One row before and after: null before it was created and after it was removed. */
export interface RowChange<Values> {
  readonly id: number;
  readonly before: Values | null;
  readonly after: Values | null;
}
