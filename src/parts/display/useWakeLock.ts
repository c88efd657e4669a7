import { useEffect, useState } from 'react';

/** `none`: the browser keeps the display awake only on a secure page. */
export type WakeLockState = 'held' | 'released' | 'none';

/** Keeps the display awake while the page is seen; taken again whenever the browser let it go. */
export function useWakeLock(): WakeLockState {
  const [state, setState] = useState<WakeLockState>('wakeLock' in navigator ? 'released' : 'none');
  useEffect(() => {
    if (!('wakeLock' in navigator)) return;
    let isLeft = false;
    let lock: WakeLockSentinel | null = null;
    const take = async (): Promise<void> => {
      if (document.visibilityState !== 'visible' || (lock !== null && !lock.released)) return;
      try {
        const taken = await navigator.wakeLock.request('screen');
        if (isLeft) {
          await taken.release();
          return;
        }
        lock = taken;
        setState('held');
        taken.addEventListener('release', () => setState('released'));
      } catch {
        // Refused now (a hidden page, a low battery): requested again the next time the page is visible.
        setState('released');
      }
    };
    const retake = (): void => void take();
    document.addEventListener('visibilitychange', retake);
    retake();
    return () => {
      isLeft = true;
      document.removeEventListener('visibilitychange', retake);
      void lock?.release().catch(() => undefined);
    };
  }, []);
  return state;
}
