import { createContext } from 'react';
import type { Notifier } from './createNotifier.ts';

/** The notifier of the nearest `UiProvider`. */
export const NotifierContext = createContext<Notifier | null>(null);
