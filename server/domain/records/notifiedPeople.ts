import { everybody } from '../../access/everybody.ts';
import type { Principal } from '../../access/principal.ts';
import { isInScope, type Responsibility } from '../../access/scope.ts';
import { peopleOfLevel, peopleWhoStepIn } from './answerers.ts';
import type { DecisionParts } from '../decide.ts';

/** Finds the people to notify of a call: a thousand simultaneous calls query the database once. */
export class NotifiedPeople {
  readonly #parts: DecisionParts;

  constructor(parts: DecisionParts) {
    this.#parts = parts;
  }

  /** The ids of the people of one step of the ladder in whose scope the lift lies. */
  async atLevel(level: number, responsibility: Responsibility): Promise<readonly number[]> {
    return peopleOfLevel(await everybody(this.#parts), level, responsibility);
  }

  /** The ids of the users who answer for the lift, and of their superiors: for a rescue in progress that needs someone. */
  async whoStepIn(responsibility: Responsibility): Promise<readonly number[]> {
    return peopleWhoStepIn(await everybody(this.#parts), responsibility);
  }

  /** The ids of those of these people in whose scope the lift lies. */
  async among(belongs: (principal: Principal) => boolean, responsibility: Responsibility): Promise<readonly number[]> {
    return (await everybody(this.#parts))
      .filter((principal) => belongs(principal) && isInScope(principal.scope, responsibility))
      .map(({ userId }) => userId);
  }
}
