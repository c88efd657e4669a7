import { useLayoutEffect, useRef, useState } from 'react';
import { MenuPanel } from '../Menu/Menu.tsx';
import { useDismiss } from '../Popover/usePopover.ts';
import '../Popover/Popover.css';
import type { MapPoint } from './mapTypes.ts';

/** More than these are chosen from nearer. */
const mostShown = 8;
/** From the map's edge to the list, in layout pixels. */
const gap = 8;

export interface MapChoiceEntry {
  readonly id: number;
  readonly title: string;
  readonly detail: string;
  readonly onChoose: () => void;
}

interface MapChoiceProps {
  at: MapPoint;
  title: string;
  entries: readonly MapChoiceEntry[];
  /** `byKey`: Escape or an entry closed it, and the focus must go somewhere. */
  onClose: (byKey: boolean) => void;
}

/** The marks under one press of the map, as a list beside the pointer. */
export function MapChoice({ at, title, entries, onClose }: MapChoiceProps) {
  const box = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState(at);
  useDismiss(box, true, onClose);
  // Kept within the map: the size is known once it is drawn. Another press draws another list.
  useLayoutEffect(() => {
    const panel = box.current?.firstElementChild;
    const map = box.current?.parentElement;
    if (!(panel instanceof HTMLElement) || !(map instanceof HTMLElement)) return;
    setPlace({
      x: Math.max(gap, Math.min(at.x, map.offsetWidth - panel.offsetWidth - gap)),
      y: Math.max(gap, Math.min(at.y, map.offsetHeight - panel.offsetHeight - gap)),
    });
  }, [at]);
  const shown = entries.slice(0, mostShown);
  return (
    <div className="ti-map__choice" ref={box} style={{ transform: `translate(${place.x}px, ${place.y}px)` }}>
      <MenuPanel
        label={title}
        align="left"
        header={
          <>
            <strong>{title}</strong>
            {shown.length < entries.length && <p>另有 {entries.length - shown.length} 项未列出，放大地图后再选</p>}
          </>
        }
        items={shown.map(({ id, title: name, detail, onChoose }) => ({
          id: String(id),
          label: detail === '' ? name : `${name} · ${detail}`,
          onSelect: onChoose,
        }))}
        onClose={() => onClose(true)}
      />
    </div>
  );
}
