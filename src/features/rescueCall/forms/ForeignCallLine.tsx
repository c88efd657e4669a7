import type { RescueOrderRow } from '../../../contract/entities/rescueOrder.ts';
import { isClosed } from '../../../parts/rescue/openRescues.ts';
import { Icon } from '../../../ui/Icon/Icon.tsx';

interface ForeignCallLineProps {
  row: Pick<RescueOrderRow, 'accepted_by' | 'stage'>;
  userId: number;
}

/** Says whose call it is before a step of someone else's call is sent. */
export function ForeignCallLine({ row, userId }: ForeignCallLineProps) {
  const { accepted_by: claimer } = row;
  if (claimer === null || claimer.id === userId || isClosed(row)) return null;
  return (
    <p className="rc-foreign" role="note">
      <Icon name="exclamation-triangle" />
      该呼叫由 {claimer.name} 负责，请先与其确认；此步骤将以您的名义记录。
    </p>
  );
}
