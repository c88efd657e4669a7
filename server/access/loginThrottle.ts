import type { Clock } from '../runtime/clock.ts';
import { Buckets, type Budget } from './buckets.ts';

/**
 * Decides which login attempts are evaluated. Attempts from addresses that never logged in to the account share one
 * budget per account: with its burst no more than 60 in any hour; a success costs nothing. A browser with a cookie from
 * an earlier login has its own, so that no one can lock the real user out, not even from the same address. So has an
 * address with an earlier login, for clients without cookies.
 */
const budgets = {
  account: { burst: 10, perHour: 50 },
  knownBrowser: { burst: 10, perHour: 120 },
  knownAddress: { burst: 10, perHour: 120 },
  /** Over all accounts, against one password tried on many. */
  address: { burst: 30, perHour: 240 },
  /** All strangers together get no more than a tenth of one core for their hashing. */
  everybody: { burst: 50, perHour: 36_000 },
} as const satisfies Record<string, Budget>;

const mostKnownAccounts = 5_000;

export interface LoginTry {
  readonly account: string;
  readonly ip: string;
  /** Names the browser if its cookie proves that it logged in to this account before. */
  readonly browser?: string | undefined;
}

export type Admission =
  | {
      readonly admitted: true;
      /** Call when the password was right: the attempt costs nothing, and the address is known. */ succeeded(): void;
    }
  | { readonly admitted: false; readonly retryAfterMs: number };

export interface LoginThrottle {
  /** May this attempt be evaluated now? An admitted attempt is charged until it succeeds. */
  admit(attempt: LoginTry): Promise<Admission>;
}

export interface LoginThrottleOptions {
  readonly clock: Clock;
  /** Addresses from which the account logged in before; queried once per account, then cached. */
  readonly knownAddresses: (account: string) => Promise<readonly string[]>;
}

/** Back-off on guessing that never locks the real user out. Behaves the same for accounts that do not exist. */
export function createLoginThrottle({ clock, knownAddresses }: LoginThrottleOptions): LoginThrottle {
  const accounts = new Buckets(budgets.account, clock);
  const knownBrowsers = new Buckets(budgets.knownBrowser, clock);
  const knownPairs = new Buckets(budgets.knownAddress, clock);
  const addresses = new Buckets(budgets.address, clock);
  const everybody = new Buckets(budgets.everybody, clock);
  const known = new Map<string, Promise<Set<string>>>();

  function addressesOf(account: string): Promise<Set<string>> {
    const remembered = known.get(account);
    if (remembered !== undefined) return remembered;
    if (known.size >= mostKnownAccounts) known.clear();
    const asked = knownAddresses(account).then((list) => new Set(list));
    known.set(account, asked);
    asked.catch(() => known.delete(account));
    return asked;
  }

  return {
    async admit({ account, ip, browser }) {
      const familiar = await addressesOf(account);
      const paid =
        browser !== undefined
          ? [{ buckets: knownBrowsers, key: `${account}\n${browser}` }]
          : familiar.has(ip)
            ? [{ buckets: knownPairs, key: `${account}\n${ip}` }]
            : [
                { buckets: everybody, key: '' },
                { buckets: addresses, key: ip },
                { buckets: accounts, key: account },
              ];
      const retryAfterMs = Math.max(...paid.map(({ buckets, key }) => buckets.waitMs(key)));
      if (retryAfterMs > 0) return { admitted: false, retryAfterMs };
      for (const { buckets, key } of paid) buckets.take(key);
      return {
        admitted: true,
        succeeded() {
          for (const { buckets, key } of paid) buckets.giveBack(key);
          familiar.add(ip);
        },
      };
    },
  };
}
