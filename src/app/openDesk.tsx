import type { ReactNode } from 'react';
import { RouterProvider } from 'react-router-dom';
import type { Notifier } from '../ui/Toast/createToasts.ts';
import { createAskAhead } from './api/createAskAhead.ts';
import { downloadFile } from '../ui/list/downloadFile.ts';
import { createCall, createSaveFile, type CallDeps } from './api/createCall.ts';
import { createRouter } from './createRouter.tsx';
import { browserNotifications, isHidden } from './notice/browserNotifications.ts';
import { createDesktopNotices } from './notice/createDesktopNotices.ts';
import { loginPath, startPath, wallPath } from './paths.ts';
import { screens } from './screens.ts';
import type { Services } from './services.ts';
import { createVisitedPages } from './visited/createVisitedPages.ts';
import { createSession } from './session/createSession.ts';
import { createSessionStore } from './session/sessionStore.ts';
import { createAlarmSound } from './sound/createAlarmSound.ts';

/** Everything behind a sign-in, and the entrances to it. Called once for the page. */
export function openDesk(notifier: Notifier): ReactNode {
  const store = createSessionStore(window.localStorage, window.sessionStorage);
  const visited = createVisitedPages(window.sessionStorage, () => store.read()?.user.id ?? null);

  const session = createSession({
    store,
    call: () => call,
    openStart: () => services.navigate(startPath, { replace: true }),
    openLogin: () => services.navigate(loginPath, { replace: true }),
    reloadPage: () => window.location.reload(),
    // A logout that failed is only logged (specification, section 8).
    // oxlint-disable-next-line no-console
    log: (text, error) => console.warn(text, error),
  });

  const callDeps: CallDeps = {
    fetch: (url, init) => window.fetch(url, init),
    // Fetched with the first photo: the wall sends none.
    upload: async (...upload) => (await import('./api/sendWithProgress.ts')).sendWithProgress(...upload),
    token: () => session.actor.getSnapshot().context.token,
    notifyError: (message) => notifier.notify({ tone: 'error', message }),
    endSession: (ended) => session.end(ended),
  };
  const { call, askAhead } = createAskAhead(createCall(callDeps));

  const services: Services = {
    call,
    saveFile: createSaveFile(callDeps, ({ name, bytes }) => downloadFile(name, bytes)),
    askAhead,
    notifier,
    session,
    store,
    sound: createAlarmSound(new Audio('/alarm.mp3'), store),
    desktopNotices: createDesktopNotices({
      port: browserNotifications(window),
      isHidden$: isHidden(document),
      focusWindow: () => window.focus(),
    }),
    visited,
    navigate: (path, { replace = false } = {}) => void router.navigate(path, { replace }),
  };

  const router = createRouter(services);

  // Every page begins at its top (specification, section 2).
  let path = router.state.location.pathname;
  const visit = ({ pathname, search }: typeof router.state.location): void => {
    const isPage = screens.some((screen) => screen.path === pathname) && pathname !== wallPath;
    if (isPage && session.user() !== null) visited.visit(pathname, search);
  };
  visit(router.state.location);
  router.subscribe(({ location }) => {
    if (location.pathname !== path) {
      visited.leave(path, window.scrollY);
      window.scrollTo(0, 0);
    }
    path = location.pathname;
    visit(location);
  });
  session.subscribeUser(() => {
    if (session.user() === null) visited.clear();
  });

  session.actor.start();
  window.addEventListener('storage', ({ key, storageArea }) => {
    if (storageArea === window.localStorage && store.concernsSession(key))
      session.actor.send({ type: 'tab.changed', token: store.read()?.token ?? null });
  });

  return <RouterProvider router={router} />;
}
