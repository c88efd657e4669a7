import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import type { MapPadding } from '../map/mapTypes.ts';
import './WallLayout.css';

export interface WallLayoutProps {
  /** Title, clock, age of the data. */
  header: ReactNode;
  /** The map: fills the wall, the rest stands above it and leaves free what `padding` says. */
  renderMap: (padding: MapPadding) => ReactNode;
  left: ReactNode;
  right: ReactNode;
  bottom: ReactNode;
  /** The content of the centre while someone is trapped; null gives the map back. */
  takeover?: ReactNode;
  /** The bar that moves through time, above the bottom panels. */
  timeBar?: ReactNode;
  /** It shows the past: the whole wall says so. */
  replay?: ReactNode;
  /** The data is old: all panels grey. */
  isStale?: boolean;
}

/** Half of the gap between panels: the map ends in the middle of it. */
const mapRim = 7;

/**
 * Returns the visible part of the map: what panels and header leave free, with a rim. Where a panel is missing the map takes its place, up to
 * the edge of the display.
 */
function clipOf(
  { top, right, bottom, left }: MapPadding,
  isOpen: { readonly left: boolean; readonly right: boolean; readonly bottom: boolean },
): string {
  const edges = [
    top - mapRim,
    isOpen.right ? 0 : right - mapRim,
    isOpen.bottom ? 0 : bottom - mapRim,
    isOpen.left ? 0 : left - mapRim,
  ];
  return `inset(${edges.map((edge) => `${Math.max(0, edge)}px`).join(' ')})`;
}

/** Until it is measured: the places at 1920×1080. */
const usualPadding: MapPadding = { top: 86, right: 454, bottom: 256, left: 454 };

const isSame = (a: MapPadding, b: MapPadding): boolean =>
  a.top === b.top && a.right === b.right && a.bottom === b.bottom && a.left === b.left;

/** The wall's places: map in the centre, fleet left, calls right, indicators below; wider displays get more columns. */
export function WallLayout({
  header,
  renderMap,
  left,
  right,
  bottom,
  takeover = null,
  timeBar = null,
  replay = null,
  isStale = false,
}: WallLayoutProps) {
  const layout = useRef<HTMLDivElement>(null);
  const centre = useRef<HTMLDivElement>(null);
  const aside = useRef<HTMLDivElement>(null);
  const [padding, setPadding] = useState(usualPadding);
  const hasTakeover = takeover !== null;
  useLayoutEffect(() => {
    const outer = layout.current;
    const free = centre.current;
    if (outer === null || free === null) return;
    const measure = (): void => {
      const freeRight =
        hasTakeover && aside.current !== null ? aside.current.offsetLeft : free.offsetLeft + free.offsetWidth;
      const next = {
        top: free.offsetTop,
        left: free.offsetLeft,
        right: outer.offsetWidth - freeRight,
        bottom: outer.offsetHeight - free.offsetTop - free.offsetHeight,
      };
      setPadding((known) => (isSame(known, next) ? known : next));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(free);
    observer.observe(outer);
    return () => observer.disconnect();
  }, [hasTakeover]);
  return (
    <div
      className="ti-wall-layout"
      ref={layout}
      data-replay={replay !== null || undefined}
      data-stale={isStale || undefined}
    >
      <div
        className="ti-wall-layout__map"
        style={{
          clipPath: clipOf(padding, {
            left: left === null,
            right: right === null && !hasTakeover,
            bottom: bottom === null && timeBar === null,
          }),
        }}
      >
        {renderMap(padding)}
      </div>
      <header className="ti-wall-layout__header">{header}</header>
      <div className="ti-wall-layout__left">{left}</div>
      <div className="ti-wall-layout__centre" ref={centre} />
      <div className="ti-wall-layout__right">{right}</div>
      {hasTakeover && (
        <div className="ti-wall-layout__takeover" ref={aside}>
          {takeover}
        </div>
      )}
      {timeBar !== null && <div className="ti-wall-layout__time">{timeBar}</div>}
      <div className="ti-wall-layout__bottom">{bottom}</div>
      {replay}
    </div>
  );
}
