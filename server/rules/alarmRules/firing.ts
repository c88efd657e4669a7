import type { Responsible } from '../../../src/contract/events/responsible.ts';
import type { AlarmPriority } from '../../../src/contract/labels.ts';
import type { RuleEvent } from './ruleEvent.ts';

/** One firing of a rule. */
export interface Firing {
  readonly kind: 'fired' | 'recovered';
  /** With its kind it names the firing: of the last event; where time had to pass, of the event from which it ran. */
  readonly position: number;
  /** The time at which it was due, epoch ms. */
  readonly atMs: number;
  /** The events that it was about, the last one last; at most 1,000. */
  readonly positions: readonly number[];
  readonly source: RuleEvent['source'];
  readonly value: string;
  readonly elevatorId: number;
  readonly tag: string;
  readonly addr: string;
  readonly responsible: Responsible;
  readonly alarmId: number | null;
  readonly exceptionId: number | null;
  readonly priority: AlarmPriority;
  /** Chinese. */
  readonly reason: string;
  /** Firings that were counted and not carried out since the last one. */
  readonly gathered: number;
  readonly late: boolean;
}

/** Did the rule fire there, as the log says? */
export type KnownFirings = (kind: Firing['kind'], position: number) => boolean;
