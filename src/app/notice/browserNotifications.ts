import { defer, EMPTY, fromEvent, map, startWith, switchMap, catchError, type Observable } from 'rxjs';
import type { NotificationPort } from './createDesktopNotices.ts';

type NotificationWindow = Pick<
  Window & typeof globalThis,
  'isSecureContext' | 'navigator' | 'addEventListener' | 'removeEventListener'
> & {
  readonly Notification?: typeof Notification;
};

/** The browser's notifications; null on a page without a secure connection, where browsers refuse them. */
export function browserNotifications(page: NotificationWindow): NotificationPort | null {
  const { isSecureContext, navigator, Notification: Notice } = page;
  if (!isSecureContext || Notice === undefined) return null;
  return {
    permission: () => Notice.permission,
    ask: () => Notice.requestPermission(),
    changed$: defer(() => navigator.permissions.query({ name: 'notifications' })).pipe(
      switchMap((status) => fromEvent(status, 'change')),
      // A browser that does not tell: what it says is read again after the user is asked.
      catchError(() => EMPTY),
      map(() => undefined),
    ),
    show(title, body, onClick) {
      // One tag: the next takes the place of the last.
      const notice = new Notice(title, { body, tag: 'ringing', requireInteraction: true, icon: '/favicon.svg' });
      notice.addEventListener('click', onClick);
      const close = (): void => {
        page.removeEventListener('pagehide', close);
        notice.close();
      };
      // Nothing else would take it away once its page has gone.
      page.addEventListener('pagehide', close);
      return close;
    },
  };
}

export const isHidden = (page: Document): Observable<boolean> =>
  fromEvent(page, 'visibilitychange').pipe(
    map(() => page.hidden),
    startWith(page.hidden),
  );
