import { createElement, useState, type ComponentType } from 'react';
import type { FeatureDeps } from '../../streams/featureDeps.ts';
import { ScreenFrame } from './ScreenFrame.tsx';

export interface ScreenStoryProps {
  /** The feature's factory. */
  create: (deps: FeatureDeps) => ComponentType;
  deps: FeatureDeps;
  /** The query of the address, `?id=3`. */
  address?: string;
}

/** A screen from its factory, as app makes it. */
export function ScreenStory({ create, deps, address = '' }: ScreenStoryProps) {
  const [Page] = useState(() => create(deps));
  return <ScreenFrame address={`/${address}`}>{createElement(Page)}</ScreenFrame>;
}
