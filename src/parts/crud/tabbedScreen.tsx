import { createElement, type ComponentType } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { FeatureDeps } from '../../streams/featureDeps.ts';
import { HeaderTabs } from '../../ui/HeaderTabs/HeaderTabs.tsx';
import './tabbedScreen.css';

interface ScreenTab {
  /** In the address: `?tab=contracts`; the first one is shown without it. */
  readonly id: string;
  readonly label: string;
  /** Reached by a link alone: no tab stands for it. */
  readonly isUnlisted?: true;
  readonly create: (deps: FeatureDeps) => ComponentType;
}

/** Several lists on one page, one at a time: `tabbedScreen([{ id: 'companies', label: '单位', create }, …])`. */
export function tabbedScreen(tabs: readonly [ScreenTab, ...ScreenTab[]]) {
  return (deps: FeatureDeps): ComponentType => {
    const made = tabs.map(({ id, label, isUnlisted, create }) => ({ id, label, isUnlisted, Page: create(deps) }));
    const [first] = tabs;
    return function TabbedPage() {
      const [params] = useSearchParams();
      const shown = made.find(({ id }) => id === params.get('tab'))?.id ?? first.id;
      return (
        <div className="tabbed-screen">
          <HeaderTabs
            label="本页内容"
            tabs={made
              .filter(({ isUnlisted }) => isUnlisted !== true)
              .map(({ id, label }) => ({ id, label, to: `?tab=${id}`, isActive: id === shown }))}
          />
          {made.map(({ id, Page }) => id === shown && createElement(Page, { key: id }))}
        </div>
      );
    };
  };
}
