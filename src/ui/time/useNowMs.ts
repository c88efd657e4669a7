import { useEffect, useEffectEvent, useState } from 'react';

/**
 * The current time, redrawn every full second. `readNowMs` is a parameter so that stories and tests stand
 * still, and so that the page can follow the server's clock. One per screen; hand the value to its clocks.
 */
export function useNowMs(readNowMs: () => number = Date.now): number {
  const [nowMs, setNowMs] = useState(readNowMs);
  const read = useEffectEvent(readNowMs);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const tick = (): void => {
      const now = read();
      setNowMs(now);
      timer = setTimeout(tick, 1000 - (now % 1000));
    };
    tick();
    return () => clearTimeout(timer);
  }, []);
  return nowMs;
}
