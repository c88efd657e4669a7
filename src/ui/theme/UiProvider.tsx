import { useState, type ReactNode } from 'react';
import { createNotifier, type Notifier } from '../Toast/createNotifier.ts';
import { NotifierContext } from '../Toast/NotifierContext.ts';
import { ToastHost } from '../Toast/ToastHost.tsx';
import './tokens.css';
import './base.css';

interface UiProviderProps {
  /** Where notices go. The composition root makes one so that code outside React can notify too. */
  notifier?: Notifier;
  children: ReactNode;
}

/**
 * Stands at the root of every page and story: the tokens, the base styles and the notices.
 * It imports nothing of PrimeReact, so that the sign-in page stays small.
 */
export function UiProvider({ notifier, children }: UiProviderProps) {
  const [own] = useState(createNotifier);
  const used = notifier ?? own;
  return (
    <NotifierContext value={used}>
      {children}
      <ToastHost notifier={used} />
    </NotifierContext>
  );
}
