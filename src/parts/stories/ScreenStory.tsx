import { createElement, useState, type ComponentType } from 'react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import type { FeatureDeps } from '../../streams/featureDeps.ts';

export interface ScreenStoryProps {
  /** The feature's factory. */
  create: (deps: FeatureDeps) => ComponentType;
  deps: FeatureDeps;
  /** The query of the address, `?id=3`. */
  address?: string;
}

/** Shows the address, which stories assert on; no sighted reader needs it. */
function Address() {
  return (
    <output hidden data-testid="address">
      {decodeURIComponent(useLocation().search)}
    </output>
  );
}

/** A screen in the place that the layout gives it, without header and drawer. */
export function ScreenStory({ create, deps, address = '' }: ScreenStoryProps) {
  const [Page] = useState(() => create(deps));
  return (
    <MemoryRouter initialEntries={[`/${address}`]}>
      <main style={{ height: 'calc(100vh - 48px - 32px)', margin: '48px 0 0 225px', padding: 16, boxSizing: 'content-box' }}>{createElement(Page)}</main>
      <Address />
    </MemoryRouter>
  );
}
