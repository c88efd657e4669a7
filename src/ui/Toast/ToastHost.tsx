import { useEffect, useSyncExternalStore } from 'react';
import { Icon } from '../Icon/Icon.tsx';
import type { IconName } from '../Icon/iconNames.ts';
import type { Notice, Notifier, ToastTone } from './createToasts.ts';
import './Toast.css';

const iconOf: Readonly<Record<ToastTone, IconName>> = {
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

/**
 * Draws the notices above dialogs and reads them aloud: an error in the centre of the page (specification, section 9),
 * what was done just below the header, where no button and no field is.
 */
export function ToastHost({ notifier }: { notifier: Notifier }) {
  const notices = useSyncExternalStore(notifier.subscribe, notifier.getSnapshot);
  return (
    <div className="ti-toast-host" role="status" aria-live="assertive" aria-atomic="false">
      {(['top', 'centre'] as const).map((place) => (
        <div key={place} className="ti-toast-host__place" data-place={place}>
          {notices
            .filter(({ tone }) => (tone === 'error') === (place === 'centre'))
            .map((notice) => (
              <Toast key={notice.id} notice={notice} onExpire={notifier.dismiss} />
            ))}
        </div>
      ))}
    </div>
  );
}
