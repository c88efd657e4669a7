import { useContext } from 'react';
import { NotifierContext } from './NotifierContext.ts';
import type { Notifier } from './createNotifier.ts';

/** `notify({tone, message})` of the nearest `UiProvider`. Throws outside of one. */
export function useNotify(): Notifier['notify'] {
  const notifier = useContext(NotifierContext);
  if (notifier === null) throw new Error('useNotify needs a UiProvider above it');
  return notifier.notify;
}
