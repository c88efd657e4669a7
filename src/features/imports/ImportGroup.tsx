import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { InputOf } from '../../contract/endpoint.ts';
import { importCommitGroup, importList, importUndoGroup, type ImportFile } from '../../contract/endpoints/imports.ts';
import { isImportUnwritten } from '../../contract/entities/imports.ts';
import type { FeatureDeps } from '../../streams/featureDeps.ts';
import { loading } from '../../streams/loading/loadState.ts';
import { Button } from '../../ui/Button/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog/ConfirmDialog.tsx';
import { textColumn } from '../../ui/list/columns.tsx';
import { defineListScreen } from '../../ui/list/defineListScreen.ts';
import { ListScreen } from '../../ui/list/ListScreen.tsx';
import { subscribeTo } from '../../ui/live/subscribeTo.ts';
import { useObservable } from '../../ui/live/useObservable.ts';
import { StatusTag } from '../../ui/StatusTag/StatusTag.tsx';
import { canBeUndone, dueOf, groupAdvice, groupTag, namesOf, rowsOf, sumOf, wrongFilesOf } from './importGroup.ts';
import { fileColumns } from './importColumns.tsx';
import { refetchWhenMoved, watchGroup, type GroupSource } from './importSources.ts';
import { undoAsks, undoRestMessage, type UndoAsked } from './undoAsks.ts';
import { useAsked } from './useAsked.ts';
import './imports.css';

/** The files that were uploaded together: what each would do, how far it is, one button that writes and one that undoes all of them. */
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

type Asked = 'commit' | UndoAsked;
const asks = { commit: { title: '写入整组', confirmLabel: '写入' }, ...undoAsks } as const;

function messageOf(asked: Asked, due: readonly ImportFile[]): string {
  if (asked === 'undoRest') return undoRestMessage;
  if (asked === 'undo')
    return '各文件新增的记录将删除，更新的恢复原样。若有行在导入后被修改或使用，会先列出，再由您决定。';
  const order = due.map(({ file_name: name }) => name).join(' → ');
  return due.length > 1
    ? `依次写入：${order}。每个文件全部写入，或一行也不写入；一个文件没有写入时，其后的也不写入。写入后可撤销整组。`
    : '全部写入，或一行也不写入。写入后可撤销整组。';
}

function GroupFigures({ deps, id, source, onBack, onAdd }: GroupFiguresProps) {
  const state = useObservable(source.files$, loading);
  const files = state.kind === 'ready' ? state.value : [];
  const act = (what: Asked): Promise<unknown> =>
    what === 'commit'
      ? deps.call(importCommitGroup, { import_group_id: id }, { quiet: true })
      : deps.call(importUndoGroup, { import_group_id: id, leave_changed: what === 'undoRest' }, { quiet: true });
  const { asked, ask, answers } = useAsked<Asked>(act, source.reload);
  const due = dueOf(files);
  const standing = files.filter((file) => !isImportUnwritten(file.state));
  return (
    <section className="ti-frame import-view__figures" aria-label="整组情况">
      {files.length > 0 && <StatusTag {...groupTag(files)} />}
      {standing.length > 0 && (
        <span>
          合计 新增 {sumOf(standing, 'new_num') ?? 0} · 更新 {sumOf(standing, 'changed_num') ?? 0} · 无变化{' '}
          {sumOf(standing, 'same_num') ?? 0} ·{' '}
          <strong data-wrong={wrongFilesOf(files).length > 0}>错误 {sumOf(standing, 'wrong_num') ?? 0}</strong>
        </span>
      )}
      <span className="import-view__note" role="status">
        {groupAdvice(files)}
      </span>
      <span className="import-view__actions">
        <Button icon="arrow-left" variant="plain" onClick={onBack}>
          返回导入记录
        </Button>
        <Button icon="upload" onClick={onAdd}>
          添加文件
        </Button>
        {canBeUndone(files) && (
          <Button icon="undo" onClick={() => ask('undo')}>
            撤销整组
          </Button>
        )}
        {due.length > 0 && (
          <Button variant="primary" icon="check" onClick={() => ask('commit')}>
            写入整组 {rowsOf(due)} 行
          </Button>
        )}
      </span>
      {asked !== null && (
        <ConfirmDialog
          isOpen
          {...asks[asked]}
          objectName={namesOf(asked === 'commit' ? due : files)}
          message={messageOf(asked, due)}
          tone={asked === 'commit' ? 'normal' : 'danger'}
          {...answers}
        />
      )}
    </section>
  );
}
