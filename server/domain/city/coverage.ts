import type { Scope } from '../../access/scope.ts';
import { isInScope } from '../../access/scope.ts';
import type { Directory } from './directory.ts';

/**
 * Does the scope `own` cover everything that `other` sees? Companies lie in no area, so the lifts decide: each that the other sees
 * must be in `own`. A scope without lifts is covered only by an unlimited one.
 */
export function covers(directory: Pick<Directory, 'elevators'>, own: Scope, other: Scope): boolean {
  if (own.kind === 'all') return true;
  if (other.kind === 'all') return false;
  let isAnySeen = false;
  for (const { responsible } of directory.elevators()) {
    if (!isInScope(other, responsible)) continue;
    if (!isInScope(own, responsible)) return false;
    isAnySeen = true;
  }
  return isAnySeen;
}

/** Is there a lift that both scopes see? */
export function shareLift(directory: Pick<Directory, 'elevators'>, one: Scope, other: Scope): boolean {
  for (const { responsible } of directory.elevators())
    if (isInScope(one, responsible) && isInScope(other, responsible)) return true;
  return false;
}

/** Is every lift of the site in this scope? Checked before an action that concerns all of them. */
export function seesEveryLift(directory: Pick<Directory, 'elevators'>, scope: Scope): boolean {
  if (scope.kind === 'all') return true;
  const lifts = [...directory.elevators()];
  return lifts.length > 0 && lifts.every(({ responsible }) => isInScope(scope, responsible));
}
