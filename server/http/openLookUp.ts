import { Buckets, type Budget } from '../access/buckets.ts';
import { networkOf } from '../access/clientAddress.ts';
import type { Clock } from '../runtime/clock.ts';
import { within } from '../runtime/within.ts';

export interface OpenLookUpOptions {
  readonly clock: Clock;
  readonly budgets: { readonly address: Budget; readonly everybody: Budget };
  readonly mostUnderWay: number;
  readonly withinMs: number;
  /** No answer leaves sooner, so that its time does not tell whether anything was found. */
  readonly noSoonerThanMs: number;
}

/**
 * Looks things up for anyone: never for long, never so often that they could be guessed. `lookUp` may fail or never resolve; the answer is
 * `unknown` where it finds nothing, and `unread` where it did not come to that. Never fails.
 */
export type OpenLookUp = <Found>(
  address: string,
  lookUp: () => Promise<Found | undefined>,
) => Promise<Found | 'unknown' | 'unread'>;

export function createOpenLookUp(options: OpenLookUpOptions): OpenLookUp {
  const { clock, budgets, mostUnderWay, withinMs, noSoonerThanMs } = options;
  const addresses = new Buckets(budgets.address, clock);
  const everybody = new Buckets(budgets.everybody, clock);
  let underWay = 0;

  async function counted<Found>(lookUp: () => Promise<Found | undefined>): Promise<Found | 'unknown'> {
    underWay += 1;
    try {
      return (await lookUp()) ?? 'unknown';
    } finally {
      underWay -= 1;
    }
  }

  return async <Found>(address: string, lookUp: () => Promise<Found | undefined>) => {
    if (underWay >= mostUnderWay || !addresses.tryTake(networkOf(address)) || !everybody.tryTake('')) return 'unread';
    const [found] = await Promise.all([
      within<Found | 'unknown' | 'unread'>(clock, withinMs, counted(lookUp), 'unread'),
      new Promise<void>((resolve) => clock.after(noSoonerThanMs, resolve)),
    ]);
    return found;
  };
}
