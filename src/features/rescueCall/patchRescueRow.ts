import type { RescueOrderRow } from '../../contract/entities/rescueOrder.ts';
import { rescueStageLabels, rescueStatusLabels, type RescueStage, type StatusIndex } from '../../contract/labels.ts';
import type { RescuePush } from '../../streams/rescuePush.ts';
import { allowedByMachine, type Viewer } from './rescueActions.ts';

function movedTo(row: RescueOrderRow, stage: RescueStage, status: StatusIndex, viewer: Viewer, more: Partial<RescueOrderRow> = {}): RescueOrderRow {
  const moved = { ...row, stage, stage_label: rescueStageLabels[stage], status, statusResult: rescueStatusLabels[status], ...more };
  return { ...moved, allowed_actions: allowedByMachine(moved, viewer) };
}

/**
 * What a push changes in a row, before the row itself is reloaded: who took the call, or that it is over.
 * The row keeps its position, so that the server's next answer replaces this.
 */
export function patchRescueRow(row: RescueOrderRow, push: RescuePush, viewer: Viewer): RescueOrderRow {
  switch (push.kind) {
    case 'rescue.claimed': {
      if (row.stage !== 'pending') return row;
      return movedTo(row, 'accepted', row.breach === 'arrive' ? 3 : 1, viewer, {
        accepted_by: { id: push.byUserId, name: push.byUserName },
        breach: row.breach === 'respond' ? null : row.breach,
      });
    }
    case 'rescue.over':
      if (row.stage === 'completed' || row.stage === 'falseCall') return row;
      return movedTo(row, push.how, 2, viewer, { breach: null });
    case 'rescue.ringing':
    case 'rescue.changed':
      return row;
  }
}
