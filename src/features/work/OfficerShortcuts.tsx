import type { Permission } from '../../contract/permissions.ts';
import { Icon } from '../../ui/Icon/Icon.tsx';
import type { IconName } from '../../ui/Icon/iconNames.ts';
import type { OfficerPlace } from './officer/OfficerPart.tsx';

interface Shortcut {
  readonly place: OfficerPlace;
  readonly label: string;
  readonly icon: IconName;
  readonly needs: Permission;
}

const shortcuts: readonly Shortcut[] = [
  { place: 'code', label: '动态码', icon: 'key', needs: 'visit.sign' },
  { place: 'faults', label: '故障与事件', icon: 'wrench', needs: 'exception.view' },
  { place: 'scooters', label: '电动车', icon: 'bolt', needs: 'exception.view' },
];

interface OfficerShortcutsProps {
  permissions: readonly string[];
  onOpen: (place: OfficerPlace) => void;
}

/** The safety officer's own pages, as far as her role opens them. */
export function OfficerShortcuts({ permissions, onOpen }: OfficerShortcutsProps) {
  return (
    <nav className="work-shortcuts" aria-label="安全员">
      {shortcuts
        .filter(({ needs }) => permissions.includes(needs))
        .map(({ place, label, icon }) => (
          <button key={place} type="button" onClick={() => onOpen(place)}>
            <Icon name={icon} />
            {label}
          </button>
        ))}
    </nav>
  );
}
