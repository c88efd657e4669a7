import * as z from 'zod';
import type { SysConfig } from '../../src/contract/endpoints/sysConfig.ts';
import { addDays } from '../../src/contract/time.ts';

/** Days of the calendar, both included; none where the first is after the last. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

export const reachedSchema = z.record(z.string(), z.iso.date());
/** The last day that each rung has called to mind: of what is due, submitted or ends then, people have been told. */
export type ReachedDays = z.infer<typeof reachedSchema>;

/** The reminders of one morning. It goes on where each rung has come to, so that a changed setting repeats nothing and leaves nothing out. */
export class ReminderRound {
  readonly today: string;
  readonly settings: SysConfig;
  readonly #lastDay: string;
  readonly #before: ReachedDays;
  readonly #reached: Record<string, string> = {};

  /** `lastDay`: the day of the last round. A rung that is not in `reached` is taken to have had its present setting then. */
  constructor(round: {
    readonly today: string;
    readonly lastDay: string;
    readonly settings: SysConfig;
    readonly reached: ReachedDays;
  }) {
    this.today = round.today;
    this.settings = round.settings;
    this.#lastDay = round.lastDay;
    this.#before = round.reached;
  }

  /** The days that a rung, `afterDays` after each of them (negative: before it), has not called to mind yet and now does. */
  daysOf(rung: string, afterDays: number): Days {
    const to = addDays(this.today, -afterDays);
    const before = this.#before[rung] ?? addDays(this.#lastDay, -afterDays);
    this.#reached[rung] = before > to ? before : to;
    return { from: addDays(before, 1), to };
  }

  /** The last day that each rung has called to mind after this round. */
  get reached(): ReachedDays {
    return { ...this.#reached };
  }
}
