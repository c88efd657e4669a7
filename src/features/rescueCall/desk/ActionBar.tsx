import { Link } from 'react-router-dom';
import type { RescueOrderRow } from '../../../contract/entities/rescueOrder.ts';
import type { Viewer } from '../../../machines/lifecycle.ts';
import { isClosed } from '../../../parts/rescue/openRescues.ts';
import { Button } from '../../../ui/Button/Button.tsx';
import { Icon } from '../../../ui/Icon/Icon.tsx';
import { Kbd } from '../../../ui/Kbd/Kbd.tsx';
import { isPress, type DeskEvent, type DeskOffer } from '../rescueActions.ts';

interface ActionBarProps {
  row: RescueOrderRow;
  can: Viewer['can'];
  offer: DeskOffer;
  /** The step whose form is open. */
  openEvent: DeskEvent | null;
  /** The claim is under way. */
  isAnswering: boolean;
  /** The reason for the refusal of the last claim. */
  problem: string | null;
  onAction: (event: DeskEvent) => void;
}

function emptyText(offer: DeskOffer): string {
  return offer.isReadOnly
    ? '只读：您没有受理或处理救援的权限，如需开通请联系系统管理员。'
    : '此救援单目前没有您可以进行的操作。';
}

/** Links to go on with after a closed call: its record on paper, and its lift. */
function AfterClosing({ row, can }: Pick<ActionBarProps, 'row' | 'can'>) {
  return (
    <nav className="rc-actions__after" aria-label="已结束的救援">
      <Link to={`/alarm-center/rescue-call-history?print=${row.id}`}>
        <Icon name="print" />
        打印救援记录
      </Link>
      {can('elevator.view') && (
        <Link to={`/elevator-screening?id=${row.elevator_id}`}>
          <Icon name="map-marker" />
          查看电梯 {row.tag}
        </Link>
      )}
    </nav>
  );
}

/** The steps that the lifecycle allows now, the one that moves the rescue on first in sight; each with its key. */
export function ActionBar({ row, can, offer, openEvent, isAnswering, problem, onAction }: ActionBarProps) {
  // The others stand where they belong: beside the clock, beside the offer.
  const actions = offer.actions.filter(({ event }) => !isPress(event));
  return (
    <footer className="ti-frame rc-actions" aria-label="可进行的操作">
      {problem !== null && (
        <p className="rc-actions__problem" role="alert">
          <Icon name="exclamation-circle" />
          {problem}
        </p>
      )}
      {actions.length === 0 ? (
        !isClosed(row) && (
          <p className="rc-actions__none">
            <Icon name="lock" />
            {emptyText(offer)}
          </p>
        )
      ) : (
        <div className="rc-actions__buttons">
          {actions.map(({ event, label, hotkey, icon }) => {
            const isNext = event === offer.next?.event;
            const isClaim = event === 'rescue.accepted';
            return (
              <Button
                key={event}
                size="large"
                variant={isNext ? 'primary' : 'quiet'}
                icon={icon}
                isBusy={isClaim && isAnswering}
                aria-keyshortcuts={hotkey}
                aria-pressed={isClaim ? undefined : openEvent === event}
                onClick={() => onAction(event)}
              >
                {label}
                <Kbd>{hotkey}</Kbd>
              </Button>
            );
          })}
        </div>
      )}
      {isClosed(row) && <AfterClosing row={row} can={can} />}
    </footer>
  );
}
