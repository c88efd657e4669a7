import { Button } from '../Button/Button.tsx';
import { DeniedState } from '../DeniedState/DeniedState.tsx';
import { EmptyState } from '../EmptyState/EmptyState.tsx';
import { ErrorState } from '../ErrorState/ErrorState.tsx';
import { TreeGrid } from './TreeGrid.tsx';
import { DataGrid, type GridSelection } from './DataGrid.tsx';
import { ListSkeleton } from './ListSkeleton.tsx';
import type { Column, ListScreenDefinition, RowAction, RowId } from './listTypes.ts';
import type { RowsState } from './reduceRows.ts';
import { RowActions } from './RowActions.tsx';
import type { ActsRoom } from './useSharedWidths.ts';
import type { ListPosition } from './urlState.ts';

interface ListBodyProps<Row, Query> {
  screen: ListScreenDefinition<Row, Query>;
  state: RowsState<Row>;
  columns: readonly Column<Row>[];
  position: ListPosition;
  isFiltered: boolean;
  reload: () => void;
  onSort: (sort: string | null, order: 'asc' | 'desc') => void;
  onOpen: ((id: string) => void) | undefined;
  /** Kept in their places though they have left the list. */
  goneIds: ReadonlySet<RowId>;
  selection: GridSelection<Row> | undefined;
  onClearFilters: () => void;
  onFirstPage: () => void;
}

/** The room that all acts of a row need side by side, in px: a character of 12 px, and each button's padding and icon. */
function roomFor<Row>(actions: readonly RowAction<Row>[]): ActsRoom {
  const sumOf = (isTight: boolean): number =>
    actions.reduce((sum, { label, icon }) => {
      const words = isTight && icon !== undefined ? 0 : label.length * 12;
      return sum + words + (icon === undefined ? 24 : isTight ? 30 : 44);
    }, 24);
  // The head of the column is never cut.
  return { worded: sumOf(false), wordless: Math.max(64, sumOf(true)) };
}

/** The rows, or what stands in their place. */
export function ListBody<Row, Query>({
  screen,
  state,
  columns,
  position,
  isFiltered,
  reload,
  onSort,
  onOpen,
  goneIds,
  selection,
  onClearFilters,
  onFirstPage,
}: ListBodyProps<Row, Query>) {
  const { title, rowId, childrenOf, rowActions = [], rowTone, empty } = screen;
  if (state.kind === 'loading') return <ListSkeleton />;
  if (state.kind === 'failed') {
    const { kind, message } = state.failure;
    return kind === 'denied' ? (
      <DeniedState message={message} />
    ) : (
      <ErrorState kind={kind} message={message} onRetry={reload} isRetrying={state.isRetrying} />
    );
  }
  if (state.page.list.length === 0) {
    if (state.page.total > 0)
      return (
        <EmptyState
          icon="list"
          title="这一页没有数据"
          hint="数据可能已减少。"
          action={<Button onClick={onFirstPage}>回到第 1 页</Button>}
        />
      );
    if (isFiltered)
      return (
        <EmptyState
          icon="filter"
          title="没有符合条件的记录"
          hint="请放宽筛选条件，或清空筛选查看全部。"
          action={<Button onClick={onClearFilters}>清空筛选</Button>}
        />
      );
    return (
      <EmptyState title={empty?.title ?? `暂无${title}`} {...(empty?.hint === undefined ? {} : { hint: empty.hint })} />
    );
  }
  // Acts that no row is offered take no room from the columns. In a tree only the children may be offered them.
  const offered =
    childrenOf === undefined
      ? rowActions.filter(({ isOffered }) => state.page.list.some((row) => isOffered?.(row) ?? true))
      : rowActions;
  const acts = {
    actsRoom: roomFor(offered),
    renderActions:
      offered.length === 0
        ? undefined
        : (row: Row, isTight: boolean) => (
            <RowActions row={row} actions={rowActions} isTight={isTight} onDone={reload} />
          ),
  };
  if (childrenOf !== undefined)
    return (
      <TreeGrid
        label={title}
        rows={state.page.list}
        rowId={rowId}
        childrenOf={childrenOf}
        columns={columns}
        isLoading={state.isLoading}
        {...acts}
      />
    );
  return (
    <DataGrid
      label={title}
      rows={state.page.list}
      rowId={rowId}
      columns={columns}
      sort={position.sort}
      order={position.order}
      onSort={onSort}
      openId={position.openId}
      {...(onOpen === undefined ? {} : { onOpen })}
      rowTone={rowTone}
      isGone={(row) => goneIds.has(rowId(row))}
      isLoading={state.isLoading}
      selection={selection}
      {...acts}
    />
  );
}
