import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import * as z from 'zod';

/** The entry of a visited page's tab in the history: how far the page was scrolled. */
const stateSchema = z.object({ scrollTop: z.number().positive() });
const giveUpAfterMs = 5_000;

/** A page opened by its tab is scrolled to where it was left, as soon as its rows make it long enough; a turn of the wheel ends that. */
export function useScrollBack(): void {
  const location = useLocation();
  useEffect(() => {
    const top = stateSchema.safeParse(location.state).data?.scrollTop;
    if (top === undefined) return;
    const stop = (): void => {
      growing.disconnect();
      clearTimeout(timer);
      window.removeEventListener('wheel', stop);
    };
    const scroll = (): void => {
      window.scrollTo(0, top);
      if (Math.abs(window.scrollY - top) <= 1) stop();
    };
    const growing = new ResizeObserver(scroll);
    const timer = setTimeout(stop, giveUpAfterMs);
    window.addEventListener('wheel', stop, { passive: true });
    growing.observe(document.body);
    return stop;
  }, [location]);
}
