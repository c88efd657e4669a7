import type { ReactNode } from 'react';
import type { Notifier } from '../ui/Toast/createToasts.ts';
import { createCall } from './api/createCall.ts';
import type { publicPageAt } from './outsidePages.ts';
import type { PageServices } from './services.ts';

/** Goes to a page of the desk by a full load. */
const navigate: PageServices['navigate'] = (path, { replace = false } = {}) =>
  replace ? window.location.replace(path) : window.location.assign(path);

/** A page that needs no session, with a client that carries no token. Rejects where its code cannot be fetched. */
export async function openPublicPage(
  notifier: Notifier,
  { page, rest }: NonNullable<ReturnType<typeof publicPageAt>>,
): Promise<ReactNode> {
  const Page = await page.load();
  const call = createCall({
    fetch: (url, init) => window.fetch(url, init),
    token: () => null,
    notifyError: (message) => notifier.notify({ tone: 'error', message }),
    endSession: () => false,
  });
  return <Page services={{ call, navigate }} rest={rest} />;
}
