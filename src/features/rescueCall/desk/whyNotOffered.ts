import type { RescueOrderRow } from '../../../contract/entities/rescueOrder.ts';
import { rescueSteps } from '../../../contract/events/rescue.ts';
import type { Viewer } from '../../../machines/lifecycle.ts';
import { isClosed, isUnanswered } from '../../../parts/rescue/openRescues.ts';
import type { DeskEvent } from '../rescueActions.ts';

/** Steps that only the user who has the call may take, or a superior of theirs. */
const ofClaimer: readonly DeskEvent[] = ['rescue.extended', 'rescue.handOverOffered', 'rescue.judgedFalse'];
const ofReceiver: readonly DeskEvent[] = ['rescue.handOverAccepted', 'rescue.handOverDeclined'];

/** Returns the reason why a step that a key stands for is not offered for this call, in Chinese, with what to do instead. */
export function whyNotOffered(
  row: RescueOrderRow,
  event: DeskEvent,
  { can, userId }: Pick<Viewer, 'can'> & { readonly userId: number },
): string {
  const { label, by } = rescueSteps[event];
  if (!can(by)) return `您没有“${label}”的权限，如需开通请联系系统管理员`;
  if (isClosed(row)) return `该救援已结束（${row.stage_label}），不能${label}`;
  const holder = row.accepted_by;
  if (event === 'rescue.accepted' && !isUnanswered(row))
    return holder?.id === userId ? '该呼叫已由您受理' : `该呼叫已由 ${holder?.name ?? '他人'} 受理，需要接手请其转交`;
  if (ofReceiver.includes(event)) return '没有向您转交该救援';
  if (isUnanswered(row)) return `该呼叫尚未受理，请先按 1 受理，再${label}`;
  if (ofClaimer.includes(event) && holder !== null && holder.id !== userId)
    return `该救援由 ${holder.name} 负责，只有负责人或其上级可以${label}`;
  if (event === 'rescue.extended')
    return row.claim === null ? '已派出救援，受理不会失效，无需延长' : '受理已延长过两次，不能再延长，请尽快派出';
  return `该救援${row.stage_label}，现在不能${label}`;
}
