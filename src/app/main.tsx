import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { createToasts } from '../ui/Toast/createToasts.ts';
import { UiProvider } from '../ui/theme/UiProvider.tsx';
import { publicPageAt } from './outsidePages.ts';
import { Unloadable } from './Unloadable.tsx';

const element = document.getElementById('root');
if (element === null) throw new Error('index.html has no #root');
const root = createRoot(element);
const notifier = createToasts();

/** A page that needs no session carries nothing of the desk: neither its sound nor its session, router and pages. */
async function open(): Promise<ReactNode> {
  const asked = publicPageAt(window.location.pathname);
  if (asked === undefined) return (await import('./openDesk.tsx')).openDesk(notifier);
  return (await import('./openPublicPage.tsx')).openPublicPage(notifier, asked);
}

void open()
  .catch(() => <Unloadable />)
  .then((page) => root.render(<UiProvider notifier={notifier}>{page}</UiProvider>));
