import { useState, type ComponentType, type ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import type * as z from 'zod';
import { useNavigate } from 'react-router-dom';
import type { AuditRecord } from '../../contract/audit.ts';
import { CallError } from '../../contract/call.ts';
import type { Endpoint, InputOf, OutputOf } from '../../contract/endpoint.ts';
import { auditList } from '../../contract/endpoints/audit.ts';
import type { ImportKind } from '../../contract/entities/imports.ts';
import { refusalCodes } from '../../contract/envelope.ts';
import { screenNamed, type BuiltScreen } from '../../contract/screens.ts';
import type { FeatureDeps } from '../../streams/featureDeps.ts';
import { defineListScreen } from '../../ui/list/defineListScreen.ts';
import { ListScreen } from '../../ui/list/ListScreen.tsx';
import type {
  Column,
  Filter,
  ListAction,
  ListPage,
  ListScreenDefinition,
  ListSelection,
  RowAction,
} from '../../ui/list/listTypes.ts';
import type { FormField } from '../../ui/form/formFields.ts';
import { exportFileOf } from './exportFileOf.ts';
import { CrudDialog, type EditedRow } from './CrudDialog.tsx';
import type { SaveQuestion } from './saveQuestion.ts';

/** A row of a list that can be edited: its id, and the version that a save says it has read. */
export interface CrudRow {
  readonly id: number;
  readonly version: number;
}

/** The widths of the dialog, in px, by its columns. */
const formWidths = { 1: 600, 2: 800, 3: 1_000 } as const;

type SaveEndpoint = Endpoint<z.ZodObject & z.ZodType<FieldValues, FieldValues>>;
type RowOf<List extends Endpoint> =
  OutputOf<List> extends { readonly list: readonly (infer Row)[] } | readonly (infer Row)[] ? Row : never;
type FieldName<Save extends Endpoint> = Exclude<keyof InputOf<Save> & string, 'id' | 'version'>;

interface FlatTree<Row> {
  readonly keyOf: (row: Row) => string;
  readonly parentOf: (row: Row) => string;
}

/** Fields with a schema of the form's own: the save's input, and what only this form can compare. */
interface CrudForm<Name extends string, Schema> {
  readonly fields: readonly FormField<Name>[];
  readonly schema: Schema;
}

export interface CrudDefinition<List extends Endpoint, Save extends SaveEndpoint, Remove extends Endpoint> {
  /** The screen's name in the catalogue, which has its title and path. */
  readonly name: BuiltScreen['name'];
  /** One of several lists of a page, `{ id: 'contracts', title: '合同' }`; the page's own when absent. */
  readonly view?: { readonly id: string; readonly title: string };
  readonly list: List;
  readonly save: Save;
  /** Absent for rows that nobody can delete. */
  readonly remove?: Remove;
  /** The common noun for one of them: 品牌. */
  readonly noun: string;
  /** Names a row, so that no one deletes the wrong one. */
  readonly nameOf: (row: RowOf<List>) => string;
  readonly columns: readonly Column<RowOf<List>>[];
  /** The list is a tree: the call answers its tops. */
  readonly childrenOf?: (row: RowOf<List>) => readonly (RowOf<List> & CrudRow)[];
  /** The list is a tree, of which the call answers all nodes side by side. `parentOf` is '' for a top. */
  readonly flatTree?: FlatTree<RowOf<List>>;
  readonly filters?:
    readonly Filter<Partial<InputOf<List>>>[] | ((deps: FeatureDeps) => readonly Filter<Partial<InputOf<List>>>[]);
  /** The fields of the dialog, in order; a function where a field needs a call. */
  readonly fields:
    | readonly FormField<FieldName<Save>>[]
    | ((deps: FeatureDeps) => readonly FormField<FieldName<Save>>[] | CrudForm<FieldName<Save>, Save['input']>);
  readonly formColumns?: 1 | 2 | 3;
  /** The width of the dialog, in px: 600 for one column, 800 for two, 1,000 for three. */
  readonly formWidth?: number;
  /** The values with which the form of a new row begins; what it leaves out is empty. */
  readonly newRow?: Readonly<Record<string, unknown>>;
  /** A row action that begins a new row with these values: 新增下级. */
  readonly newFrom?: {
    readonly label: string;
    readonly isOffered: (row: RowOf<List>) => boolean;
    readonly values: (row: RowOf<List>) => Partial<Record<FieldName<Save>, unknown>>;
  };
  /** Returns the question about a save that may be a mistake; null for nothing. `before` is the row as it was, null for a new one. */
  readonly asksBeforeSave?: (
    deps: FeatureDeps,
  ) => (input: FieldValues, before: (RowOf<List> & CrudRow) | null) => Promise<SaveQuestion | null>;
  /** After a save, with the call's answer and what was sent: what is shown once, until it is closed. */
  readonly shownAfterSave?: (saved: {
    readonly answer: unknown;
    readonly input: FieldValues;
    readonly isNew: boolean;
    readonly close: () => void;
    readonly deps: FeatureDeps;
  }) => ReactNode;
  /** Opens beside the list. */
  readonly detail?: (deps: FeatureDeps) => ListScreenDefinition<RowOf<List>, InputOf<List>>['detail'];
  /** A permission for editing, beyond that of the save. */
  readonly mayEdit?: (deps: FeatureDeps) => boolean;
  /** Shown beside the title to users whom `mayEdit` does not let: who edits these rows, and what they may do themselves. */
  readonly whoEdits?: string;
  /** Rows that only the program removes. */
  readonly mayRemove?: (row: RowOf<List>) => boolean;
  readonly hint?: string;
  /** The rows can also come from a file. */
  readonly importKind?: ImportKind;
  /** Further acts on a row, and on the list. */
  readonly rowActions?: (deps: FeatureDeps, goTo: (path: string) => void) => readonly RowAction<RowOf<List>>[];
  readonly actions?: (deps: FeatureDeps, goTo: (path: string) => void) => readonly ListAction[];
  /** Between the filters and the rows: what concerns the list as a whole. */
  readonly lead?: (deps: FeatureDeps) => ReactNode;
  /** The actions on several rows at once; `show` opens a dialog over the list, and null closes it. */
  readonly selection?: (
    deps: FeatureDeps,
    page: { readonly goTo: (path: string) => void; readonly show: (dialog: ReactNode) => void },
  ) => ListSelection<RowOf<List> & CrudRow, InputOf<List>>;
  /** The name under which the audit log has these rows: users who may read it get to a row's history. */
  readonly record: AuditRecord;
  /** The detail shows a row's history: its rows do not lead to the log. */
  readonly hasOwnHistory?: boolean;
}

/**
 * A list with new, edit and delete from its three endpoints, offered by what the user may do. Made once for each screen:
 * `export const createBrandInfo = crudScreen({ name: 'BrandInfo', list: brandList, save: brandSave, remove: brandDelete, … })`.
 * The dialog validates with the save's own schema; a second editor sees what changed and may overwrite it. A screen that
 * needs more uses `ListScreen` and `CrudDialog` directly.
 */
export function crudScreen<
  List extends Endpoint<z.ZodType, z.ZodType<{ readonly list: readonly CrudRow[] } | readonly CrudRow[]>>,
  Save extends SaveEndpoint,
  Remove extends Endpoint,
>(definition: CrudDefinition<List, Save, Remove>) {
  const {
    name,
    list,
    save,
    remove,
    noun,
    nameOf,
    columns,
    flatTree,
    formColumns = 1,
    formWidth = formWidths[formColumns],
    newFrom,
    newRow,
    shownAfterSave,
    hint,
    whoEdits,
    importKind,
    hasOwnHistory = false,
  } = definition;
  const title = definition.view?.title ?? screenNamed(name).title;
  type Row = RowOf<List> & CrudRow;
  type Query = InputOf<List>;

  return (deps: FeatureDeps): ComponentType => {
    const { call, can, notify, saveFile } = deps;
    const mayCall = ({ permission }: Endpoint): boolean =>
      permission === 'open' || permission === 'signedIn' || can(permission);
    const mayChange = definition.mayEdit?.(deps) ?? true;
    const mayEdit = mayChange && mayCall(save);
    const mayRemove = mayChange && remove !== undefined && mayCall(remove);
    const made = typeof definition.fields === 'function' ? definition.fields(deps) : definition.fields;
    const { fields, schema } = 'schema' in made ? made : { fields: made, schema: save.input };
    const filters = typeof definition.filters === 'function' ? definition.filters(deps) : (definition.filters ?? []);
    const detail = definition.detail?.(deps);
    const questionOf = definition.asksBeforeSave?.(deps);
    const quiet = { quiet: true } as const;
    const grown = flatTree === undefined ? undefined : growTree<Row>(flatTree);
    const childrenOf = grown?.childrenOf ?? definition.childrenOf;
    const loadRow = async (id: number): Promise<Row | null> => {
      const rows = rowsOf<Row>(await call<Endpoint>(list, { id, page_size: 1 }, quiet)).list;
      return rows.flatMap((row) => withBelow<Row>(row, definition.childrenOf)).find((row) => row.id === id) ?? null;
    };

    return function CrudPage() {
      const [edited, setEdited] = useState<EditedRow<Row> | null>(null);
      const [shown, setShown] = useState<ReactNode>(null);
      const goTo = useNavigate();
      const [screen] = useState(() => {
        // Resolves when the dialog closes, so that the list is read again after a save.
        const edit: RowAction<Row> = {
          id: 'edit',
          label: '编辑',
          icon: 'pencil',
          run: (row) => new Promise<void>((done) => setEdited({ row, done })),
        };
        const create: RowAction<Row>[] =
          newFrom === undefined
            ? []
            : [
                {
                  id: 'new',
                  label: newFrom.label,
                  icon: 'plus',
                  isOffered: newFrom.isOffered,
                  run: (row) =>
                    new Promise<void>((done) => setEdited({ row: null, initial: newFrom.values(row), done })),
                },
              ];
        const removal: RowAction<Row> = {
          id: 'remove',
          label: '删除',
          icon: 'trash',
          ...(definition.mayRemove === undefined ? {} : { isOffered: definition.mayRemove }),
          tone: 'danger',
          confirm: {
            title: `删除${noun}`,
            objectName: nameOf,
            message: '删除后不能恢复，历史记录仍然保留。',
            confirmLabel: '删除',
          },
          run: async (row) => {
            if (remove === undefined) return;
            await call<Endpoint>(remove, { id: row.id }, quiet);
            notify.success(`已删除${noun}“${nameOf(row)}”`);
          },
        };
        const history: RowAction<Row> = {
          id: 'history',
          label: '历史',
          icon: 'history',
          run: async (row) => {
            await goTo(`${screenNamed('AuditLog').path}?record=${definition.record}&record_id=${row.id}`);
          },
        };
        const rowActions = [
          ...(mayEdit ? [...create, edit] : []),
          ...(definition.rowActions?.(deps, (path) => void goTo(path)) ?? []),
          ...(mayRemove ? [removal] : []),
          ...(mayCall(auditList) && !hasOwnHistory ? [history] : []),
        ];
        return defineListScreen<Row, Query>({
          name: definition.view === undefined ? name : `${name}.${definition.view.id}`,
          title,
          columns,
          filters,
          load: async (query, signal) => {
            const page = rowsOf<Row>(await call<Endpoint>(list, query, { quiet: true, signal }));
            return grown === undefined ? page : pageOfAll(grown.topsOf(page.list));
          },
          exportFile: exportFileOf(saveFile, list),
          ...(childrenOf === undefined ? {} : { childrenOf }),
          rowId: (row) => row.id,
          ...(mayChange || whoEdits === undefined ? {} : { notice: whoEdits }),
          empty: { title: `暂无${noun}`, ...(hint === undefined ? {} : { hint }) },
          ...(rowActions.length > 0 ? { rowActions } : {}),
          ...(detail === undefined ? {} : { detail }),
          ...(definition.selection === undefined
            ? {}
            : { selection: definition.selection(deps, { goTo: (path) => void goTo(path), show: setShown }) }),
          actions: [
            ...(definition.actions?.(deps, (path) => void goTo(path)) ?? []),
            ...(mayEdit && importKind !== undefined && can('import.run')
              ? [
                  {
                    id: 'import',
                    label: '导入',
                    icon: 'upload',
                    run: () => void goTo(`${screenNamed('Imports').path}?new=${importKind}`),
                  } as const,
                ]
              : []),
            ...(mayEdit
              ? [
                  {
                    id: 'new',
                    label: `新建${noun}`,
                    icon: 'plus',
                    isPrimary: true,
                    run: (reload: () => void) =>
                      setEdited({ row: null, ...(newRow === undefined ? {} : { initial: newRow }), done: reload }),
                  } as const,
                ]
              : []),
          ],
        });
      });
      const close = (): void => {
        edited?.done();
        setEdited(null);
      };
      return (
        <>
          <ListScreen screen={screen} lead={definition.lead?.(deps)} />
          {edited !== null && (
            <CrudDialog
              title={edited.row === null ? `新建${noun}` : `编辑${noun}：${nameOf(edited.row)}`}
              row={edited.row}
              initial={edited.initial}
              fields={fields}
              schema={schema}
              callSchema={save.input}
              columns={formColumns}
              maxWidth={formWidth}
              onClose={close}
              reloadRow={loadRow}
              isConflict={(error) => error instanceof CallError && error.code === refusalCodes.conflict}
              {...(questionOf && { questionOf: (input: FieldValues) => questionOf(input, edited.row) })}
              onSave={async (input) => {
                const answer = await call<Endpoint>(save, input, quiet);
                const isNew = edited.row === null;
                setShown(shownAfterSave?.({ answer, input, isNew, deps, close: () => setShown(null) }) ?? null);
                notify.success(edited.row === null ? `已新建${noun}` : `已保存${noun}“${nameOf(edited.row)}”`);
                close();
              }}
            />
          )}
          {shown}
        </>
      );
    };
  };
}

/** A page, or all the tops of a tree as the only one. Throws Error for what is neither. */
function rowsOf<Row>(answer: unknown): ListPage<Row> {
  if (!isListOf<Row>(answer)) throw new Error('the list has no rows');
  if (!('list' in answer)) return pageOfAll(answer);
  return 'max_page' in answer ? answer : pageOfAll(answer.list);
}

const pageOfAll = <Row,>(list: readonly Row[]): ListPage<Row> => ({
  list,
  current_page: 1,
  page_size: Math.max(1, list.length),
  total: list.length,
  max_page: 1,
});

/** A tree from its nodes side by side: `topsOf` takes them as the call answered them last, in their order. */
function growTree<Row>({ keyOf, parentOf }: FlatTree<Row>) {
  let below = new Map<string, Row[]>();
  return {
    topsOf(nodes: readonly Row[]): readonly Row[] {
      below = new Map();
      for (const node of nodes) below.set(parentOf(node), [...(below.get(parentOf(node)) ?? []), node]);
      return below.get('') ?? [];
    },
    childrenOf: (row: Row): readonly Row[] => below.get(keyOf(row)) ?? [],
  };
}

function withBelow<Row>(row: Row, childrenOf: ((row: Row) => readonly Row[]) | undefined): readonly Row[] {
  return [row, ...(childrenOf?.(row) ?? []).flatMap((child) => withBelow(child, childrenOf))];
}

/** The endpoint's own schema has parsed the answer; this only tells the compiler. */
function isListOf<Row>(answer: unknown): answer is ListPage<Row> | { readonly list: readonly Row[] } | readonly Row[] {
  if (Array.isArray(answer)) return true;
  return typeof answer === 'object' && answer !== null && 'list' in answer && Array.isArray(answer.list);
}
