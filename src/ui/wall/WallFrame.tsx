import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { fitWall } from './fitWall.ts';
import './WallFrame.css';

interface WallFrameProps {
  /** The description of the wall, for those who cannot see it. */
  label: string;
  children: ReactNode;
}

/**
 * Fills the display with a wall designed at 1920×1080 and scaled as a whole, so that nothing on it has to handle DPI or odd
 * sizes. Children are laid out in design pixels and may query the frame's size with container queries (`ti-wall`).
 */
export function WallFrame({ label, children }: WallFrameProps) {
  const view = useRef<HTMLDivElement>(null);
  const wall = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const outer = view.current;
    if (outer === null) return;
    // Written immediately, bypassing React: maps and charts read the scale when they are created.
    const fit = (): void => {
      const inner = wall.current;
      if (inner === null) return;
      const { scale, width, height, left, top } = fitWall(outer.clientWidth, outer.clientHeight);
      inner.style.width = `${width}px`;
      inner.style.height = `${height}px`;
      inner.style.transform = `translate(${left}px, ${top}px) scale(${scale})`;
    };
    fit();
    const observer = new ResizeObserver(fit);
    observer.observe(outer);
    return () => observer.disconnect();
  }, []);
  return (
    <div className="ti-wall-view" ref={view}>
      <main className="ti-wall" ref={wall} aria-label={label}>
        {children}
      </main>
    </div>
  );
}
