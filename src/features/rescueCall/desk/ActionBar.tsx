import { Button } from '../../../ui/Button/Button.tsx';
import { Icon } from '../../../ui/Icon/Icon.tsx';
import { Kbd } from '../../../ui/Kbd/Kbd.tsx';
import type { DeskEvent, DeskOffer } from '../rescueActions.ts';

interface ActionBarProps {
  offer: DeskOffer;
  /** Whose form is open. */
  openEvent: DeskEvent | null;
  /** The claim is under way. */
  isAnswering: boolean;
  /** Why the last claim was refused. */
  problem: string | null;
  onAction: (event: DeskEvent) => void;
}

function emptyText(offer: DeskOffer): string {
  return offer.isReadOnly
    ? '只读：您没有受理或处理救援的权限，如需开通请联系系统管理员。'
    : '此救援单目前没有您可以进行的操作。';
}

/** What the lifecycle allows now, the step that moves the rescue on first in sight; each with its key. */
export function ActionBar({ offer, openEvent, isAnswering, problem, onAction }: ActionBarProps) {
  return (
    <footer className="rc-actions" aria-label="可进行的操作">
      {problem !== null && (
        <p className="rc-actions__problem" role="alert">
          <Icon name="exclamation-circle" />
          {problem}
        </p>
      )}
      {offer.actions.length === 0 ? (
        <p className="rc-actions__none">
          <Icon name="lock" />
          {emptyText(offer)}
        </p>
      ) : (
        <div className="rc-actions__buttons">
          {offer.actions.map(({ event, label, hotkey, icon }) => {
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
    </footer>
  );
}
