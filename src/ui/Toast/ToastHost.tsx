import { useEffect, useSyncExternalStore } from 'react';
import { Icon } from '../Icon/Icon.tsx';
import type { IconName } from '../Icon/iconNames.ts';
import type { Notice, Notifier, NoticeTone } from './createNotifier.ts';
import './Toast.css';

const iconOf: Readonly<Record<NoticeTone, IconName>> = {
  error: 'times-circle',
  warning: 'exclamation-triangle',
  success: 'check-circle',
  info: 'info-circle',
};

function Toast({ notice, onExpire }: { notice: Notice; onExpire: (id: number) => void }) {
  const { id, durationMs } = notice;
  useEffect(() => {
    const timer = setTimeout(() => onExpire(id), durationMs);
    return () => clearTimeout(timer);
  }, [id, durationMs, onExpire]);
  return (
    <div className="ti-toast" data-tone={notice.tone}>
      <Icon name={iconOf[notice.tone]} />
      <span>{notice.message}</span>
    </div>
  );
}

/** Draws the notices in the centre of the page, above dialogs, and reads them aloud. */
export function ToastHost({ notifier }: { notifier: Notifier }) {
  const notices = useSyncExternalStore(notifier.subscribe, notifier.getSnapshot);
  return (
    <div className="ti-toast-host" role="status" aria-live="assertive" aria-atomic="false">
      {notices.map((notice) => (
        <Toast key={notice.id} notice={notice} onExpire={notifier.dismiss} />
      ))}
    </div>
  );
}
