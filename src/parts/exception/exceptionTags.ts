import type { ExceptionRow } from '../../contract/entities/exception.ts';
import { rescueStages } from '../../contract/labels.ts';
import type { StatusTagProps } from '../../ui/StatusTag/StatusTag.tsx';
import { toneOfLevel } from '../lift/alarmTones.ts';
import { rescueTone } from '../rescue/openRescues.ts';

/** Returns the tag of the urgency; a finished one needs no attention. */
export const levelTag = ({ level, levelName, is_finished: isFinished }: ExceptionRow): StatusTagProps => ({
  label: levelName,
  tone: isFinished ? 'neutral' : toneOfLevel(level),
});

type Staged = Pick<ExceptionRow, 'type' | 'stage' | 'stage_label' | 'is_finished' | 'is_false' | 'status'>;

/** The tone of a rescue order, as on the desk and the wall; undefined for any other exception. */
export function toneOfRescue({ type, stage, status }: Pick<Staged, 'type' | 'stage' | 'status'>) {
  const known = rescueStages.find((name) => name === stage);
  if (type !== 1 || known === undefined) return undefined;
  // Status 3 is a limit that is missed and still outstanding; which one does not change the tone.
  return rescueTone({ stage: known, breach: status === 3 ? 'respond' : null });
}

/** Returns the tag of the stage. */
export function stageTag(row: Staged): StatusTagProps {
  const label = row.stage_label;
  if (row.is_finished) return { label, tone: 'neutral', icon: row.is_false ? 'ban' : 'check' };
  const rescue = toneOfRescue(row);
  if (rescue !== undefined) return { label, tone: rescue };
  if (row.status === 3) return { label, tone: 'high' };
  return { label, tone: row.status === 0 ? 'neutral' : 'info' };
}
