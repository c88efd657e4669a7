import type { Call, SaveFile } from '../contract/call.ts';
import type { Notifier } from '../ui/Toast/createToasts.ts';
import type { AskAhead } from './api/createAskAhead.ts';
import type { DesktopNotices } from './notice/createDesktopNotices.ts';
import type { Session } from './session/createSession.ts';
import type { SessionStore } from './session/sessionStore.ts';
import type { VisitedPages } from './visited/createVisitedPages.ts';
import type { AlarmSound } from './sound/createAlarmSound.ts';

/** The services of every page, also one that needs no session. */
export interface PageServices {
  readonly call: Call;
  readonly navigate: (path: string, options?: { readonly replace?: boolean }) => void;
}

/** The services that live as long as the desk's page, regardless of who is signed in. */
export interface Services extends PageServices {
  readonly saveFile: SaveFile;
  readonly askAhead: AskAhead;
  readonly notifier: Notifier;
  readonly session: Session;
  readonly store: SessionStore;
  readonly sound: AlarmSound;
  readonly desktopNotices: DesktopNotices;
  readonly visited: VisitedPages;
}
