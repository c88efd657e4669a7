import { useEffect, useEffectEvent, type ReactNode } from 'react';
import { Button } from '../Button/Button.tsx';
import { IconButton } from '../IconButton/IconButton.tsx';
import { PageHeader } from '../PageHeader/PageHeader.tsx';
import { Pagination } from '../Pagination/Pagination.tsx';
import { formatClockTime, formatDate } from '../time/formatTime.ts';
import { ColumnMenu } from './ColumnMenu.tsx';
import { DetailPanel } from './DetailPanel.tsx';
import { downloadFile } from './downloadFile.ts';
import { ExportButton } from './ExportButton.tsx';
import { cellsOf, exportRows, serverColumns } from './exportRows.ts';
import { FilterBar } from './FilterBar.tsx';
import { HeldNote } from './HeldNote.tsx';
import { ListBody } from './ListBody.tsx';
import { ListNote } from './ListNote.tsx';
import type { ListScreenDefinition, RowId, SubscribeList } from './listTypes.ts';
import { changesOfView } from './savedViews.ts';
import { SavedViewsMenu } from './SavedViewsMenu.tsx';
import { toCsv } from '../../csv/toCsv.ts';
import { toListQuery } from './toListQuery.ts';
import { pageSizes } from './urlState.ts';
import { useColumnChoice } from './useColumnChoice.ts';
import { useListAddress } from './useListAddress.ts';
import { useListRows } from './useListRows.ts';
import { SelectionBar } from './SelectionBar.tsx';
import { useSelection } from './useSelection.ts';
import { useSteadyRows } from './useSteadyRows.ts';
import './ListScreen.css';

export interface ListScreenProps<Row, Query> {
  /** From `defineListScreen`; made once. */
  screen: ListScreenDefinition<Row, Query>;
  /** A live source; its identity must be stable. Called with a listener, gives back how to stop. */
  subscribe?: SubscribeList<Row>;
  readNowMs?: () => number;
  /** Figures or a chart of the filtered rows, above them. */
  lead?: ReactNode;
  /** The same beside the rows, as long as no detail is open there. */
  aside?: ReactNode;
  /** Hands the export to the browser. */
  download?: (fileName: string, text: string) => void;
}

/** A whole list screen from its definition: filters, rows, paging, detail, export, and every state in between. */
export function ListScreen<Row, Query>({
  screen,
  subscribe,
  readNowMs = Date.now,
  lead,
  aside,
  download = downloadFile,
}: ListScreenProps<Row, Query>) {
  const { name, title, columns, filters = [], rowId, actions = [], detail, goToRow, leadsAway, childrenOf } = screen;
  const isTree = childrenOf !== undefined;
  const exportName = isTree ? null : screen.exportName === undefined ? title : screen.exportName;
  const sortable = columns.filter((column) => column.isSortable === true).map((column) => column.id);
  const { params, position, setFilters, replaceFilters, setPage, correctPage, setPageSize, setSort, setOpenId } =
    useListAddress(sortable);
  const query = toListQuery(filters, params, position);
  const key = JSON.stringify(query);
  const rows = useListRows(screen, { key, query }, subscribe, readNowMs);
  const { state, newNum, goneIds, hold, release } = useSteadyRows(rows.state, rowId, screen.isSteady === true, key);
  const reload = (): void => {
    release();
    rows.reload();
  };
  const choice = useColumnChoice(name, columns);
  const filterKeys = filters.flatMap((filter) => filter.keys);

  const page = state.kind === 'ready' ? state.page : null;
  const lastPage = page === null ? null : Math.max(1, Math.ceil(page.total / position.pageSize));
  const offered = actions.filter(({ needsRows = false }) => !needsRows || (page !== null && page.list.length > 0));
  const isPastEnd = state.kind === 'ready' && !state.isLoading && lastPage !== null && position.page > lastPage;
  const goToLast = useEffectEvent(() => {
    if (lastPage !== null) correctPage(lastPage);
  });
  useEffect(() => {
    if (isPastEnd) goToLast();
  }, [isPastEnd]);
  const openRow = page?.list.find((row) => String(rowId(row)) === position.openId) ?? null;
  const closeDetail = (): void => setOpenId(null);
  const context = position.openId === null ? null : { id: position.openId, row: openRow, reload, close: closeDetail };

  const hasDetail = detail !== undefined && context !== null;
  const openRowOf = (id: string): void => {
    const row = page?.list.find((one) => String(rowId(one)) === id);
    const isElsewhere = detail === undefined || (row !== undefined && leadsAway?.(row) === true);
    if (!isElsewhere) setOpenId(id);
    else if (row !== undefined) goToRow?.(row);
  };

  const prepareExport = async (
    signal: AbortSignal,
    onProgress: (done: number, total: number) => void,
  ): Promise<string> => {
    const loadPage = (pageNumber: number, pageSize: number) =>
      screen.load(toListQuery(filters, params, { ...position, page: pageNumber, pageSize }), signal);
    return toCsv(await exportRows({ loadPage, columns: choice.visible, rowId, signal, onProgress }));
  };
  const { exportFile } = screen;
  const fileColumns = exportFile === undefined ? undefined : serverColumns(choice.visible);
  const chosen = useSelection(screen, page?.list ?? []);
  const exportAll =
    exportFile === undefined || fileColumns === undefined || exportName === null
      ? undefined
      : (format: 'xlsx' | 'csv', signal: AbortSignal) =>
          exportFile({ name: exportName, format, columns: fileColumns, query }, signal);
  const exportChosen = (ids: readonly RowId[]) => {
    const only = screen.selection?.toQuery?.(ids);
    if (exportFile === undefined || fileColumns === undefined || only === undefined) return undefined;
    const chosenQuery = toListQuery([{ toQuery: () => only }], params, position);
    return (format: 'xlsx' | 'csv', signal: AbortSignal) =>
      exportFile({ name: `所选${exportName ?? title}`, format, columns: fileColumns, query: chosenQuery }, signal);
  };
  const downloadCsv = (text: string): void => {
    const nowMs = readNowMs();
    download(`${exportName ?? title}_${formatDate(nowMs)}_${formatClockTime(nowMs).replaceAll(':', '')}.csv`, text);
  };

  return (
    <div className="ti-list">
      <PageHeader
        title={title}
        note={
          <>
            <ListNote state={state} readNowMs={readNowMs} />
            {screen.notice}
          </>
        }
        actions={
          <>
            {offered.map((action) => (
              <Button
                key={action.id}
                variant={action.isPrimary === true ? 'primary' : 'quiet'}
                {...(action.icon === undefined ? {} : { icon: action.icon })}
                onClick={() => action.run(reload, page?.list.map(rowId) ?? [])}
              >
                {action.label}
              </Button>
            ))}
            {exportName !== null && page !== null && page.total > 0 && (
              <ExportButton name={exportName} prepare={prepareExport} download={downloadCsv} exportFile={exportAll} />
            )}
            <SavedViewsMenu
              list={name}
              params={params}
              filterKeys={filterKeys}
              columnIds={columns.map(({ id }) => id)}
              hidden={choice.hidden}
              onShow={(view, isOpening) => {
                (isOpening ? replaceFilters : setFilters)(changesOfView(view ?? { params: {} }, filterKeys));
                if (view === null) choice.reset();
                else choice.hide(view.hidden);
              }}
            />
            <ColumnMenu columns={columns} isHidden={choice.isHidden} onToggle={choice.toggle} onReset={choice.reset} />
            <IconButton
              icon="refresh"
              label="刷新"
              isBusy={state.kind === 'ready' && state.isLoading}
              onClick={reload}
            />
          </>
        }
      />
      {filters.length > 0 && <FilterBar filters={filters} params={params} setParams={setFilters} />}
      {lead}
      <div
        className="ti-list__split"
        data-detail={hasDetail ? (detail.isWide === true ? 'wide' : 'usual') : undefined}
        data-aside={(!hasDetail && aside !== undefined) || undefined}
      >
        <section className="ti-frame ti-list__main" aria-label={title}>
          <div className="ti-list__rows" onPointerMove={hold} onPointerLeave={release}>
            <ListBody
              screen={screen}
              state={state}
              columns={choice.visible}
              position={position}
              isFiltered={filterKeys.some((key) => params.has(key))}
              reload={reload}
              onSort={setSort}
              onOpen={detail === undefined && goToRow === undefined ? undefined : openRowOf}
              goneIds={goneIds}
              selection={chosen?.grid}
              onClearFilters={() => setFilters(Object.fromEntries(filterKeys.map((key) => [key, null])))}
              onFirstPage={() => setPage(1)}
            />
          </div>
          {newNum + goneIds.size > 0 && <HeldNote newNum={newNum} goneNum={goneIds.size} onShow={release} />}
          {screen.selection !== undefined && chosen !== undefined && chosen.rows.length > 0 && (
            <SelectionBar
              rows={chosen.rows}
              hereNum={chosen.hereNum}
              measure={screen.selection.measure}
              actions={screen.selection.actions}
              reload={reload}
              onClear={chosen.clear}
              exportButton={
                exportName !== null && (
                  <ExportButton
                    name={`所选${exportName}`}
                    label="导出所选"
                    size="small"
                    prepare={() => Promise.resolve(toCsv(cellsOf(chosen.rows, choice.visible)))}
                    download={downloadCsv}
                    exportFile={exportChosen(chosen.rows.map(rowId))}
                  />
                )
              }
            />
          )}
          {page !== null && page.total > 0 && !isTree && (
            <Pagination
              page={position.page}
              pageSize={position.pageSize}
              total={page.total}
              onPage={setPage}
              onPageSize={setPageSize}
              pageSizes={pageSizes}
            />
          )}
        </section>
        {!hasDetail && aside}
        {hasDetail && (
          <DetailPanel title={detail.title(context)} onClose={closeDetail}>
            {detail.render(context)}
          </DetailPanel>
        )}
      </div>
    </div>
  );
}
