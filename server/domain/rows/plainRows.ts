import type * as z from 'zod';
import type { Endpoint } from '../../../src/contract/endpoint.ts';
import type { RowTables } from '../../store/rowTables.ts';
import type { TableResource } from './rowResource.ts';

/** Tables whose rows are called by a name. */
export type NamedTable = {
  [Table in keyof RowTables]: RowTables[Table] extends { readonly id: number; readonly name: string } ? Table : never;
}[keyof RowTables];

/** Rows of one table that are listed as they stand there, with the names of what they refer to: no query of their own. */
export interface PlainRows<Values extends object, Names extends string, Output extends z.ZodType> {
  readonly resource: TableResource<Values>;
  /** The call that lists them; its output says what a row of the list is. */
  readonly list: Endpoint<z.ZodType, Output>;
  /** The names that the list shows for the rows to which columns refer: `{ person_name: ['people', 'person_id'] }`. */
  readonly names: Readonly<Record<Names, readonly [table: NamedTable, column: keyof Values & string]>>;
  /** The columns by which the list is sorted, the default first, and those in which a keyword is searched. */
  readonly sorts: readonly ('id' | (keyof Values & string) | NoInfer<Names>)[];
  readonly keyword: readonly ((keyof Values & string) | NoInfer<Names>)[];
}

export const plainRows = <Values extends object, Names extends string, Output extends z.ZodType>(
  rows: PlainRows<Values, Names, Output>,
): PlainRows<Values, Names, Output> => rows;
