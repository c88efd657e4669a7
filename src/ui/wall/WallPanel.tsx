import { useId, type ReactNode } from 'react';
import './WallPanel.css';

interface WallPanelProps {
  title: string;
  /** Beside the title: a count, the age of these figures. */
  note?: ReactNode;
  /** A coloured frame, only while a person is needed. */
  tone?: 'normal' | 'critical';
  /** Its share of the column: 0 takes what it needs. */
  grow?: number;
  children: ReactNode;
}

/** A region of the wall, named by its title. */
export function WallPanel({ title, note, tone = 'normal', grow = 1, children }: WallPanelProps) {
  const titleId = useId();
  return (
    <section
      className="ti-wall-panel"
      data-tone={tone}
      style={{ flexGrow: grow, flexBasis: grow === 0 ? 'auto' : 0 }}
      aria-labelledby={titleId}
    >
      <header className="ti-wall-panel__head">
        <h2 id={titleId}>{title}</h2>
        {note !== undefined && <span className="ti-wall-panel__note">{note}</span>}
      </header>
      <div className="ti-wall-panel__body">{children}</div>
    </section>
  );
}
