import { useEffect, type RefObject } from 'react';
import { takesLetters } from '../../../ui/focus/takesLetters.ts';
import { hotkeyOf, type Hotkey } from './hotkeys.ts';

const dialogs = '[role="dialog"], [role="alertdialog"], .p-dialog';

/** Hands the desk its keys while the page is in sight and no dialog is open. */
export function useDeskKeys(pageRef: RefObject<HTMLElement | null>, onHotkey: (hotkey: Hotkey) => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      // Tabs of visited pages may keep this page alive while hidden.
      if (event.defaultPrevented || event.isComposing || pageRef.current?.checkVisibility() !== true) return;
      const { key, ctrlKey, altKey, metaKey, repeat, target } = event;
      const isTyping = takesLetters(target);
      const hotkey = hotkeyOf({
        key,
        ctrlKey,
        altKey,
        metaKey,
        repeat,
        isTyping,
        isUnderDialog: document.querySelector(dialogs) !== null,
      });
      if (hotkey === null) return;
      event.preventDefault();
      onHotkey(hotkey);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [pageRef, onHotkey]);
}
