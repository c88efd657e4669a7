import { keepNewest } from '../../runtime/keepNewest.ts';
import type { EventStore } from '../../store/eventStore.ts';
import { cachedReads } from '../cachedReads.ts';
import type { Exposure } from './exposure.ts';

interface Kept {
  /** The same object until base data change. */
  readonly asOf: object;
  readonly exposure: Promise<Exposure>;
}

const keptOf = new WeakMap<EventStore, Map<string, Kept>>();
/** One of a large city has some ten thousand intervals; the one that was read longest ago goes first. */
const mostKept = 16;

/** Exposures from memory until base data change: all subjects share them. Ask for it again with each call. */
export async function keptExposures(
  store: EventStore,
): Promise<(question: string, read: () => Promise<Exposure>) => Promise<Exposure>> {
  const keep = await cachedReads(store);
  const asOf = await keep('exposures as of', async () => ({}));
  const kept = keptOf.get(store) ?? new Map<string, Kept>();
  keptOf.set(store, kept);
  return (question, read) => {
    const known = kept.get(question);
    if (known?.asOf === asOf) return known.exposure;
    const fresh: Kept = { asOf, exposure: read() };
    keepNewest(kept, question, fresh, mostKept);
    fresh.exposure.catch(() => {
      if (kept.get(question) === fresh) kept.delete(question);
    });
    return fresh.exposure;
  };
}
