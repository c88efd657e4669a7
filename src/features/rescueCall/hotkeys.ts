import { deskActions, type DeskEvent } from './rescueActions.ts';

export type Hotkey =
  | { readonly kind: 'action'; readonly event: DeskEvent }
  | { readonly kind: 'answer' | 'next' | 'previous' | 'newCall' | 'close' };

/** As much of a keyboard event as decides what it means. */
export interface Keystroke {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly metaKey: boolean;
  readonly repeat: boolean;
  /** In a control that takes keys itself. */
  readonly isTyping: boolean;
  /** A dialog is open: it has the keyboard. */
  readonly isUnderDialog: boolean;
}

/** What a keystroke means at the desk; null when it is none of the desk's business. */
export function hotkeyOf({ key, ctrlKey, altKey, metaKey, repeat, isTyping, isUnderDialog }: Keystroke): Hotkey | null {
  if (isUnderDialog || ctrlKey || altKey || metaKey) return null;
  if (key === 'Escape') return { kind: 'close' };
  if (key === 'F9') return repeat ? null : { kind: 'answer' };
  if (isTyping) return null;
  if (key === 'ArrowDown' || key === 'j' || key === 'J') return { kind: 'next' };
  if (key === 'ArrowUp' || key === 'k' || key === 'K') return { kind: 'previous' };
  if (repeat) return null;
  if (key === 'n' || key === 'N') return { kind: 'newCall' };
  const action = deskActions.find(({ hotkey }) => hotkey === key.toLowerCase());
  return action === undefined ? null : { kind: 'action', event: action.event };
}
