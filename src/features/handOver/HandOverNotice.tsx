import { useState } from 'react';
import type { RescueOrderRow } from '../../contract/entities/rescueOrder.ts';
import { placeOf } from '../../parts/rescue/rescuePresentation.ts';
import { Button } from '../../ui/Button/Button.tsx';
import { Icon } from '../../ui/Icon/Icon.tsx';
import { Kbd } from '../../ui/Kbd/Kbd.tsx';
import { describeDuration, formatDuration } from '../../ui/time/formatDuration.ts';
import { handOverKeys, useHandOverKeys, type HandOverAnswer } from './useHandOverKeys.ts';
import { Spoken } from '../../ui/Spoken/Spoken.tsx';
import './HandOverNotice.css';

export interface HandOverNoticeProps {
  row: RescueOrderRow;
  /** The server's clock, epoch ms. */
  nowMs: number;
  /** Y accepts and X declines; only one offer at a time has the keys, and none while the desk uses them for its own call. */
  hasKeys: boolean;
  /** Rejects with what to tell the user. */
  onAnswer: (answer: HandOverAnswer) => Promise<void>;
}

/** A colleague asks this user to take a call over: it stays in sight on every page until it is answered or over, and takes no focus. */
export function HandOverNotice({ row, nowMs, hasKeys, onAnswer }: HandOverNoticeProps) {
  const [busy, setBusy] = useState<HandOverAnswer | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const { hand_over: offer, accepted_by: claimer } = row;
  const answer = async (chosen: HandOverAnswer): Promise<void> => {
    setBusy(chosen);
    setProblem(null);
    try {
      await onAnswer(chosen);
    } catch (error) {
      setProblem(error instanceof Error && error.message !== '' ? error.message : '未能提交，请重试');
      setBusy(null);
    }
  };
  useHandOverKeys(hasKeys && busy === null, (chosen) => void answer(chosen));
  if (offer === null || offer.answer_by === null) return null;
  const leftMs = Math.max(0, Date.parse(offer.answer_by) - nowMs);
  return (
    <section className="ti-offer" aria-label={`转交给您的救援单 ${row.id}`}>
      <header>
        <Icon name="arrow-right-arrow-left" />
        <h2>{claimer?.name ?? '同事'} 请您接手</h2>
        <b role="timer" aria-label={`剩余${describeDuration(leftMs)}`}>
          {formatDuration(Math.ceil(leftMs / 1_000) * 1_000)}
        </b>
      </header>
      <p className="ti-offer__place">{placeOf(row)}</p>
      <p className="ti-offer__what">
        <Spoken>{row.tag}</Spoken> · {row.stage_label} · 距呼叫 {formatDuration(nowMs - Date.parse(row.created_at))}
      </p>
      {problem !== null && (
        <p className="ti-offer__problem" role="alert">
          <Icon name="exclamation-circle" />
          {problem}
        </p>
      )}
      <footer>
        <Button
          variant="primary"
          icon="check"
          isBusy={busy === 'accept'}
          disabled={busy !== null}
          aria-keyshortcuts={hasKeys ? handOverKeys.accept : undefined}
          onClick={() => void answer('accept')}
        >
          接收 {hasKeys && <Kbd>{handOverKeys.accept}</Kbd>}
        </Button>
        <Button
          isBusy={busy === 'decline'}
          disabled={busy !== null}
          aria-keyshortcuts={hasKeys ? handOverKeys.decline : undefined}
          onClick={() => void answer('decline')}
        >
          拒绝 {hasKeys && <Kbd>{handOverKeys.decline}</Kbd>}
        </Button>
        <span>未接收前仍由其负责</span>
      </footer>
      <p className="ti-visually-hidden" role="alert">
        {`${claimer?.name ?? '同事'} 请您接手救援单 ${row.id}：${placeOf(row)}`}
      </p>
    </section>
  );
}
