import {
  BehaviorSubject,
  combineLatest,
  distinctUntilChanged,
  EMPTY,
  map,
  merge,
  Subscription,
  type Observable,
} from 'rxjs';
import type { RingingCall } from '../../contract/ringingCall.ts';
import { placeOfCall, triggerOfCall } from '../../parts/rescue/ringingText.ts';
import { scannedGroup, scannedGroupLabel } from '../../parts/rescue/scannedGroup.ts';

/** `unavailable`: the browser offers none here, as on every page without a secure connection. */
export type NoticePermission = 'granted' | 'denied' | 'default' | 'unavailable';

/** As much of the browser's notifications as a console needs. */
export interface NotificationPort {
  readonly permission: () => NotificationPermission;
  readonly ask: () => Promise<NotificationPermission>;
  /** The user has changed it in the browser's own settings. */
  readonly changed$: Observable<void>;
  /** Shows one; the function returned takes it away. Throws where a page may not show any itself, as on telephones. */
  readonly show: (title: string, body: string, onClick: () => void) => () => void;
}

export interface DesktopNotices {
  readonly permission$: Observable<NoticePermission>;
  permission(): NoticePermission;
  /** Within a click of the user: the browser asks them. */
  ask(): Promise<void>;
  /** Shows the worst call outside the window as long as the window is hidden and a call rings. */
  watch(ringing$: Observable<readonly RingingCall[]>): Subscription;
}

interface DesktopNoticesDeps {
  /** Null where the browser offers none. */
  readonly port: NotificationPort | null;
  readonly isHidden$: Observable<boolean>;
  readonly focusWindow: () => void;
}

/** Only what rings and where: a notification may be read by others, and stays in the desktop's own list. */
function textOf(calls: readonly RingingCall[]): { readonly title: string; readonly body: string } | null {
  const [worst, ...others] = calls;
  if (worst === undefined) return null;
  const group = scannedGroup(calls, ({ isOnlyScanned = false, raisedAtMs }) => ({ isOnlyScanned, raisedAtMs }));
  const what = group.includes(worst) ? scannedGroupLabel(group.length) : triggerOfCall(worst);
  const more = others.length === 0 ? '' : `，另有 ${others.length} 起呼叫等待受理`;
  return { title: `${what}，请立即接听`, body: `${placeOfCall(worst)}${more}` };
}

/** Notices on the desktop, for a console whose window is out of sight. */
export function createDesktopNotices({ port, isHidden$, focusWindow }: DesktopNoticesDeps): DesktopNotices {
  let isRefused = false;
  const now = (): NoticePermission => (port === null || isRefused ? 'unavailable' : port.permission());
  const permission$ = new BehaviorSubject(now());
  /** Shows nothing, and says so from then on, where the browser throws: the console must go on ringing. */
  const show = (title: string, body: string, onClick: () => void): (() => void) | null => {
    if (port === null || now() !== 'granted') return null;
    try {
      return port.show(title, body, onClick);
    } catch {
      isRefused = true;
      permission$.next(now());
      return null;
    }
  };
  return {
    permission$: merge(permission$, (port?.changed$ ?? EMPTY).pipe(map(now))).pipe(distinctUntilChanged()),
    permission: now,
    async ask() {
      if (port === null) return;
      await port.ask();
      permission$.next(now());
    },
    watch(ringing$) {
      let takeAway: (() => void) | null = null;
      const clear = (): void => {
        takeAway?.();
        takeAway = null;
      };
      const watching = combineLatest([ringing$, isHidden$])
        .pipe(
          map(([calls, isHidden]) => (isHidden ? textOf(calls) : null)),
          distinctUntilChanged((a, b) => a?.title === b?.title && a?.body === b?.body),
        )
        .subscribe((text) => {
          clear();
          if (text === null) return;
          takeAway = show(text.title, text.body, () => {
            focusWindow();
            clear();
          });
        });
      watching.add(clear);
      return watching;
    },
  };
}
