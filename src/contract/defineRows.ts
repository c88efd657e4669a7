import * as z from 'zod';

/**
 * One kind of rows that people edit, as the log and its readers know it: streams are `<kind>-<id>`, events `<kind>.changed`. It stands beside
 * the row's fields, and in the list of `rowKinds.ts`, from which events, streams and the audit log are made.
 */
export interface RowsDefinition<Kind extends string, Logged extends z.ZodObject, Record extends string> {
  /** Letters only, and not the name of a lifecycle. */
  readonly kind: Kind;
  /** The noun for one of them in the audit log. */
  readonly label: string;
  /** The record under which the audit log is searched: the kind itself unless told. */
  readonly record?: Record;
  /**
   * The fields as the log keeps them permanently: telephone numbers masked, secrets left out, and rules left out that rows from before
   * them may break.
   */
  readonly logged: Logged;
  /** Chinese words of fields in the audit log, where `auditFieldLabels` has none or others. */
  readonly words?: Readonly<globalThis.Record<string, string>>;
  /** Values of closed sets in words, by field. */
  readonly values?: Readonly<globalThis.Record<string, Readonly<globalThis.Record<string, string>>>>;
}

export const defineRows = <Kind extends string, Logged extends z.ZodObject, Record extends string = Kind>(
  rows: RowsDefinition<Kind, Logged, Record>,
): RowsDefinition<Kind, Logged, Record> => rows;

/**
 * A row of base data as an editor changed it: null before it was created and after it was removed. Telephone numbers
 * are masked, because the log is kept permanently; `hidden` names the fields whose change the masks hide.
 * `isUnversioned`: an old client saved without saying which version it had read.
 */
export const rowChanged = <Fields extends z.ZodObject>(fields: Fields) =>
  z.object({
    id: z.number().int().positive(),
    before: fields.nullable(),
    after: fields.nullable(),
    hidden: z.array(z.string()).optional(),
    isUnversioned: z.boolean().optional(),
    /** The import that wrote the row, or whose undoing put it back. */
    import_id: z.number().int().positive().optional(),
  });
