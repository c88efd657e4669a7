import { Buckets, type Budget } from '../access/buckets.ts';
import { networkOf } from '../access/clientAddress.ts';
import type { Clock } from '../runtime/clock.ts';
import { within } from '../runtime/within.ts';

export interface OpenLookUpOptions<Wish, Found> {
  readonly clock: Clock;
  readonly budgets: { readonly address: Budget; readonly everybody: Budget };
  readonly mostUnderWay: number;
  readonly withinMs: number;
  /** No answer leaves sooner, so that its time does not tell whether anything was found. */
  readonly noSoonerThanMs: number;
  /** May fail or never resolve. */
  readonly lookUp: (wish: Wish) => Promise<Found | undefined>;
}

/** Looks something up for anyone: never for long, never so often that it could be guessed; `unread` where it did not come to that. */
export function createOpenLookUp<Wish, Found>(
  options: OpenLookUpOptions<Wish, Found>,
): (wish: Wish, address: string) => Promise<Found | 'unknown' | 'unread'> {
  const { clock, budgets, mostUnderWay, withinMs, noSoonerThanMs } = options;
  const addresses = new Buckets(budgets.address, clock);
  const everybody = new Buckets(budgets.everybody, clock);
  let underWay = 0;

  async function lookUp(wish: Wish): Promise<Found | 'unknown'> {
    underWay += 1;
    try {
      return (await options.lookUp(wish)) ?? 'unknown';
    } finally {
      underWay -= 1;
    }
  }

  return async (wish, address) => {
    if (underWay >= mostUnderWay || !addresses.tryTake(networkOf(address)) || !everybody.tryTake('')) return 'unread';
    const [found] = await Promise.all([
      within<Found | 'unknown' | 'unread'>(clock, withinMs, lookUp(wish), 'unread'),
      new Promise<void>((resolve) => clock.after(noSoonerThanMs, resolve)),
    ]);
    return found;
  };
}
