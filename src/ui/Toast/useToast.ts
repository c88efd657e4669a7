import { useContext } from 'react';
import { ToastContext } from './ToastContext.ts';
import type { Notifier } from './createToasts.ts';

/** `notify({tone, message})` of the nearest `UiProvider`. Throws outside of one. */
export function useToast(): Notifier['notify'] {
  const notifier = useContext(ToastContext);
  if (notifier === null) throw new Error('useNotify needs a UiProvider above it');
  return notifier.notify;
}
