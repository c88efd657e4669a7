import { useEffect, useState, useSyncExternalStore } from 'react';
import { WorkPage, type WorkPlace } from '../../features/work/index.ts';
import { browserTelephone } from './browserTelephone.ts';
import { createWork } from './createWork.ts';
import { openKeyedStore } from './keyedStore.ts';

/** 16 random bytes as base64url: 22 characters, as the server names its pictures. */
function newName(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return btoa(String.fromCodePoint(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
}

function openWork() {
  const work = createWork({
    fetch: (url, init) => window.fetch(url, init),
    openStore: () => openKeyedStore(window.indexedDB),
    nowMs: Date.now,
    newName,
    after: (ms, run) => void setTimeout(run, ms),
  });
  void work.open();
  return work;
}

/** `/work`: the telephone of maintenance workers and safety officers, with a session and a store of its own. */
export function WorkScreen() {
  const [work] = useState(openWork);
  const [telephone] = useState(browserTelephone);
  const [scanned] = useState(() => new URLSearchParams(window.location.search).get('code') ?? '');
  const [place, setPlace] = useState<WorkPlace>({ kind: 'visits' });
  const state = useSyncExternalStore(work.subscribe, work.state);

  useEffect(() => {
    const goOn = (): void => {
      if (document.visibilityState === 'hidden') return;
      void work.flush();
      void work.refresh();
    };
    window.addEventListener('online', goOn);
    document.addEventListener('visibilitychange', goOn);
    return () => {
      window.removeEventListener('online', goOn);
      document.removeEventListener('visibilitychange', goOn);
    };
  }, [work]);
  useEffect(() => {
    document.title = '维保作业';
    // The built page alone has a shell that can be kept.
    if (import.meta.env.PROD && 'serviceWorker' in navigator)
      void navigator.serviceWorker.register('/work-sw.js', { scope: '/work' });
    // A browser short of room then asks the user before it throws away what is not uploaded yet.
    void navigator.storage?.persist?.();
  }, []);

  return (
    <WorkPage
      state={state}
      actions={work}
      telephone={telephone}
      call={work.call}
      place={place}
      onPlace={(next) => {
        setPlace(next);
        window.scrollTo(0, 0);
      }}
      scanned={scanned}
    />
  );
}
