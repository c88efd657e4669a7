import { useSyncExternalStore } from 'react';

const subscribe = (onChange: () => void): (() => void) => {
  document.addEventListener('fullscreenchange', onChange);
  return () => document.removeEventListener('fullscreenchange', onChange);
};

/** Returns whether the page fills the display, and the act that changes it. A browser that refuses leaves it as it is. */
export function useFullScreen(): { readonly isFullScreen: boolean; readonly toggle: () => void } {
  const isFullScreen = useSyncExternalStore(subscribe, () => document.fullscreenElement !== null);
  return {
    isFullScreen,
    toggle: () =>
      void (isFullScreen ? document.exitFullscreen() : document.documentElement.requestFullscreen()).catch(
        () => undefined,
      ),
  };
}
