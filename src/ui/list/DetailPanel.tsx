import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react';
import { IconButton } from '../IconButton/IconButton.tsx';
import './DetailPanel.css';

interface DetailPanelProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
}

/**
 * One row in full, beside the list, with its own scroll. Escape closes it, wherever on the list's page the focus is,
 * and the focus goes back to where it came from. An Escape meant for a dialog closes nothing here.
 */
export function DetailPanel({ title, onClose, children }: DetailPanelProps) {
  const panelRef = useRef<HTMLElement>(null);
  const cameFromRef = useRef<HTMLElement>(null);
  useEffect(() => () => cameFromRef.current?.focus(), []);
  const onKey = useEffectEvent(({ key, target, defaultPrevented }: KeyboardEvent) => {
    if (key !== 'Escape' || defaultPrevented || !(target instanceof Element)) return;
    const page = panelRef.current?.closest('.ti-list') ?? panelRef.current;
    if (target === document.body || page?.contains(target) === true) onClose();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => onKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
  return (
    <aside
      ref={panelRef}
      className="ti-frame ti-detail"
      aria-label={title}
      onFocus={(event) => {
        const from = event.relatedTarget;
        if (from instanceof HTMLElement && !event.currentTarget.contains(from)) cameFromRef.current = from;
      }}
    >
      <header className="ti-detail__head">
        <h2>{title}</h2>
        <IconButton icon="times" label="关闭详情" onClick={onClose} />
      </header>
      {/* Focusable, because it scrolls. */}
      <div className="ti-detail__body" tabIndex={0} role="group" aria-label={`${title}的内容`}>
        {children}
      </div>
    </aside>
  );
}
