import { useEffect, useRef, type ReactNode } from 'react';
import { IconButton } from '../IconButton/IconButton.tsx';
import './DetailPanel.css';

interface DetailPanelProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
}

/** One row in full, beside the list. Escape closes it, and the focus goes back to where it came from. */
export function DetailPanel({ title, onClose, children }: DetailPanelProps) {
  const cameFromRef = useRef<HTMLElement>(null);
  useEffect(() => () => cameFromRef.current?.focus(), []);
  return (
    <aside
      className="ti-detail"
      aria-label={title}
      onFocus={(event) => {
        const from = event.relatedTarget;
        if (from instanceof HTMLElement && !event.currentTarget.contains(from)) cameFromRef.current = from;
      }}
      onKeyDown={(event) => {
        // A dialog opened from here is drawn elsewhere: its Escape closes the dialog alone.
        const isHere = event.target instanceof Node && event.currentTarget.contains(event.target);
        if (event.key === 'Escape' && !event.defaultPrevented && isHere) onClose();
      }}
    >
      <header className="ti-detail__head">
        <h2>{title}</h2>
        <IconButton icon="times" label="关闭详情" onClick={onClose} />
      </header>
      <div className="ti-detail__body">{children}</div>
    </aside>
  );
}
