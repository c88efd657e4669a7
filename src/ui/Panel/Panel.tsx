import { useId, type ReactNode } from 'react';
import { Icon } from '../Icon/Icon.tsx';
import type { IconName } from '../Icon/iconNames.ts';
import './Panel.css';

export interface PanelProps {
  title?: ReactNode;
  icon?: IconName;
  /** Buttons or badges at the right of the title. */
  actions?: ReactNode;
  /** A coloured frame, only when this panel asks for a person. */
  tone?: 'normal' | 'high' | 'critical';
  /** The content reaches the frame: a table, a map. */
  isFlush?: boolean;
  children: ReactNode;
}

/** A framed region of a page, named by its title. */
export function Panel({ title, icon, actions, tone = 'normal', isFlush = false, children }: PanelProps) {
  const titleId = useId();
  const hasHead = title !== undefined || actions !== undefined;
  return (
    <section
      className="ti-frame ti-panel"
      data-tone={tone}
      data-flush={isFlush || undefined}
      aria-labelledby={title === undefined ? undefined : titleId}
    >
      {hasHead && (
        <header className="ti-panel__head">
          <h2 className="ti-panel__title" id={titleId}>
            {icon !== undefined && <Icon name={icon} />}
            {title}
          </h2>
          {actions !== undefined && <div className="ti-panel__actions">{actions}</div>}
        </header>
      )}
      <div className="ti-panel__body">{children}</div>
    </section>
  );
}
