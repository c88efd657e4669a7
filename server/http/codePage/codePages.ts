import { Buckets } from '../../access/buckets.ts';
import { networkOf } from '../../access/clientAddress.ts';
import type { Clock } from '../../runtime/clock.ts';
import { within } from '../../runtime/within.ts';
import type { CodeLift } from '../../queries/liftOfCode.ts';
import { codePageText, type MissingLift } from './codePageText.ts';

export interface CodePagesOptions {
  readonly clock: Clock;
  /** The site's rescue hotline as it is now. */
  readonly hotline: () => string;
  /** The lift with this code; undefined when there is none. May fail or never resolve: the page does not wait for it long. */
  readonly liftOfCode: (code: string) => Promise<CodeLift | undefined>;
}

/** Answers with the text of the page; never fails. */
export type CodePage = (request: { readonly code: string; readonly address: string }) => Promise<string>;

/** A person in a stuck car waits at most this long for the lift's name. */
const lookUpWithinMs = 800;
/** No answer leaves sooner, so that its time does not tell whether the code is a lift's. */
const noSoonerThanMs = 60;
const mostUnderWay = 32;
/** Whole blocks of flats share one address of a mobile network; none of these rates lets anybody guess a code. */
const budgets = {
  address: { burst: 60, perHour: 600 },
  everybody: { burst: 200, perHour: 720_000 },
} as const;

/** 96 bits as base64url. */
const codeShape = /^[\w-]{16}$/;
/** Looked up instead of a text that is not a code, so that each request takes the same way. */
const noLiftsCode = 'A'.repeat(16);

/**
 * The page behind the code in the car. Neither a limit nor a slow database hides the hotline: what is missing then is
 * the lift's name and rescue code, which are also on the plate.
 */
export function createCodePages({ clock, hotline, liftOfCode }: CodePagesOptions): CodePage {
  const addresses = new Buckets(budgets.address, clock);
  const everybody = new Buckets(budgets.everybody, clock);
  let underWay = 0;

  function isLimited(address: string): boolean {
    return underWay >= mostUnderWay || !addresses.tryTake(networkOf(address)) || !everybody.tryTake('');
  }

  async function lookUp(code: string): Promise<CodeLift | MissingLift> {
    underWay += 1;
    try {
      return (await liftOfCode(codeShape.test(code) ? code : noLiftsCode)) ?? 'unknown';
    } finally {
      underWay -= 1;
    }
  }

  return async ({ code, address }) => {
    if (isLimited(address)) return codePageText({ hotline: hotline(), lift: 'unread' });
    const [lift] = await Promise.all([
      within<CodeLift | MissingLift>(clock, lookUpWithinMs, lookUp(code), 'unread'),
      new Promise<void>((resolve) => clock.after(noSoonerThanMs, resolve)),
    ]);
    return codePageText({ hotline: hotline(), lift });
  };
}
