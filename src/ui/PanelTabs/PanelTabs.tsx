import { useId, type KeyboardEvent, type ReactNode } from 'react';
import './PanelTabs.css';

export interface PanelTab<Id extends string> {
  readonly id: Id;
  readonly label: string;
  /** The number of rows behind it; left out where nothing is counted. */
  readonly count?: number;
}

interface PanelTabsProps<Id extends string> {
  /** Names the row of tabs for screen readers. */
  label: string;
  tabs: readonly PanelTab<Id>[];
  selected: Id;
  onSelect: (id: Id) => void;
  /** The content of the selected tab. */
  children: ReactNode;
}

/** Returns the tab that a key leads to, around both ends; undefined for other keys. */
function indexAfter(key: string, index: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowRight':
      return (index + 1) % count;
    case 'ArrowLeft':
      return (index + count - 1) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}

/**
 * Several views of one thing in a panel, one at a time. The row is one stop of the Tab key; the arrow keys, Home and
 * End select, as WAI-ARIA describes it. Sections of a page that have an address are `HeaderTabs`.
 */
export function PanelTabs<Id extends string>({ label, tabs, selected, onSelect, children }: PanelTabsProps<Id>) {
  const panelId = useId();
  const tabIdOf = (id: Id): string => `${panelId}-${id}`;
  const selectByKey = (event: KeyboardEvent<HTMLElement>): void => {
    const index = indexAfter(
      event.key,
      tabs.findIndex(({ id }) => id === selected),
      tabs.length,
    );
    const next = index === undefined ? undefined : tabs[index];
    if (next === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    onSelect(next.id);
    document.getElementById(tabIdOf(next.id))?.focus();
  };
  return (
    <>
      <div className="ti-panel-tabs" role="tablist" aria-label={label} onKeyDown={selectByKey}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            id={tabIdOf(tab.id)}
            type="button"
            role="tab"
            aria-selected={tab.id === selected}
            aria-controls={panelId}
            tabIndex={tab.id === selected ? 0 : -1}
            onClick={() => onSelect(tab.id)}
          >
            {tab.label}
            {tab.count !== undefined && ` ${tab.count}`}
          </button>
        ))}
      </div>
      <div id={panelId} role="tabpanel" aria-labelledby={tabIdOf(selected)}>
        {children}
      </div>
    </>
  );
}
