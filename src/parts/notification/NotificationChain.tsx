import type { NotificationState, NotifyChannel } from '../../contract/notificationWords.ts';
import { Icon } from '../../ui/Icon/Icon.tsx';
import type { IconName } from '../../ui/Icon/iconNames.ts';
import { StatusTag } from '../../ui/StatusTag/StatusTag.tsx';
import { chainOf, chainWords, notificationTag, type ChainStep } from './notificationChain.ts';
import './NotificationChain.css';

interface NotificationChainProps {
  row: { channel: NotifyChannel; state: NotificationState; attempts: number; is_demo: boolean };
}

const icons: Readonly<Record<ChainStep['mark'], IconName>> = {
  reached: 'circle-fill',
  waiting: 'clock',
  doubtful: 'question-circle',
  failed: 'times-circle',
  stopped: 'minus-circle',
  ahead: 'circle',
};

/** Shows the progress of a notification: its stages, with the reached ones filled, and its state in words. */
export function NotificationChain({ row }: NotificationChainProps) {
  const steps = chainOf(row);
  const words = chainWords(steps);
  return (
    <span className="ti-chain">
      <span className="ti-chain__marks" role="img" aria-label={words} title={words}>
        {steps.map(({ label, mark }) => (
          <span key={label} className="ti-chain__mark" data-mark={mark}>
            <Icon name={icons[mark]} />
          </span>
        ))}
      </span>
      <StatusTag {...notificationTag(row.state)} />
      {row.is_demo && <DemoTag />}
    </span>
  );
}

/** No telephone rang. */
function DemoTag() {
  return (
    <span className="ti-chain__demo" title="由本地演示渠道记录，没有真正发出">
      演示
    </span>
  );
}
