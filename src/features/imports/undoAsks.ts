import { CallError } from '../../contract/call.ts';

/** Dialogs before an undo; `undoRest`: without the rows that were changed or are used since. */
export const undoAsks = {
  undo: { title: '撤销导入', confirmLabel: '撤销', cancelLabel: '保留' },
  undoRest: { title: '撤销其余行', confirmLabel: '撤销其余行', cancelLabel: '保留' },
} as const;
export type UndoAsked = keyof typeof undoAsks;

export const undoRestMessage = '这些行保持现状，其余的行退回到导入前。';

/** An undo was refused for some rows, and the others can be undone. */
export const canUndoRest = (error: unknown): boolean =>
  error instanceof CallError && error.fieldErrors.some(({ field }) => field === 'leave_changed');
