import type { Call } from '../../contract/call.ts';
import type { Endpoint, InputOf, OutputOf } from '../../contract/endpoint.ts';

/** Prefetches what the page being opened will request first, while its scripts are still loading. */
export type AskAhead = <E extends Endpoint>(endpoint: E, input: InputOf<E>) => void;

/** After this time the answer is out of date. */
const keptMs = 10_000;

interface Asked {
  readonly answer: Promise<unknown>;
  readonly untilMs: number;
}

const keyOf = ({ method, path }: Endpoint, input: unknown): string => `${method} ${path} ${JSON.stringify(input)}`;

/** A client over `call`: the first call equal to a prefetched one gets its response, once; if that failed it is made again. */
export function createAskAhead(
  call: Call,
  { nowMs = Date.now }: { readonly nowMs?: () => number } = {},
): { readonly call: Call; readonly askAhead: AskAhead } {
  const asked = new Map<string, Asked>();

  function take(key: string): Promise<unknown> | undefined {
    const one = asked.get(key);
    asked.delete(key);
    return one !== undefined && nowMs() < one.untilMs ? one.answer : undefined;
  }

  return {
    askAhead(endpoint, input) {
      const answer = call(endpoint, input, { quiet: true });
      // The caller that gets it sees its failure; until then no one does.
      answer.catch(() => undefined);
      asked.set(keyOf(endpoint, input), { answer, untilMs: nowMs() + keptMs });
    },
    async call<E extends Endpoint>(
      endpoint: E,
      input: InputOf<E>,
      options?: Parameters<Call>[2],
    ): Promise<OutputOf<E>> {
      const ahead = take(keyOf(endpoint, input));
      if (ahead === undefined) return call(endpoint, input, options);
      try {
        const answer = await ahead;
        options?.signal?.throwIfAborted();
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- kept under this very endpoint, which `call` has parsed it with
        return answer as OutputOf<E>;
      } catch {
        options?.signal?.throwIfAborted();
        return call(endpoint, input, options);
      }
    },
  };
}
