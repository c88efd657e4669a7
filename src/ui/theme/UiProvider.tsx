import { useState, type ReactNode } from 'react';
import { createToasts, type Notifier } from '../Toast/createToasts.ts';
import { ToastContext } from '../Toast/ToastContext.ts';
import { ToastHost } from '../Toast/ToastHost.tsx';
import './tokens.css';
import './base.css';

interface UiProviderProps {
  /** The receiver of notices. The composition root makes one so that code outside React can notify too. */
  notifier?: Notifier;
  children: ReactNode;
}

/**
 * Stands at the root of every page and story: the tokens, the base styles and the notices.
 * It imports nothing of PrimeReact, so that the sign-in page stays small.
 */
export function UiProvider({ notifier, children }: UiProviderProps) {
  const [own] = useState(createToasts);
  const used = notifier ?? own;
  return (
    <ToastContext value={used}>
      {children}
      <ToastHost notifier={used} />
    </ToastContext>
  );
}
