import type { InlineProjection, KnownStates, Queries, TransactionSteps } from './eventStore.ts';

/** One projection's reading of what it will need to know about existing streams. */
export interface ReadAhead {
  readonly projection: InlineProjection;
  readonly steps: (queries: Queries) => TransactionSteps<KnownStates>;
}

/** Returns the reads that the projections can make at once before they fold events of these types into these streams. */
export function readsAhead(
  coming: Iterable<{ readonly stream: string; readonly type: string }>,
  projectionsOf: (type: string) => readonly InlineProjection[],
): readonly ReadAhead[] {
  const streamsOf = new Map<InlineProjection, Set<string>>();
  for (const { stream, type } of coming)
    for (const projection of projectionsOf(type)) {
      const streams = streamsOf.get(projection);
      if (streams === undefined) streamsOf.set(projection, new Set([stream]));
      else streams.add(stream);
    }
  return [...streamsOf].map(([projection, streams]) => ({
    projection,
    steps: (queries) => projection.readAhead?.(inFewLengths([...streams]), queries) ?? knowNothing(),
  }));
}

// oxlint-disable-next-line require-yield -- nothing is read
function* knowNothing(): TransactionSteps<KnownStates> {
  return new Map();
}

/** Padded to a power of two with its last element, so that not every length needs a prepared statement. */
function inFewLengths(streams: readonly string[]): readonly string[] {
  const missing = 2 ** Math.ceil(Math.log2(streams.length)) - streams.length;
  return [...streams, ...streams.slice(-1).flatMap((last) => Array.from({ length: missing }, () => last))];
}
