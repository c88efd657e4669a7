import { useEffect, useEffectEvent } from 'react';
import { takesLetters } from '../../ui/focus/takesLetters.ts';

export type HandOverAnswer = 'accept' | 'decline';

/** The same letters as at the desk, as they stand on the keyboard. */
export const handOverKeys: Readonly<Record<HandOverAnswer, string>> = { accept: 'Y', decline: 'X' };

const answers = ['accept', 'decline'] as const;

/** Hears the two keys from wherever the focus is, except where a letter is text. */
export function useHandOverKeys(isListening: boolean, onAnswer: (answer: HandOverAnswer) => void): void {
  const hear = useEffectEvent((event: KeyboardEvent) => {
    const { key, repeat, ctrlKey, altKey, metaKey, defaultPrevented, isComposing, target } = event;
    if (defaultPrevented || isComposing || repeat || ctrlKey || altKey || metaKey || takesLetters(target)) return;
    const answer = answers.find((one) => handOverKeys[one] === key.toUpperCase());
    if (answer === undefined) return;
    event.preventDefault();
    onAnswer(answer);
  });
  useEffect(() => {
    if (!isListening) return;
    const listen = (event: KeyboardEvent): void => hear(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [isListening]);
}
