import { Button } from '../../ui/Button/Button.tsx';
import { Icon } from '../../ui/Icon/Icon.tsx';
import { describeDuration, formatDuration } from '../../ui/time/formatDuration.ts';
import type { AlarmDialogProps } from './AlarmDialog.tsx';
import { EndKept } from '../../ui/EndKept/EndKept.tsx';
import { partsOfCall, placeOfCall } from '../../parts/rescue/ringingText.ts';
import { soundTexts } from './soundTexts.ts';
import './AlarmDock.css';

export interface AlarmDockProps extends Omit<AlarmDialogProps, 'onDock'> {
  /** Back to the dialog. */
  onUndock: () => void;
}

type SaidProps = Pick<AlarmDockProps, 'view' | 'queue'>;

/** The result of the last answer, or how many calls wait. */
function Said({ view, queue }: SaidProps) {
  switch (view.kind) {
    case 'ringing':
      return (
        <b className="ti-dock__count" role="alert">
          {queue.length + 1} 起呼叫等待受理
        </b>
      );
    case 'answering':
      return <b role="status">正在受理…</b>;
    case 'navigating':
      return <b role="status">已由您受理，正在打开救援处置…</b>;
    case 'claimed':
      return <b role="status">{view.message}</b>;
  }
}

/**
 * The ringing dialog as a bar at the head of the page, for a dispatcher who works on a call: it sounds, counts and
 * answers like the dialog.
 */
export function AlarmDock({
  view,
  queue,
  sound,
  nowMs,
  onAnswer,
  onAcknowledge,
  onArmSound,
  onUndock,
}: AlarmDockProps) {
  const { call } = view;
  const waitedMs = nowMs - call.raisedAtMs;
  const isWaiting = view.kind === 'ringing' || view.kind === 'answering';
  return (
    <section className="ti-dock" aria-label="等待受理的呼叫" data-kind={view.kind}>
      <Icon name={isWaiting ? 'bell' : 'check'} />
      <Said view={view} queue={queue} />
      <span className="ti-dock__where" title={placeOfCall(call)}>
        <EndKept {...partsOfCall(call)} />
      </span>
      <span className="ti-dock__clock" role="timer" aria-label={`已等待 ${describeDuration(waitedMs)}`}>
        {formatDuration(waitedMs)}
      </span>
      {view.kind === 'ringing' && view.failure !== null && (
        <span className="ti-dock__failure" role="alert">
          {view.failure}
        </span>
      )}
      {sound !== 'audible' && (
        <Button size="small" icon="bell-slash" onClick={onArmSound}>
          {soundTexts[sound].action}
        </Button>
      )}
      {view.kind === 'claimed' && (
        <Button size="small" onClick={onAcknowledge}>
          知道了
        </Button>
      )}
      {isWaiting && (
        <Button
          size="small"
          variant="danger"
          icon="phone"
          isBusy={view.kind === 'answering'}
          onClick={onAnswer}
          aria-keyshortcuts="F9"
        >
          接听最急的一起 <kbd>F9</kbd>
        </Button>
      )}
      {view.kind === 'ringing' && (
        <Button size="small" icon="angle-down" onClick={onUndock} aria-keyshortcuts="F8">
          展开 <kbd>F8</kbd>
        </Button>
      )}
    </section>
  );
}
