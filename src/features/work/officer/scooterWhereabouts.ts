import type { ExceptionRow } from '../../../contract/entities/exception.ts';
import type { StatusTagProps } from '../../../ui/StatusTag/StatusTag.tsx';

/**
 * Returns the tag that says whether the scooter is in the car now: until a person has moved it out, or the camera no longer sees it. Null for
 * a false report, which was no scooter.
 */
export function scooterWhereabouts({
  stage,
  is_finished: isFinished,
  is_false: isFalse,
  cleared_at: clearedAt,
}: Pick<ExceptionRow, 'stage' | 'is_finished' | 'is_false' | 'cleared_at'>): StatusTagProps | null {
  if (isFalse) return null;
  if (isFinished || stage === 'removed' || clearedAt !== null)
    return { label: '已离开轿厢', tone: 'neutral', icon: 'check' };
  return { label: '在轿厢内', tone: 'high' };
}
