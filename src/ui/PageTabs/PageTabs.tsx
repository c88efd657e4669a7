import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { Icon } from '../Icon/Icon.tsx';
import { IconButton } from '../IconButton/IconButton.tsx';
import { Menu } from '../Menu/Menu.tsx';
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
  onOpen: (id: string) => void;
  onClose: (id: string) => void;
  /** All but the open one. */
  onCloseOthers: () => void;
}

/** The open page is in sight, however many others were visited before it. */
const bringIntoSight = (tab: Element | null): void => tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' });

/** The sides of the strip on which there are tabs out of sight. */
interface Beyond {
  readonly left: boolean;
  readonly right: boolean;
}
const nothingBeyond: Beyond = { left: false, right: false };

const beyondOf = ({ scrollLeft, clientWidth, scrollWidth }: Element): Beyond => ({
  left: scrollLeft > 1,
  right: scrollLeft + clientWidth < scrollWidth - 1,
});

/**
 * The visited pages. Arrows lead to those out of sight, a menu lists them all and closes the others; a middle click closes one, like in
 * a browser.
 */
export function PageTabs({ tabs, onOpen, onClose, onCloseOthers }: PageTabsProps) {
  const strip = useRef<HTMLUListElement>(null);
  const [beyond, setBeyond] = useState(nothingBeyond);
  const measure = (list: Element): void => {
    const next = beyondOf(list);
    setBeyond((known) => (known.left === next.left && known.right === next.right ? known : next));
  };
  const measured = useEffectEvent((list: Element) => {
    // The arrows take some of its room: the open page stays in sight.
    bringIntoSight(list.querySelector('[data-active]'));
    measure(list);
  });
  const tabNum = tabs.length;
  useEffect(() => {
    const list = strip.current;
    if (list === null) return;
    // It calls back at first, too.
    const observer = new ResizeObserver(() => measured(list));
    observer.observe(list);
    for (const tab of [...list.children].slice(0, tabNum)) observer.observe(tab);
    return () => observer.disconnect();
  }, [tabNum]);
  const isCrowded = beyond.left || beyond.right;
  const scroll = (towards: -1 | 1): void =>
    strip.current?.scrollBy({ left: towards * strip.current.clientWidth * 0.7, behavior: 'smooth' });
  const hasOthers = tabs.some(({ isActive, isClosable = true }) => !isActive && isClosable);
  return (
    <nav className="ti-page-tabs" aria-label="已打开的页面">
      {isCrowded && (
        <IconButton
          size="small"
          icon="chevron-left"
          label="向左查看标签"
          disabled={!beyond.left}
          onClick={() => scroll(-1)}
        />
      )}
      <ul ref={strip} onScroll={({ currentTarget }) => measure(currentTarget)}>
        {tabs.map(({ id, label, to, state, isActive, isClosable = true }) => (
          <li
            key={id}
            ref={isActive ? bringIntoSight : undefined}
            className="ti-page-tabs__tab"
            data-active={isActive || undefined}
            // Without this the browser would open the link in a tab of its own, or start to scroll.
            onMouseDown={(event) => {
              if (event.button === 1) event.preventDefault();
            }}
            onAuxClick={(event) => {
              if (event.button !== 1) return;
              event.preventDefault();
              if (isClosable) onClose(id);
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
      {isCrowded && (
        <IconButton
          size="small"
          icon="chevron-right"
          label="向右查看标签"
          disabled={!beyond.right}
          onClick={() => scroll(1)}
        />
      )}
      {tabs.length > 1 && (
        <Menu
          label="全部标签"
          items={[
            ...tabs.map(({ id, label, isActive }) => ({
              id,
              label,
              icon: isActive ? ('check' as const) : ('file' as const),
              onSelect: () => onOpen(id),
            })),
            {
              id: '·others',
              label: '关闭其他标签',
              icon: 'times' as const,
              startsGroup: true,
              isDisabled: !hasOthers,
              onSelect: onCloseOthers,
            },
          ]}
          renderTrigger={(props) => (
            <button
              {...props}
              type="button"
              className="ti-page-tabs__all"
              aria-label={`全部标签，共 ${tabs.length} 个`}
            >
              {tabs.length} <Icon name="chevron-down" />
            </button>
          )}
        />
      )}
    </nav>
  );
}
