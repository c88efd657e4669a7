import type { RuleBody } from '../../../src/contract/rules/alarmRule.ts';
import type { Responsible } from '../../../src/contract/events/responsible.ts';
import type { Scope } from '../../access/scope.ts';
import type { Firing } from './firing.ts';

/** The place of the log: the thread of a test opens its own connection to it. */
export type LogPlace =
  { readonly kind: 'sqlite'; readonly path: string } | { readonly kind: 'postgres'; readonly databaseUrl: string };

/** The task of a thread: plain data. */
export interface TestRunTask {
  readonly log: LogPlace;
  /** Firings count that were due in this time, epoch ms. */
  readonly fromMs: number;
  readonly toMs: number;
  readonly body: RuleBody;
  /** The active version, to compare with. */
  readonly active: RuleBody | null;
  /** Other rules in force, to find firings that they share. */
  readonly others: readonly { readonly ruleId: number; readonly body: RuleBody }[];
  /** Only lifts in this scope are looked at. */
  readonly scope: Scope;
}

/** A firing as a test keeps it. */
export interface TestFiring extends Pick<
  Firing,
  'kind' | 'position' | 'atMs' | 'elevatorId' | 'tag' | 'addr' | 'responsible' | 'reason' | 'gathered' | 'priority'
> {
  readonly diff: 'added' | 'same';
}

/** The findings of a thread. */
export interface TestRunFindings {
  readonly events: number;
  readonly firings: number;
  readonly gathered: number;
  readonly byDay: readonly (readonly [day: string, count: number])[];
  readonly byHourOfWeek: readonly (readonly number[])[];
  readonly byKind: readonly (readonly [name: string, count: number])[];
  readonly byCommunity: readonly { readonly id: number; readonly name: string; readonly count: number }[];
  readonly mostInAnHour: { readonly atMs: number; readonly count: number };
  readonly mostInAMinute: number;
  /** The newest firings, oldest first. */
  readonly newest: readonly TestFiring[];
  /** The firings that notified somebody: the newest of them, oldest first. Lifts of the same responsibility share one. */
  readonly notifying: readonly { readonly atMs: number; readonly elevatorId: number; readonly of: number }[];
  readonly responsibilities: readonly Responsible[];
  /** More firings notified somebody than are in `notifying`. */
  readonly isCut: boolean;
  readonly compared: { readonly added: number; readonly lost: number; readonly same: number } | null;
  readonly overlaps: readonly { readonly ruleId: number; readonly count: number }[];
}

/** A message of a thread: how far it is, from 0 to 1, and what it has found. */
export type TestRunMessage = { readonly progress: number } | { readonly found: TestRunFindings };
