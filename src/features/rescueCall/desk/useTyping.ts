import { useCallback, useState } from 'react';

/** A longer pause than this means that typing has ended. */
const pauseMs = 10_000;

export interface Typing {
  readonly isTyping: boolean;
  /** For `onInput` of the form. */
  readonly onInput: () => void;
}

/** Returns whether someone is filling in a form of this order; by the server's clock. */
export function useTyping(orderId: number, nowMs: number): Typing {
  const [typed, setTyped] = useState({ orderId, atMs: Number.NEGATIVE_INFINITY });
  const onInput = useCallback(() => setTyped({ orderId, atMs: nowMs }), [orderId, nowMs]);
  return { isTyping: typed.orderId === orderId && nowMs - typed.atMs < pauseMs, onInput };
}
