import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { InputOf } from '../../contract/endpoint.ts';
import { importRows, type ImportRow } from '../../contract/endpoints/imports.ts';
import { importRowStateLabels, type ImportRowState } from '../../contract/entities/imports.ts';
import type { FeatureDeps } from '../../streams/featureDeps.ts';
import { loading } from '../../streams/loading/loadState.ts';
import { EmptyState } from '../../ui/EmptyState/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState/ErrorState.tsx';
import { defineListScreen } from '../../ui/list/defineListScreen.ts';
import { selectFilter } from '../../ui/list/filters.tsx';
import { ListScreen } from '../../ui/list/ListScreen.tsx';
import { subscribeTo } from '../../ui/live/subscribeTo.ts';
import { useObservable } from '../../ui/live/useObservable.ts';
import { LoadingOverlay } from '../../ui/LoadingOverlay/LoadingOverlay.tsx';
import { ImportFigures, type ImportFiguresProps } from './ImportFigures.tsx';
import { columnsOf, isWrong, RowDetail } from './importRowColumns.tsx';
import { refetchWhenMoved, watchImport } from './importSources.ts';
import './imports.css';

const filterable = (['wrong', 'new', 'change', 'same'] as const).map((value) => ({
  value,
  label: importRowStateLabels[value],
}));

/** One import by its id: its figures, what can be done now, and every row of its file. */
export function ImportView({ deps, id }: { deps: FeatureDeps; id: number }) {
  const [source] = useState(() => watchImport(deps.call, id));
  const [, setParams] = useSearchParams();
  const state = useObservable(source.detail$, loading);
  if (state.kind === 'loading') return <LoadingOverlay isShown scope="box" text="正在读取…" />;
  if (state.kind === 'failed' && state.failure === 'notFound')
    return <EmptyState title="没有这次导入" hint="它不存在，或您无权查看。" />;
  if (state.kind === 'failed')
    return <ErrorState title="无法加载这次导入" message={state.message} onRetry={source.reload} />;
  return (
    <ImportReady
      deps={deps}
      detail={state.value}
      source={source}
      onBack={() => setParams(state.value.file_num > 1 ? { group: String(state.value.import_group_id) } : {})}
      onUpload={(kind) => setParams({ new: kind, group: String(state.value.import_group_id) })}
    />
  );
}

function ImportReady({ deps, detail, source, onBack, onUpload }: ImportFiguresProps) {
  const { id, header, kind, file_name: fileName } = detail;
  const [screen] = useState(() =>
    defineListScreen<ImportRow, InputOf<typeof importRows>>({
      name: 'Imports.rows',
      title: `导入 ${fileName}`,
      load: (query, signal) => deps.call(importRows, { ...query, import_id: id }, { quiet: true, signal }),
      rowId: (row) => row.row_number,
      columns: columnsOf(header),
      filters: [
        selectFilter<'state', Exclude<ImportRowState, 'unchecked'>>('state', '结果', filterable),
        ...(kind === 'community'
          ? [selectFilter<'warned', '1'>('warned', '提醒', [{ value: '1', label: '须核对' }])]
          : []),
      ],
      rowTone: (row) => (isWrong(row) ? 'high' : 'normal'),
      detail: {
        title: ({ id: rowNumber }) => `第 ${rowNumber} 行`,
        render: ({ row }) => (row === null ? null : <RowDetail row={row} header={header} kind={kind} />),
      },
      empty: { title: '没有这样的行' },
      exportName: null,
    }),
  );
  // The rows are read again when the work on them has ended.
  const subscribe = useMemo(() => subscribeTo(refetchWhenMoved(source.detail$, ({ state }) => state)), [source]);
  return (
    <div className="import-view">
      <ListScreen
        screen={screen}
        subscribe={subscribe}
        lead={<ImportFigures deps={deps} detail={detail} source={source} onBack={onBack} onUpload={onUpload} />}
      />
    </div>
  );
}
