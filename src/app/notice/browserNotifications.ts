import { fromEvent, map, startWith, type Observable } from 'rxjs';
import type { NotificationPort } from './createDesktopNotices.ts';

/** The browser's notifications; null on a page without a secure connection, where browsers refuse them. */
export function browserNotifications({
  isSecureContext,
  Notification: Notice,
}: Pick<Window & typeof globalThis, 'isSecureContext'> & {
  readonly Notification?: typeof Notification;
}): NotificationPort | null {
  if (!isSecureContext || Notice === undefined) return null;
  return {
    permission: () => Notice.permission,
    ask: () => Notice.requestPermission(),
    show(title, body, onClick) {
      // One tag: the next takes the place of the last.
      const notice = new Notice(title, { body, tag: 'ringing', requireInteraction: true, icon: '/favicon.svg' });
      notice.addEventListener('click', onClick);
      return () => notice.close();
    },
  };
}

export const isHidden = (page: Document): Observable<boolean> =>
  fromEvent(page, 'visibilitychange').pipe(
    map(() => page.hidden),
    startWith(page.hidden),
  );
