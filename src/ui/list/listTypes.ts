import type { ReactNode } from 'react';
import type { ConfirmReason } from '../ConfirmDialog/ConfirmDialog.tsx';
import type { IconName } from '../Icon/iconNames.ts';

export type RowId = string | number;

/** One page of a list, as the wire carries it. */
export interface ListPage<Row> {
  readonly list: readonly Row[];
  readonly current_page: number;
  readonly page_size: number;
  readonly total: number;
  readonly max_page: number;
}

/** Asks for one page. `Query` holds page, page_size, sort and order besides the filters' own members. */
export type LoadList<Row, Query> = (query: Query, signal: AbortSignal) => Promise<ListPage<Row>>;

/** A message of a live source to the list. `patch` of a row that is not on this page changes nothing. */
export type ListChange<Row> =
  | { kind: 'patch'; row: Row }
  | { kind: 'remove'; id: RowId }
  | { kind: 'refetch' }
  | { kind: 'stale' }
  | { kind: 'fresh' };

export type SubscribeList<Row> = (onChange: (change: ListChange<Row>) => void) => () => void;

/** The form in which a server that exports the column makes its cells of the field of the column's name. */
export interface ExportForm {
  readonly as: 'text' | 'number' | 'time' | 'list';
  /** Words for values of a closed set. */
  readonly words?: Readonly<Record<string, string>>;
}

/** A cell of the export. With a `form` the server can make it too; a column with words of its own has none. */
export type CsvCell<Row> = ((row: Row) => string | number | null) & { readonly form?: ExportForm };

/** The wished export: the columns that are shown, and the query of the list without its page. */
export interface AskedExport<Query> {
  readonly name: string;
  readonly format: 'xlsx' | 'csv';
  readonly columns: readonly (ExportForm & { readonly field: string; readonly header: string })[];
  readonly query: Query;
}

/**
 * A cell that is text alone says which, one with a tag says its label: the width that it needs is taken from it. A column with a drawing of
 * its own has neither.
 */
export type DrawnCell<Row> = ((row: Row) => ReactNode) & {
  readonly text?: (row: Row) => string;
  readonly tag?: (row: Row) => string;
};

export interface Column<Row> {
  /** Its name on the wire, for sorting; in the export and in the kept choice of columns. */
  readonly id: string;
  readonly header: string;
  readonly cell: DrawnCell<Row>;
  /** The cell of the export; null leaves the column out of it. */
  readonly csv: CsvCell<Row> | null;
  /** Over the column in the export, where the screen's words need a unit: 受理用时（秒）. */
  readonly csvHeader?: string;
  readonly isSortable?: boolean;
  /** In px. A wish of a column of text alone: what its texts do not need goes to columns that lack it. */
  readonly width?: number;
  /** Its text is never cut: the column gets the width that it needs. */
  readonly isWhole?: true;
  readonly align?: 'left' | 'right';
  readonly isHiddenByDefault?: boolean;
}

/** A filter's control may read the address, and change its own keys in it (null removes). */
export interface FilterControl {
  params: URLSearchParams;
  setParams: (changes: Readonly<Record<string, string | null>>) => void;
}

/** A filter lives in the address; `toQuery` turns the address into its members of the query. */
export interface Filter<Part> {
  readonly label: string;
  /** The keys in the address that it owns. */
  readonly keys: readonly string[];
  readonly toQuery: (params: URLSearchParams) => Part;
  readonly Control: (control: FilterControl) => ReactNode;
  /** In px. */
  readonly width?: number;
  /** Returns true while it stands among the others; always unless told. */
  readonly isShown?: (params: URLSearchParams) => boolean;
}

/** Asks before an act; `objectName` says to what it happens. */
export interface ActionConfirm<Row> {
  readonly title: string;
  readonly objectName: (row: Row) => string;
  readonly message?: string;
  readonly confirmLabel?: string;
  readonly reason?: ConfirmReason;
  /** Rows for which it is asked; all unless told. */
  readonly isNeeded?: (row: Row) => boolean;
}

export interface RowAction<Row> {
  readonly id: string;
  readonly label: string;
  readonly icon?: IconName;
  readonly tone?: 'normal' | 'danger';
  /** Returns true if the row allows it now; read from the row, never decided here. */
  readonly isOffered?: (row: Row) => boolean;
  readonly confirm?: ActionConfirm<Row>;
  /** Does it; the list reloads after. A rejection's message is shown where the act was started. */
  readonly run: (row: Row, reason: string) => Promise<void> | void;
}

/** An act on all rows that are chosen, those on other pages too. */
export interface SelectionAction<Row> {
  readonly id: string;
  readonly label: string;
  readonly icon?: IconName;
  /** `reload` shows what the act has changed; `clear` drops the selection. */
  readonly run: (rows: readonly Row[], list: { readonly reload: () => void; readonly clear: () => void }) => void;
}

/** Rows can be chosen, over several pages. Selection outlasts paging, sorting and filters, until it is cleared. */
export interface ListSelection<Row, Query> {
  readonly nameOf: (row: Row) => string;
  /** The unit of the count: 台. */
  readonly measure: string;
  readonly actions: readonly SelectionAction<Row>[];
  /** The part of the query that chooses just these rows, for a server that exports them. */
  readonly toQuery?: (ids: readonly RowId[]) => Partial<Query>;
}

/** An act on the list as a whole: 新建. */
export interface ListAction {
  readonly id: string;
  readonly label: string;
  readonly icon?: IconName;
  readonly isPrimary?: boolean;
  /** Concerns the rows that are shown: not offered while there are none. */
  readonly needsRows?: boolean;
  /** `reload` shows what the act has changed; `ids` are the rows of the page that is shown. */
  readonly run: (reload: () => void, ids: readonly RowId[]) => void;
}

/** The context of the detail beside the list. */
export interface DetailContext<Row> {
  id: string;
  /** Null when the row is not on this page: load it by its id. */
  row: Row | null;
  /** Reloads the list after a change. */
  reload: () => void;
  close: () => void;
}

export interface ListScreenDefinition<Row, Query> {
  /** The screen's name in the specification; keeps the choice of columns apart from other screens'. */
  readonly name: string;
  readonly title: string;
  readonly load: LoadList<Row, Query>;
  readonly rowId: (row: NoInfer<Row>) => RowId;
  readonly columns: readonly Column<NoInfer<Row>>[];
  readonly filters?: readonly Filter<Partial<NoInfer<Query>>>[];
  /** The rows are the tops of trees, and all there are: drawn within each other, neither paged nor exported. */
  readonly childrenOf?: (row: NoInfer<Row>) => readonly NoInfer<Row>[];
  readonly rowActions?: readonly RowAction<NoInfer<Row>>[];
  readonly actions?: readonly ListAction[];
  readonly selection?: ListSelection<NoInfer<Row>, NoInfer<Query>>;
  /** A row leads to another page; a list with a `detail` opens that instead, but for rows that `leadsAway` names. */
  readonly goToRow?: (row: NoInfer<Row>) => void;
  readonly leadsAway?: (row: NoInfer<Row>) => boolean;
  /**
   * For a list that changes on its own: while the pointer is over the rows, each stays in its place; new ones are
   * counted, and shown when the pointer leaves or the user asks.
   */
  readonly isSteady?: true;
  /** Opens beside the list. */
  readonly detail?: {
    readonly title: (context: DetailContext<NoInfer<Row>>) => string;
    readonly render: (context: DetailContext<NoInfer<Row>>) => ReactNode;
    /** Takes more of the window than a usual detail. */
    readonly isWide?: true;
  };
  /** Emphasis for a row that asks for a person. */
  readonly rowTone?: (row: NoInfer<Row>) => 'normal' | 'high' | 'critical';
  /** A sentence beside the title: who edits these rows, where it is not the user. */
  readonly notice?: string;
  /** The text of an empty list, and why it may be empty. */
  readonly empty?: { readonly title: string; readonly hint?: string };
  /** File name of the export, without date and ending; no export when null. */
  readonly exportName?: string | null;
  /** Lets the server write the file: all rows, as Excel or CSV. Without it the pages are read here, for CSV alone. */
  readonly exportFile?: (asked: AskedExport<NoInfer<Query>>, signal: AbortSignal) => Promise<void>;
}
