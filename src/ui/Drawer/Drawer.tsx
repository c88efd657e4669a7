import { Link } from 'react-router-dom';
import { Icon } from '../Icon/Icon.tsx';
import type { IconName } from '../Icon/iconNames.ts';
import '../HeaderTabs/HeaderTabs.css';
import './Drawer.css';

export interface DrawerItem {
  id: string;
  label: string;
  to: string;
  icon?: IconName;
  isActive: boolean;
  count?: number;
}

export interface DrawerGroup {
  id: string;
  /** Left out for a section that has only one group. */
  label?: string;
  items: readonly DrawerItem[];
}

interface DrawerProps {
  /** The active top section. */
  title: string;
  groups: readonly DrawerGroup[];
}

/** The sub-menu of the active section, 225 px wide. */
export function Drawer({ title, groups }: DrawerProps) {
  return (
    <nav className="ti-drawer" aria-label={title}>
      <p className="ti-drawer__title">{title}</p>
      {groups.map((group) => (
        <div key={group.id} className="ti-drawer__group">
          {group.label !== undefined && <p className="ti-drawer__label">{group.label}</p>}
          <ul>
            {group.items.map(({ id, label, to, icon, isActive, count = 0 }) => (
              <li key={id}>
                <Link to={to} className="ti-drawer__item" aria-current={isActive ? 'page' : undefined}>
                  {icon !== undefined && <Icon name={icon} />}
                  <span className="ti-drawer__text">{label}</span>
                  {count > 0 && <span className="ti-count">{count > 99 ? '99+' : count}</span>}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}
