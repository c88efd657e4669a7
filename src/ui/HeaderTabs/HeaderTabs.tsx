import { Link } from 'react-router-dom';
import { Icon } from '../Icon/Icon.tsx';
import type { IconName } from '../Icon/iconNames.ts';
import './HeaderTabs.css';

export interface HeaderTab {
  id: string;
  label: string;
  to: string;
  icon?: IconName;
  isActive: boolean;
  /** The number of items that wait there for a person. */
  count?: number;
  /** Opens beside the back office: the wall. */
  opensNewTab?: boolean;
}

interface HeaderTabsProps {
  tabs: readonly HeaderTab[];
  label?: string;
}

/** The top sections, from the user's menu tree. */
export function HeaderTabs({ tabs, label = '主导航' }: HeaderTabsProps) {
  return (
    <nav className="ti-header-tabs" aria-label={label}>
      <ul>
        {tabs.map(({ id, label: text, to, icon, isActive, count = 0, opensNewTab = false }) => (
          <li key={id}>
            <Link
              to={to}
              className="ti-header-tabs__tab"
              aria-current={isActive ? 'page' : undefined}
              {...(opensNewTab ? { target: '_blank', rel: 'noopener' } : {})}
            >
              {icon !== undefined && <Icon name={icon} />}
              {text}
              {opensNewTab && <Icon name="external-link" className="ti-header-tabs__out" />}
              {count > 0 && <span className="ti-count">{count > 99 ? '99+' : count}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
