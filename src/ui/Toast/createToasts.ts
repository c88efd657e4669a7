/** Server errors are shown for one second in the centre (specification, section 9). */
export const ERROR_NOTICE_MS = 1000;

const QUIET_NOTICE_MS = 2000;

export type ToastTone = 'error' | 'warning' | 'success' | 'info';

export interface Notice {
  id: number;
  tone: ToastTone;
  message: string;
  durationMs: number;
}

export interface Notifier {
  /** Shows a message; a message already on screen is not stacked but shown again. */
  notify: (notice: { tone: ToastTone; message: string; durationMs?: number }) => void;
  dismiss: (id: number) => void;
  /** For `useSyncExternalStore`. */
  subscribe: (onChange: () => void) => () => void;
  getSnapshot: () => readonly Notice[];
}

/** Keeps the notices on screen. Knows no React, so that the call layer can notify as well. */
export function createToasts(): Notifier {
  let notices: readonly Notice[] = [];
  let nextId = 1;
  const listeners = new Set<() => void>();
  const set = (next: readonly Notice[]): void => {
    notices = next;
    for (const listener of listeners) listener();
  };
  return {
    notify({ tone, message, durationMs = tone === 'error' ? ERROR_NOTICE_MS : QUIET_NOTICE_MS }) {
      const others = notices.filter((notice) => notice.message !== message || notice.tone !== tone);
      set([...others, { id: nextId++, tone, message, durationMs }]);
    },
    dismiss(id) {
      set(notices.filter((notice) => notice.id !== id));
    },
    subscribe(onChange) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    getSnapshot: () => notices,
  };
}
