import { createContext } from 'react';
import type { Notifier } from './createToasts.ts';

/** The notifier of the nearest `UiProvider`. */
export const ToastContext = createContext<Notifier | null>(null);
