import type { ReactNode } from 'react';
import { Icon } from '../../ui/Icon/Icon.tsx';
import type { IconName } from '../../ui/Icon/iconNames.ts';

interface TileNote {
  readonly label: string;
  readonly value: number | null;
  /** The tone when it is not zero. */
  readonly tone: 'high' | 'critical';
}

interface WorkTileProps {
  label: string;
  icon: IconName;
  /** Null while it is not known. */
  value: number | null;
  unit: string;
  tone: 'quiet' | 'high' | 'critical';
  notes?: readonly TileNote[];
  /** Shown when there is nothing to do. */
  quietNote: string;
  /** Makes the name a link to where the work is done; the whole tile can be clicked. */
  renderLink?: ((content: ReactNode) => ReactNode) | null;
}

/** One kind of work that waits, with its count. */
export function WorkTile({ label, icon, value, unit, tone, notes = [], quietNote, renderLink = null }: WorkTileProps) {
  return (
    <article className="ti-frame ti-tile" data-tone={tone} data-loading={value === null || undefined}>
      <h2 className="ti-tile__label">
        <Icon name={tone === 'quiet' ? icon : 'exclamation-triangle'} />
        {renderLink === null ? label : renderLink(label)}
      </h2>
      <p className="ti-tile__figure">
        <span className="ti-tile__value">{value?.toLocaleString('zh-CN') ?? '—'}</span>
        <span className="ti-tile__unit">{unit}</span>
      </p>
      <div className="ti-tile__notes">
        {value === 0 || notes.length === 0 ? (
          <span>{value === 0 ? quietNote : ' '}</span>
        ) : (
          notes.map((note) => (
            <span key={note.label} data-tone={note.value !== null && note.value > 0 ? note.tone : undefined}>
              {note.label} <b>{note.value?.toLocaleString('zh-CN') ?? '—'}</b>
            </span>
          ))
        )}
      </div>
    </article>
  );
}
