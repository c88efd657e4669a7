import type { CodeLift } from '../../queries/liftOfCode.ts';
import type { Clock } from '../../runtime/clock.ts';
import { within } from '../../runtime/within.ts';
import { createOpenLookUp } from '../openLookUp.ts';

/** The reason why there is no lift to show: no lift has the code, or the look-up failed this time. */
export type MissingLift = 'unknown' | 'unread';

/** A person in a stuck car waits at most this long for the lift's name. */
const lookUpWithinMs = 800;
/** A call for help is worth a longer wait; after it the page names the hotline. */
const callWithinMs = 8_000;
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
/** Looked up instead of a text that is no code, so that each request takes the same way. */
const noLiftsCode = 'A'.repeat(16);

export interface CodeLookupsOptions {
  readonly clock: Clock;
  /** The lift with this code; undefined when there is none. May fail or never resolve: nothing waits for it long. */
  readonly liftOfCode: (code: string) => Promise<CodeLift | undefined>;
}

/** Finds the lift of a code for strangers: bounded by address, and after the same time for every code. Never fails. */
export interface CodeLookups {
  /** `more` reads what else the page shows of the lift, within the same time. */
  find<More>(
    code: string,
    address: string,
    more: (lift: CodeLift) => Promise<More>,
  ): Promise<{ readonly lift: CodeLift; readonly more: More } | MissingLift>;
  /** Of a call for help: no budget refuses it. */
  findForCall(code: string): Promise<CodeLift | MissingLift>;
}

export function createCodeLookups({ clock, liftOfCode }: CodeLookupsOptions): CodeLookups {
  const lookUp = (code: string) => liftOfCode(codeShape.test(code) ? code : noLiftsCode);
  const takeTurn = createOpenLookUp({ clock, budgets, mostUnderWay, withinMs: lookUpWithinMs, noSoonerThanMs });

  return {
    find: (code, address, more) =>
      takeTurn(address, async () => {
        const lift = await lookUp(code);
        return lift === undefined ? undefined : { lift, more: await more(lift) };
      }),

    findForCall: (code) =>
      within<CodeLift | MissingLift>(
        clock,
        callWithinMs,
        lookUp(code).then((lift) => lift ?? 'unknown'),
        'unread',
      ),
  };
}
