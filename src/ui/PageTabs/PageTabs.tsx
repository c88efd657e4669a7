import { Link } from 'react-router-dom';
import { Icon } from '../Icon/Icon.tsx';
import './PageTabs.css';

export interface PageTab {
  id: string;
  label: string;
  to: string;
  /** Kept in the history beside the address. */
  state?: unknown;
  isActive: boolean;
  /** The first page cannot be closed. */
  isClosable?: boolean;
}

interface PageTabsProps {
  tabs: readonly PageTab[];
  onClose: (id: string) => void;
}

/** The open page is in sight, however many others were visited before it. */
const bringIntoSight = (tab: HTMLLIElement | null): void =>
  tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' });

/** The visited pages. A middle click closes one, like in a browser. */
export function PageTabs({ tabs, onClose }: PageTabsProps) {
  return (
    <nav className="ti-page-tabs" aria-label="已打开的页面">
      <ul>
        {tabs.map(({ id, label, to, state, isActive, isClosable = true }) => (
          <li
            key={id}
            ref={isActive ? bringIntoSight : undefined}
            className="ti-page-tabs__tab"
            data-active={isActive || undefined}
            onAuxClick={(event) => {
              if (event.button === 1 && isClosable) onClose(id);
            }}
          >
            <Link to={to} state={state} aria-current={isActive ? 'page' : undefined}>
              {label}
            </Link>
            {isClosable && (
              <button type="button" aria-label={`关闭${label}`} onClick={() => onClose(id)}>
                <Icon name="times" />
              </button>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}
