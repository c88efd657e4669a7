import { canLeaveOutWrong, importKeeping, importKinds, isImportUnwritten } from '../../contract/entities/imports.ts';
import type { ImportDetail } from './importSources.ts';
import { undoAsks, undoRestMessage, type UndoAsked } from './undoAsks.ts';

/** A step of an import that asks before it is taken. */
export type Asked = 'commit' | 'cancel' | UndoAsked;
export const asks: Readonly<
  Record<Asked, { readonly title: string; readonly confirmLabel: string; readonly cancelLabel?: string }>
> = {
  commit: { title: '写入', confirmLabel: '写入' },
  cancel: { title: '取消导入', confirmLabel: '取消导入', cancelLabel: '保留' },
  ...undoAsks,
};

/** Returns the question before a step. */
export function messageOf(
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

/** Returns the note of an import whose rows are kept no longer. */
export const purgedWords = ({ state }: ImportDetail): string =>
  state === 'done' || state === 'stopped'
    ? `已超过 ${importKeeping.undoDays} 天，明细已清除，不能再撤销；请在各条记录中修改。`
    : '明细已清除。';

/** Returns the next step, where the state alone does not say it. */
export function adviceOf(detail: ImportDetail): string {
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
