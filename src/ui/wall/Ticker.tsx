import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { EmptyState } from '../EmptyState/EmptyState.tsx';
import { EndKept } from '../EndKept/EndKept.tsx';
import { StatusTag } from '../StatusTag/StatusTag.tsx';
import { formatClockTime } from '../time/formatTime.ts';
import type { TickerRing } from './createTickerRing.ts';
import './Ticker.css';

interface TickerProps {
  label: string;
  ring: TickerRing;
  /** Shown while nothing has happened. */
  emptyTitle?: string;
}

const rowHeight = 38;

/** Events, newest first. Only visible rows are drawn; nothing scrolls on its own. */
export function Ticker({ label, ring, emptyTitle = '暂无报警' }: TickerProps) {
  const { items, total } = useSyncExternalStore(ring.subscribe, ring.getSnapshot);
  const view = useRef<HTMLDivElement>(null);
  const [height, setHeight] = useState(rowHeight * 8);
  const [top, setTop] = useState(0);
  useEffect(() => {
    const element = view.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => setHeight(element.clientHeight));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const first = Math.max(0, Math.floor(top / rowHeight) - 2);
  const shown = items.slice(first, Math.ceil((top + height) / rowHeight) + 2);
  return (
    <div
      className="ti-ticker"
      ref={view}
      tabIndex={0}
      role="log"
      aria-label={`${label}，共 ${total} 条`}
      aria-live="off"
      onScroll={(event) => setTop(event.currentTarget.scrollTop)}
    >
      {items.length === 0 ? (
        <EmptyState title={emptyTitle} icon="check-circle" />
      ) : (
        <ul style={{ height: items.length * rowHeight }}>
          {shown.map(({ id, atMs, label: kind, tone, text, place, isHeading = false }, row) => (
            <li
              key={id}
              data-heading={isHeading || undefined}
              style={{ transform: `translateY(${(first + row) * rowHeight}px)` }}
            >
              {isHeading ? (
                <span>{text}</span>
              ) : (
                <>
                  <time>{formatClockTime(atMs)}</time>
                  <StatusTag label={kind} tone={tone} />
                  {place === undefined ? <span>{text}</span> : <EndKept start={text} end={place} />}
                </>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
