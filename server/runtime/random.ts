/** A repeatable random source: the same seed gives the same city, history and traffic. */
export interface Random {
  /** In [0, 1). */
  next(): number;
  /** A whole number from `from` to `to`, both included. */
  between(from: number, to: number): number;
  isTrue(probability: number): boolean;
  pick<Item>(items: readonly [Item, ...Item[]]): Item;
  /** Picks by the weight beside each item. */
  pickWeighted<Item>(items: readonly (readonly [Item, number])[]): Item;
  /** Its median, and how far it spreads (sigma of the logarithm). */
  logNormal(median: number, sigma: number): number;
  normal(): number;
  /** Returns a random number of occurrences of something that happens `mean` times on average. */
  poisson(mean: number): number;
}

/** mulberry32 */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const normal = () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
  return {
    next,
    normal,
    between: (from, to) => from + Math.floor(next() * (to - from + 1)),
    isTrue: (probability) => next() < probability,
    pick: (items) => items[Math.floor(next() * items.length)] ?? items[0],
    pickWeighted(items) {
      const total = items.reduce((sum, [, weight]) => sum + weight, 0);
      let left = next() * total;
      for (const [item, weight] of items) {
        left -= weight;
        if (left < 0) return item;
      }
      const last = items.at(-1);
      if (last === undefined) throw new Error('nothing to pick from');
      return last[0];
    },
    logNormal: (median, sigma) => median * Math.exp(sigma * normal()),
    poisson(mean) {
      // Knuth's way, fit for the small means used here.
      const limit = Math.exp(-mean);
      let product = next();
      let count = 0;
      while (product > limit) {
        product *= next();
        count += 1;
      }
      return count;
    },
  };
}
