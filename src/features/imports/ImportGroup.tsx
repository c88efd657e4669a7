import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { InputOf } from '../../contract/endpoint.ts';
import { importList, importUndoGroup, type ImportFile } from '../../contract/endpoints/imports.ts';
import type { FeatureDeps } from '../../streams/featureDeps.ts';
import { loading } from '../../streams/loadState.ts';
import { Button } from '../../ui/Button/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog/ConfirmDialog.tsx';
import { textColumn } from '../../ui/list/columns.tsx';
import { defineListScreen } from '../../ui/list/defineListScreen.ts';
import { ListScreen } from '../../ui/list/ListScreen.tsx';
import { subscribeTo } from '../../ui/live/subscribeTo.ts';
import { useObservable } from '../../ui/live/useObservable.ts';
import { StatusTag } from '../../ui/StatusTag/StatusTag.tsx';
import { canBeUndone, groupTag, namesOf } from './importGroup.ts';
import { fileColumns } from './importColumns.tsx';
import { refetchWhenMoved, watchGroup, type GroupSource } from './importSources.ts';
import { canUndoRest, undoAsks, undoRestMessage, type UndoAsked } from './undoAsks.ts';
import './imports.css';

/** The files that were uploaded together: how far each is, and one undo for all of them. */
export function ImportGroup({ deps, id }: { deps: FeatureDeps; id: number }) {
  const [, setParams] = useSearchParams();
  const [source] = useState(() => watchGroup(deps.call, id));
  const [screen] = useState(() =>
    defineListScreen<ImportFile, InputOf<typeof importList>>({
      name: 'Imports.group',
      title: '一起上传的文件',
      load: (query, signal) =>
        deps.call(importList, { ...query, import_group_id: id, order: 'asc' }, { quiet: true, signal }),
      rowId: (row) => row.id,
      columns: [...fileColumns, textColumn('note', '说明', { width: 320 })],
      goToRow: (row) => setParams({ import: String(row.id) }),
      empty: { title: '没有这组文件', hint: '它不存在，或您无权查看。' },
      exportName: null,
    }),
  );
  // The list is read again whenever a file has come to another state.
  const subscribe = useMemo(
    () => subscribeTo(refetchWhenMoved(source.files$, (files) => files.map(({ state }) => state).join())),
    [source],
  );
  return (
    <div className="import-view">
      <ListScreen
        screen={screen}
        subscribe={subscribe}
        lead={
          <GroupFigures
            deps={deps}
            id={id}
            source={source}
            onBack={() => setParams({})}
            onAdd={() => setParams({ new: '', group: String(id) })}
          />
        }
      />
    </div>
  );
}

interface GroupFiguresProps {
  deps: FeatureDeps;
  id: number;
  source: GroupSource;
  onBack: () => void;
  onAdd: () => void;
}

function GroupFigures({ deps, id, source, onBack, onAdd }: GroupFiguresProps) {
  const state = useObservable(source.files$, loading);
  const [asked, setAsked] = useState<UndoAsked | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const files = state.kind === 'ready' ? state.value : [];
  const undo = async (what: UndoAsked): Promise<void> => {
    setBusy(true);
    setProblem(null);
    try {
      await deps.call(importUndoGroup, { import_group_id: id, leave_changed: what === 'undoRest' }, { quiet: true });
      setAsked(null);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : '操作失败，请稍后重试');
      if (what === 'undo' && canUndoRest(error)) setAsked('undoRest');
    } finally {
      setBusy(false);
      source.reload();
    }
  };
  return (
    <section className="import-view__figures" aria-label="整组情况">
      {files.length > 0 && <StatusTag {...groupTag(files)} />}
      <span className="import-view__note" role="status">
        {files.length > 1 && '请按依赖的先后逐个写入：先单位，再小区、电梯与人员。撤销时一起退回，后写入的先撤销。'}
      </span>
      <span className="import-view__actions">
        <Button icon="arrow-left" variant="plain" onClick={onBack}>
          返回导入记录
        </Button>
        <Button icon="upload" onClick={onAdd}>
          添加文件
        </Button>
        {canBeUndone(files) && (
          <Button icon="undo" onClick={() => setAsked('undo')}>
            撤销整组
          </Button>
        )}
      </span>
      {asked !== null && (
        <ConfirmDialog
          isOpen
          {...undoAsks[asked]}
          objectName={namesOf(files)}
          message={
            asked === 'undo'
              ? '各文件新增的记录将删除，更新的恢复原样。若有行在导入后被修改或使用，会先列出，再由您决定。'
              : undoRestMessage
          }
          tone="danger"
          isBusy={isBusy}
          error={problem}
          onConfirm={() => void undo(asked)}
          onCancel={() => {
            setAsked(null);
            setProblem(null);
          }}
        />
      )}
    </section>
  );
}
