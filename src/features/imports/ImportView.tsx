import { useMemo, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import type { InputOf } from '../../contract/endpoint.ts';
import {
  importCancel,
  importCommit,
  importErrorFile,
  importRows,
  importUndo,
  type ImportRow,
} from '../../contract/endpoints/imports.ts';
import {
  canLeaveOutWrong,
  importKeeping,
  canUndoImport,
  importKinds,
  importRowStateLabels,
  isImportMoving,
  isImportUnwritten,
  type ImportKind,
  type ImportRowState,
} from '../../contract/entities/imports.ts';
import type { FeatureDeps } from '../../streams/featureDeps.ts';
import { Button } from '../../ui/Button/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog/ConfirmDialog.tsx';
import { DescriptionList } from '../../ui/DescriptionList/DescriptionList.tsx';
import { EmptyState } from '../../ui/EmptyState/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState/ErrorState.tsx';
import { statusColumn } from '../../ui/list/columns.tsx';
import { defineListScreen } from '../../ui/list/defineListScreen.ts';
import { selectFilter } from '../../ui/list/filters.tsx';
import { ListScreen } from '../../ui/list/ListScreen.tsx';
import type { Column } from '../../ui/list/listTypes.ts';
import { subscribeTo } from '../../ui/live/subscribeTo.ts';
import { useObservable } from '../../ui/live/useObservable.ts';
import { LoadingOverlay } from '../../ui/LoadingOverlay/LoadingOverlay.tsx';
import { StatusTag } from '../../ui/StatusTag/StatusTag.tsx';
import { loading } from '../../streams/loading/loadState.ts';
import { refetchWhenMoved, watchImport, type ImportDetail, type ImportSource } from './importSources.ts';
import { recordAddress } from './recordAddress.ts';
import { rowTag, stateTag } from './importTags.tsx';
import { undoAsks, undoRestMessage, type UndoAsked } from './undoAsks.ts';
import { useAsked } from './useAsked.ts';
import './imports.css';

const filterable = (['wrong', 'new', 'change', 'same'] as const).map((value) => ({
  value,
  label: importRowStateLabels[value],
}));

type Tone = 'wrong' | 'warned' | undefined;

/** Each thing that is wrong with a row, or is doubtful and changes. */
function remarksOf({ problems, changes }: ImportRow): readonly { readonly words: string; readonly tone: Tone }[] {
  const told = problems.map(({ header, message, suggestion, is_warning: isWarning = false }) => {
    // A doubt is told in a whole sentence.
    const head = header === '' || message.includes(header) || isWarning ? '' : `${header}：`;
    return {
      words: `${head}${message}${suggestion === '' ? '' : `，是否为“${suggestion}”`}`,
      tone: isWarning ? ('warned' as const) : ('wrong' as const),
    };
  });
  if (told.some(({ tone }) => tone === 'wrong')) return told;
  return [
    ...told,
    ...changes.map(({ header, before, after }) => ({
      words: `${header}：${before === '' ? '空' : before} → ${after}`,
      tone: undefined,
    })),
  ];
}

const isWrong = ({ state, problems }: ImportRow): boolean =>
  state === 'wrong' || problems.some(({ is_warning: isWarning = false }) => !isWarning);

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

/** One line for each, none of them cut. */
const remarkCell = (row: ImportRow) => (
  <span className="import-view__remark">
    {remarksOf(row).map(({ words, tone }) => (
      <span key={words} data-tone={tone}>
        {words}
      </span>
    ))}
  </span>
);

/** The text of the file; the wrong ones stand out. */
const cellOf = (head: string, index: number) => (row: ImportRow) => {
  const text = row.cells[index] ?? '';
  const problem = row.problems.find(({ header }) => header !== '' && head.includes(header));
  const tone: Tone = problem && (problem.is_warning === true ? 'warned' : 'wrong');
  return (
    <span className="import-view__cell" data-tone={tone} title={text}>
      {text}
    </span>
  );
};

/** Returns the columns for the effect of each row, then those of the file under their own heads. */
const columnsOf = (header: readonly string[]): readonly Column<ImportRow>[] => [
  {
    id: 'row_number',
    header: '行',
    width: 64,
    align: 'right',
    cell: (row) => row.row_number,
    csv: (row) => row.row_number,
  },
  { ...statusColumn('state', '结果', rowTag), width: 96 },
  {
    id: 'remark',
    header: '说明',
    width: 320,
    cell: remarkCell,
    csv: (row) =>
      remarksOf(row)
        .map(({ words }) => words)
        .join('；'),
  },
  ...header.flatMap((head, index): Column<ImportRow>[] =>
    head === ''
      ? []
      : [
          {
            id: `cell-${index}`,
            header: head,
            width: 140,
            cell: cellOf(head, index),
            csv: (row) => row.cells[index] ?? '',
          },
        ],
  ),
];

/** One row of the file whole, with all that is wrong with it or changes. */
function RowDetail({ row, header, kind }: { row: ImportRow; header: readonly string[]; kind: ImportKind }) {
  const remarks = remarksOf(row);
  return (
    <DescriptionList
      items={[
        { label: '结果', value: <StatusTag {...rowTag(row.state)} /> },
        ...(remarks.length === 0 ? [] : [{ label: '说明', value: remarkCell(row) }]),
        ...(row.record_id === null
          ? []
          : [{ label: importKinds[kind].noun, value: <Link to={recordAddress(kind, row)}>{row.record_name}</Link> }]),
        ...header.flatMap((label, index) => (label === '' ? [] : [{ label, value: row.cells[index] || '—' }])),
      ]}
    />
  );
}

interface ImportReadyProps {
  deps: FeatureDeps;
  detail: ImportDetail;
  source: ImportSource;
  onBack: () => void;
  /** One more file of the same upload. */
  onUpload: (kind: ImportKind | '') => void;
}

function ImportReady({ deps, detail, source, onBack, onUpload }: ImportReadyProps) {
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

type Asked = 'commit' | 'cancel' | UndoAsked;
const asks: Readonly<
  Record<Asked, { readonly title: string; readonly confirmLabel: string; readonly cancelLabel?: string }>
> = {
  commit: { title: '写入', confirmLabel: '写入' },
  cancel: { title: '取消导入', confirmLabel: '取消导入', cancelLabel: '保留' },
  ...undoAsks,
};

function messageOf(
  asked: Asked,
  { new_num, changed_num, wrong_num: wrong, warned_num: warned = 0, kind, state, origin }: ImportDetail,
): string {
  const { noun, measure } = importKinds[kind];
  if (asked === 'commit' && canLeaveOutWrong(origin))
    return `将补全 ${changed_num} ${measure}${noun}${wrong > 0 ? `，另有 ${wrong} ${measure}不能补全` : ''}。写入后可整体撤销。`;
  if (asked === 'commit')
    return `将新增 ${new_num} ${measure}、更新 ${changed_num} ${measure}${noun}${warned > 0 ? `，其中 ${warned} ${measure}的位置须核对` : ''}。全部写入，或一行也不写入。`;
  if (asked === 'undo')
    return `新增的${noun}将删除，更新的恢复原样。若有行在导入后被修改或使用，会先列出，再由您决定。`;
  if (asked === 'undoRest') return undoRestMessage;
  return state === 'writing' ? '已写入的行将全部退回。' : '检查结果不再保留，没有写入任何数据。';
}

/** Its rows are kept no longer. */
const purgedWords = ({ state }: ImportDetail): string =>
  state === 'done' || state === 'stopped'
    ? `已超过 ${importKeeping.undoDays} 天，明细已清除，不能再撤销；请在各条记录中修改。`
    : '明细已清除。';

/** Returns the next step, where the state alone does not say it. */
function adviceOf(detail: ImportDetail): string {
  const { state, wrong_num: wrong, written_num: written, warned_num: warned = 0, changed_num, kind, origin } = detail;
  const { noun, measure } = importKinds[kind];
  if (state === 'ready' && canLeaveOutWrong(origin))
    return [
      changed_num > 0 ? '确认之前没有写入任何数据' : '没有可以补全的记录',
      ...(wrong > 0 ? [`${wrong} ${measure}不能补全，原因见“说明”，请在其记录中改正`] : []),
    ].join('；');
  if (state === 'stopped' && canLeaveOutWrong(origin)) return '其余的可重新补全。';
  if (state === 'ready' && wrong > 0)
    return `全部写入，或一行也不写入：请按“说明”改正 ${wrong} 行后重新上传整个文件。错误文件在每行后写明了原因。`;
  if (state === 'ready' && warned > 0)
    return `${warned} 行的位置似乎不在所填区域，请按“说明”核对；位置无误可直接写入。`;
  if (state === 'stopped')
    return written > 0
      ? `已写入的 ${written} 行${noun}可以撤销；要补齐其余的行，请重新上传同一个文件。`
      : '请核对文件后重新上传。';
  // A row that somebody changed in between may have stayed; then the note says so.
  return isImportUnwritten(state) && written === 0 ? '没有写入任何数据。' : '';
}

function ImportFigures({ deps, detail, source, onBack, onUpload }: ImportReadyProps) {
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
    <section className="import-view__figures" aria-label="导入情况">
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
