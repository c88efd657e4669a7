import { loadPrincipals } from '../access/loadPrincipal.ts';
import type { Principal } from '../access/principal.ts';
import { isInScope, type Responsibility } from '../access/scope.ts';
import { peopleOfLevel, peopleWhoStepIn } from './answerers.ts';
import type { DecisionParts } from './decide.ts';

/** Organisations and areas change without an event of the user: the cache is at most this old. */
const freshForMs = 1_000;

interface Kept {
  readonly loadedAtMs: number;
  readonly principals: Promise<readonly Principal[]>;
}

/** Who is notified of a call, cached: a thousand simultaneous calls query the database once. */
export class NotifiedPeople {
  readonly #parts: DecisionParts;
  #kept: Kept | undefined;

  constructor(parts: DecisionParts) {
    this.#parts = parts;
  }

  /** The ids of the people of one step of the ladder in whose scope the lift lies. */
  async atLevel(level: number, responsibility: Responsibility): Promise<readonly number[]> {
    return peopleOfLevel(await this.#everybody(), level, responsibility);
  }

  /** The ids of the users who answer for the lift, and of their superiors: for a rescue in progress that needs someone. */
  async whoStepIn(responsibility: Responsibility): Promise<readonly number[]> {
    return peopleWhoStepIn(await this.#everybody(), responsibility);
  }

  /** The ids of those of these people in whose scope the lift lies. */
  async among(belongs: (principal: Principal) => boolean, responsibility: Responsibility): Promise<readonly number[]> {
    return (await this.#everybody())
      .filter((principal) => belongs(principal) && isInScope(principal.scope, responsibility))
      .map(({ userId }) => userId);
  }

  /** Someone's access has changed: the next call reads again. */
  forget(): void {
    this.#kept = undefined;
  }

  #everybody(): Promise<readonly Principal[]> {
    const { store, clock } = this.#parts;
    const nowMs = clock.monotonicMs();
    if (this.#kept !== undefined && nowMs - this.#kept.loadedAtMs < freshForMs) return this.#kept.principals;
    const loading: Kept = { loadedAtMs: nowMs, principals: loadPrincipals(store) };
    this.#kept = loading;
    loading.principals.catch(() => {
      if (this.#kept === loading) this.#kept = undefined;
    });
    return loading.principals;
  }
}
