import type { RescueOrderRow } from '../../../contract/entities/rescueOrder.ts';
import { Button } from '../../../ui/Button/Button.tsx';
import { Icon } from '../../../ui/Icon/Icon.tsx';
import { Kbd } from '../../../ui/Kbd/Kbd.tsx';
import { formatDuration } from '../../../ui/time/formatDuration.ts';

/** The time for which the desk says that an offer came to nothing; the timeline keeps it. */
const shownAfterMs = 120_000;

interface HandOverLineProps {
  row: RescueOrderRow;
  nowMs: number;
  userId: number;
  /** For the colleague who receives the offer. */
  onAnswer?: ((event: 'rescue.handOverAccepted' | 'rescue.handOverDeclined') => void) | undefined;
}

/** The person asked to take over, and the time of the answer; afterwards, that the call stayed with its claimer. */
export function HandOverLine({
  row: { hand_over: offer, accepted_by: claimer },
  nowMs,
  userId,
  onAnswer,
}: HandOverLineProps) {
  if (offer === null || claimer === null) return null;
  const holder = claimer.id === userId ? '您' : claimer.name;
  if (offer.answer_by !== null) {
    const left = formatDuration(Math.max(0, Date.parse(offer.answer_by) - nowMs));
    const isMine = offer.to.id === userId;
    return (
      <p className="ti-frame rc-handover" data-tone={isMine ? 'high' : undefined} role="status">
        <Icon name="arrow-right-arrow-left" />
        {isMine ? `${claimer.name} 请您接手，请接收或拒绝；` : `等待 ${offer.to.name} 接收，`}
        {isMine ? '未接收前仍由其负责' : `未接收前仍由${holder}负责`}
        <b>{left}</b>
        {onAnswer !== undefined && (
          <span className="rc-handover__answers">
            <Button
              size="small"
              variant="primary"
              aria-keyshortcuts="y"
              onClick={() => onAnswer('rescue.handOverAccepted')}
            >
              接收 <Kbd>Y</Kbd>
            </Button>
            <Button size="small" aria-keyshortcuts="x" onClick={() => onAnswer('rescue.handOverDeclined')}>
              拒绝 <Kbd>X</Kbd>
            </Button>
          </span>
        )}
      </p>
    );
  }
  if (nowMs - Date.parse(offer.at) > shownAfterMs) return null;
  return (
    <p className="ti-frame rc-handover" data-tone="high" role="status">
      <Icon name="undo" />
      {offer.to.name} {offer.outcome === 'declined' ? '拒绝了转交' : '未在限时内接收'}，仍由{holder}负责
    </p>
  );
}
