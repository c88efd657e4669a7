import { importCancel, importCommit, importErrorFile, importUndo } from '../../contract/endpoints/imports.ts';
import {
  canLeaveOutWrong,
  canUndoImport,
  isImportMoving,
  isImportUnwritten,
  type ImportKind,
} from '../../contract/entities/imports.ts';
import type { FeatureDeps } from '../../streams/featureDeps.ts';
import { Button } from '../../ui/Button/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog/ConfirmDialog.tsx';
import { StatusTag } from '../../ui/StatusTag/StatusTag.tsx';
import type { ImportDetail, ImportSource } from './importSources.ts';
import { stateTag } from './importTags.tsx';
import { adviceOf, asks, messageOf, purgedWords, type Asked } from './importWords.ts';
import { useAsked } from './useAsked.ts';

export interface ImportFiguresProps {
  deps: FeatureDeps;
  detail: ImportDetail;
  source: ImportSource;
  onBack: () => void;
  /** One more file of the same upload. */
  onUpload: (kind: ImportKind | '') => void;
}

/** The figures of an import, its next step in words, and the steps that can be taken now. */
export function ImportFigures({ deps, detail, source, onBack, onUpload }: ImportFiguresProps) {
  const {
    id,
    state,
    note,
    wrong_num: wrong,
    new_num,
    changed_num,
    same_num,
    done_num,
    total_num,
    warned_num: warned = 0,
  } = detail;
  const isMoving = isImportMoving(state);
  const isFile = detail.origin !== 'fill';
  const isPurged = (detail.purged_at ?? null) !== null;
  const mayCommit = wrong === 0 || canLeaveOutWrong(detail.origin);
  const advice = adviceOf(detail);
  const act = (what: Asked): Promise<unknown> => {
    if (what === 'commit') return deps.call(importCommit, { id }, { quiet: true });
    if (what === 'cancel') return deps.call(importCancel, { id }, { quiet: true });
    return deps.call(importUndo, { id, leave_changed: what === 'undoRest' }, { quiet: true });
  };
  const { asked, ask, answers } = useAsked<Asked>(act, source.reload);
  return (
    <section className="ti-frame import-view__figures" aria-label="导入情况">
      <StatusTag {...stateTag(state, mayCommit ? 0 : wrong)} />
      {isMoving ? (
        <span className="import-view__progress">
          <progress className="ti-progress" aria-label="进度" max={Math.max(1, total_num)} value={done_num} />
          {done_num.toLocaleString('en-US')} / {total_num.toLocaleString('en-US')} 行
        </span>
      ) : isImportUnwritten(state) ? null : (
        <span>
          新增 {new_num} · 更新 {changed_num} · 无变化 {same_num} · <strong data-wrong={wrong > 0}>错误 {wrong}</strong>
          {warned > 0 && (
            <>
              {' '}
              · <strong data-warned>须核对 {warned}</strong>
            </>
          )}
        </span>
      )}
      <span className="import-view__note" role="status">
        {[note, isPurged ? purgedWords(detail) : advice].filter((words) => words !== '').join('。')}
      </span>
      <span className="import-view__actions">
        <Button icon="arrow-left" variant="plain" onClick={onBack}>
          {detail.file_num > 1 ? '返回同组文件' : '返回导入记录'}
        </Button>
        {state === 'done' && isFile && (
          <Button icon="plus" onClick={() => onUpload('')}>
            添加文件
          </Button>
        )}
        {!isMoving && isFile && wrong > 0 && !isPurged && (
          <Button icon="download" onClick={() => void deps.saveFile(importErrorFile, { id }).catch(() => undefined)}>
            下载错误文件
          </Button>
        )}
        {isFile && ((state === 'ready' && wrong > 0) || state === 'stopped' || isImportUnwritten(state)) && (
          <Button icon="upload" variant={wrong > 0 ? 'primary' : 'quiet'} onClick={() => onUpload(detail.kind)}>
            重新上传
          </Button>
        )}
        {(state === 'checking' || state === 'ready' || state === 'writing') && (
          <Button icon="times" onClick={() => ask('cancel')}>
            取消导入
          </Button>
        )}
        {state === 'ready' && mayCommit && new_num + changed_num > 0 && (
          <Button variant="primary" icon="check" onClick={() => ask('commit')}>
            写入 {new_num + changed_num} 行
          </Button>
        )}
        {canUndoImport(detail.kind) &&
          !isPurged &&
          (state === 'done' || (state === 'stopped' && detail.written_num > 0)) && (
            <Button icon="undo" onClick={() => ask('undo')}>
              撤销导入
            </Button>
          )}
      </span>
      {asked !== null && (
        <ConfirmDialog
          isOpen
          {...asks[asked]}
          objectName={detail.file_name}
          message={messageOf(asked, detail)}
          tone={asked === 'commit' ? 'normal' : 'danger'}
          {...answers}
        />
      )}
    </section>
  );
}
