import type * as z from 'zod';
import type { RuleAction, RuleBody } from '../../src/contract/rules/alarmRule.ts';
import type { ruleFiringEvents } from '../../src/contract/events/alarmRule.ts';
import type { Channels } from '../notify/adapter.ts';
import type { IncidentRecorder } from '../domain/domain.ts';
import type { ExceptionFollowUpParts } from './exceptionFollowUp.ts';

/** The parts for carrying out actions. */
export interface RuleActionParts extends Omit<ExceptionFollowUpParts, 'recorder'> {
  /** Without them no message leaves the platform. */
  readonly channels?: Channels | undefined;
  readonly recorder?: IncidentRecorder | undefined;
}

/** A firing as the log has it, and what one of its actions is called. */
export interface FiredAction<Action extends RuleAction = RuleAction> {
  /** The position of the firing's event. */
  readonly position: number;
  readonly firing: z.infer<(typeof ruleFiringEvents)['ruleFiring.fired']>;
  readonly body: RuleBody;
  readonly action: Action;
  readonly index: number;
  /** Carried out again, the action changes nothing. */
  readonly messageId: string;
}

/** The lift with its rule's reason, as notices and messages say it. */
export const placeOf = ({ responsible, addr }: FiredAction['firing']): string => `${responsible.communityName} ${addr}`;
