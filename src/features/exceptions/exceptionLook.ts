import type { ExceptionDetail, ExceptionRow } from '../../contract/entities/exception.ts';
import { toneOfRescue } from '../../parts/exception/exceptionTags.ts';

/** The emphasis of a row in a list: past its limit and still open, or a call for help that no one has answered. */
export function exceptionTone(row: ExceptionRow): 'normal' | 'high' | 'critical' {
  const { is_finished: isFinished, overdue, level } = row;
  const rescue = isFinished ? undefined : toneOfRescue(row);
  if (rescue !== undefined) return rescue === 'critical' || rescue === 'high' ? rescue : 'normal';
  if (isFinished || !overdue) return 'normal';
  return level === 1 ? 'critical' : 'high';
}

export type ExceptionClock =
  /** Still open, with a limit: negative when it is past. */
  | { readonly kind: 'running'; readonly leftMs: number; readonly isNear: boolean }
  /** Open without a limit. */
  | { readonly kind: 'open'; readonly sinceMs: number }
  | { readonly kind: 'ended'; readonly tookMs: number };

/** The clock of an exception by the server's time; near when less than a fifth of its limit is left. */
export function exceptionClock(
  row: Pick<ExceptionRow, 'created_at' | 'due_at' | 'finished_at' | 'is_finished' | 'updated_at'>,
  nowMs: number,
): ExceptionClock {
  const createdMs = Date.parse(row.created_at);
  if (row.is_finished) return { kind: 'ended', tookMs: Date.parse(row.finished_at ?? row.updated_at) - createdMs };
  if (row.due_at === null) return { kind: 'open', sinceMs: Math.max(0, nowMs - createdMs) };
  const leftMs = Date.parse(row.due_at) - nowMs;
  return { kind: 'running', leftMs, isNear: leftMs < (Date.parse(row.due_at) - createdMs) / 5 };
}

/** Returns the address at which a rescue order among the exceptions is handled. */
export const rescuePathOf = ({ id, is_finished: isFinished }: Pick<ExceptionRow, 'id' | 'is_finished'>): string =>
  isFinished ? `/alarm-center/rescue-call-history?id=${id}` : `/alarm-center?id=${id}`;

/** Names it for a person: 故障 318（CH-03-07）. */
export const nameOf = ({ type_label: type, id, tag }: Pick<ExceptionRow, 'type_label' | 'id' | 'tag'>): string =>
  `${type} ${id}（${tag}）`;

export interface Sweep {
  /** Cars with an open call for help first, then those not yet confirmed, then the others. */
  readonly cars: ExceptionDetail['children'];
  readonly sweptNum: number;
  readonly callingNum: number;
  /** Cars that were confirmed empty before their lift lost its power again. */
  readonly voidedNum: number;
}

const rank = (car: ExceptionDetail['children'][number]): number =>
  car.rescue_order_id !== null ? 0 : car.swept_by === null ? 1 : 2;

/** The cars of an incident in the order in which people check them. */
export function sweepOf({ children }: Pick<ExceptionDetail, 'children'>): Sweep {
  return {
    cars: children.toSorted((a, b) => rank(a) - rank(b) || a.tag.localeCompare(b.tag, 'zh', { numeric: true })),
    sweptNum: children.filter(({ swept_by: by }) => by !== null).length,
    callingNum: children.filter(({ rescue_order_id: orderId }) => orderId !== null).length,
    voidedNum: children.filter(({ swept_by: by, is_voided: isVoided }) => isVoided && by === null).length,
  };
}
