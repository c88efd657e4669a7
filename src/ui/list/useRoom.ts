import { useCallback, useState } from 'react';

export interface Room {
  /** The inner width of the element that `measure` was given last, in px; undefined before it is drawn. */
  readonly width: number | undefined;
  /** A ref; it takes null when the element has gone. */
  readonly measure: (element: Element | null) => (() => void) | undefined;
}

/** The room of a table, as the window and the panels beside it leave it. */
export function useRoom(): Room {
  const [width, setWidth] = useState<number>();
  const measure = useCallback((element: Element | null) => {
    if (element === null) return undefined;
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { width, measure };
}
