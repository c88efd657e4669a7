import type { ReactNode } from 'react';
import { CopyButton } from '../copy/CopyButton.tsx';
import { telephoneLink } from '../telephoneLink.ts';
import { Icon } from '../Icon/Icon.tsx';
import { Unbroken } from '../Unbroken/Unbroken.tsx';
import './DescriptionList.css';

export interface Description {
  label: string;
  /** Nothing (null, undefined, '') is drawn as a dash. */
  value: ReactNode;
  /** Offers to copy this text. */
  copy?: string | null;
  /** Offers to dial this number. */
  dial?: string | null;
  /** Takes the whole width. */
  isWide?: boolean;
}

interface DescriptionListProps {
  items: readonly Description[];
  columns?: 1 | 2 | 3;
}

const isDialled = (dial: string | null | undefined): dial is string => typeof dial === 'string' && dial !== '';
const isNothing = (value: ReactNode): boolean => value === null || value === undefined || value === '';

/** Labels and values; numbers to ring can be dialled or copied on the spot. */
export function DescriptionList({ items, columns = 1 }: DescriptionListProps) {
  return (
    <dl className="ti-descriptions" style={{ '--columns': columns }}>
      {items.map(({ label, value, copy, dial, isWide = false }) => (
        <div key={label} className="ti-descriptions__item" data-wide={isWide || undefined}>
          <dt>{label}</dt>
          <dd>
            <span className="ti-descriptions__value">
              {isNothing(value) ? '—' : isDialled(dial) && value === dial ? <Unbroken>{value}</Unbroken> : value}
            </span>
            {isDialled(dial) && (
              <a
                className="ti-descriptions__dial"
                href={telephoneLink(dial)}
                aria-label={`拨打${label}`}
                title={`拨打${label}`}
              >
                <Icon name="phone" />
              </a>
            )}
            {typeof copy === 'string' && copy !== '' && <CopyButton text={copy} label={label} />}
          </dd>
        </div>
      ))}
    </dl>
  );
}
