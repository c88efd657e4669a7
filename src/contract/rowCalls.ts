import type * as z from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { pageOf } from './envelope.ts';
import type { Permission } from './permissions.ts';
import { listedRow, removeInput, removeOutput, rowQuerySchema, saveInput, saveOutput } from './rows.ts';

type Shape = z.core.$ZodShape;
/** No members. */
// oxlint-disable-next-line typescript/no-generated-empty-object-type -- an empty shape is meant
type None = Record<never, never>;

interface Rows {
  /** The common noun for one of them: 品牌. */
  readonly noun: string;
  /** Saved with POST, removed with DELETE; the list stands below it. */
  readonly path: string;
  readonly group: string;
  /** The words of a call's documentation, where those of `noun` do not say enough. */
  readonly summaries?: { readonly list?: string; readonly save?: string; readonly remove?: string };
}

interface EditedRows<Edit extends Permission> extends Rows {
  readonly edit: Edit;
}

/** The calls that save and remove rows of one kind. `input` is what a save takes: `saveInput` of the row's fields, or more than that. */
export function editCalls<Edit extends Permission, Input extends z.ZodType>({
  noun,
  path,
  group,
  edit,
  summaries,
  input,
}: EditedRows<Edit> & { readonly input: Input }) {
  return {
    save: defineEndpoint({
      method: 'POST',
      path,
      permission: edit,
      group,
      summary: summaries?.save ?? `新建${noun}；有 id 时修改`,
      input,
      output: saveOutput,
    }),
    remove: defineEndpoint({
      method: 'DELETE',
      path,
      permission: edit,
      group,
      summary: summaries?.remove ?? `删除${noun}`,
      input: removeInput,
      output: removeOutput,
    }),
  };
}

interface ListedRows<
  Fields extends Shape,
  View extends Permission,
  Listed extends Shape,
  Query extends Shape,
> extends Rows {
  readonly view: View;
  readonly fields: z.ZodObject<Fields>;
  /** Members of a row of the list beside its fields. */
  readonly listed?: Listed;
  /** Filters of the list beside keyword and id. */
  readonly query?: Query;
}

/** The call that lists rows of one kind: `GET <path>/list`. */
export function listCall<
  Fields extends Shape,
  View extends Permission,
  Listed extends Shape = None,
  Query extends Shape = None,
>(rows: ListedRows<Fields, View, Listed, Query>) {
  const { path, group, view, noun, summaries, fields } = rows;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- absent, and then inferred as the empty shape
  const { listed, query } = { listed: {}, query: {}, ...rows } as { readonly listed: Listed; readonly query: Query };
  return defineEndpoint({
    method: 'GET',
    path: `${path}/list`,
    permission: view,
    group,
    summary: summaries?.list ?? `${noun}列表`,
    input: rowQuerySchema.extend(query),
    output: pageOf(listedRow(fields).extend(listed)),
  });
}

/** The calls of rows that are listed, saved and removed: `GET <path>/list`, `POST <path>`, `DELETE <path>`. */
export const rowCalls = <
  Fields extends Shape,
  View extends Permission,
  Edit extends Permission,
  Listed extends Shape = None,
  Query extends Shape = None,
>(
  rows: ListedRows<Fields, View, Listed, Query> & EditedRows<Edit>,
) => ({ list: listCall(rows), ...editCalls({ ...rows, input: saveInput(rows.fields) }) });

/**
 * The list, save and removal of one kind under the names by which the API knows them, calls and their handlers alike.
 * @example namedCalls('brand', { list, save, remove }) // { brandList, brandSave, brandDelete }
 */
export function namedCalls<Name extends string, List, Save, Remove>(
  name: Name,
  { list, save, remove }: { readonly list: List; readonly save: Save; readonly remove: Remove },
) {
  const named = { [`${name}List`]: list, [`${name}Save`]: save, [`${name}Delete`]: remove };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- computed names lose their types
  return named as unknown as Readonly<Record<`${Name}List`, List>> &
    Readonly<Record<`${Name}Save`, Save>> &
    Readonly<Record<`${Name}Delete`, Remove>>;
}
