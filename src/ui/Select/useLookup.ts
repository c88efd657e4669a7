import { useEffect, useEffectEvent, useState } from 'react';
import type { SelectOption } from './OptionList.tsx';

const PAUSE_MS = 250;

export type Lookup<Value extends string | number> =
  | { kind: 'idle' }
  | { kind: 'searching' }
  | { kind: 'found'; options: readonly SelectOption<Value>[] }
  | { kind: 'failed'; message: string };

export type SearchOptions<Value extends string | number> = (
  text: string,
  signal: AbortSignal,
) => Promise<readonly SelectOption<Value>[]>;

/** Returns the source's results for a text, after a pause in typing. A newer text aborts the search for the older one. */
export function useLookup<Value extends string | number>(
  text: string,
  isActive: boolean,
  search: SearchOptions<Value>,
): Lookup<Value> {
  const [lookup, setLookup] = useState<Lookup<Value>>({ kind: 'idle' });
  const ask = useEffectEvent(search);
  useEffect(() => {
    if (!isActive) return;
    const abort = new AbortController();
    const timer = setTimeout(() => {
      setLookup({ kind: 'searching' });
      ask(text.trim(), abort.signal).then(
        (options) => {
          if (!abort.signal.aborted) setLookup({ kind: 'found', options });
        },
        (error: unknown) => {
          if (!abort.signal.aborted)
            setLookup({
              kind: 'failed',
              message: error instanceof Error && error.message !== '' ? error.message : '搜索失败，请重试',
            });
        },
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [text, isActive]);
  return lookup;
}
