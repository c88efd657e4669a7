import { loadPrincipal } from '../../access/loadPrincipal.ts';
import type { Principal } from '../../access/principal.ts';
import { isInScope, type Responsibility } from '../../access/scope.ts';
import type { EventStore } from '../../store/eventStore.ts';
import { roleTypes } from '../../../src/contract/labels.ts';

/** The person, if allowed to answer rescue calls at all. */
export async function findAnswerer(store: EventStore, userId: number): Promise<Principal | undefined> {
  const principal = await loadPrincipal(store, userId);
  return principal?.permissions.has('rescue.answer') === true ? principal : undefined;
}

/** The person, if allowed to answer calls of what these organisations are responsible for. */
export async function findAnswererOf(
  store: EventStore,
  userId: number,
  responsibility: Responsibility,
): Promise<Principal | undefined> {
  const person = await findAnswerer(store, userId);
  return person !== undefined && isInScope(person.scope, responsibility) ? person : undefined;
}

/** Resolves to true if the notified person still has the account that the notification was for: it may have been changed while the telephone rang. */
export async function isStillTheirs(
  { rows }: Pick<EventStore, 'rows'>,
  { person_id, user_id }: { readonly person_id: number | null; readonly user_id: number | null },
): Promise<boolean> {
  if (person_id === null) return true;
  const person = await rows.selectFrom('people').select('user_id').where('id', '=', person_id).executeTakeFirst();
  return person?.user_id === user_id;
}

/**
 * The recipients of a step of the notice ladder: 0 users who answer, then the lift's companies, the administrators, the
 * regulator and the super administrator.
 */
const ladder: readonly ((principal: Principal) => boolean)[] = [
  ({ permissions }) => permissions.has('rescue.answer'),
  ({ roleType }) => roleType === roleTypes.propertyStaff || roleType === roleTypes.maintenanceStaff,
  ({ roleType }) => roleType === roleTypes.administrator,
  ({ roleType }) => roleType === roleTypes.regulator || roleType === roleTypes.superAdministrator,
];

/** The ids of those among these people who belong to the step and in whose scope the lift lies. */
export function peopleOfLevel(
  principals: readonly Principal[],
  level: number,
  responsibility: Responsibility,
): readonly number[] {
  const belongs = ladder[Math.min(level, ladder.length - 1)];
  if (belongs === undefined) return [];
  return principals
    .filter((principal) => belongs(principal) && isInScope(principal.scope, responsibility))
    .map(({ userId }) => userId);
}

/** Returns the ids of those of these people who may take over a rescue in progress, or hand it over, and who may see the lift. */
export function peopleWhoStepIn(principals: readonly Principal[], responsibility: Responsibility): readonly number[] {
  return principals
    .filter(
      ({ permissions, scope }) =>
        (permissions.has('rescue.answer') || permissions.has('rescue.supervise')) && isInScope(scope, responsibility),
    )
    .map(({ userId }) => userId);
}

/** Everyone who may answer, whatever their scope: for a call that names no known lift. */
export async function everyAnswerer(store: EventStore): Promise<readonly number[]> {
  const rows = await store.rows
    .selectFrom('users as u')
    .innerJoin('role_permissions as rp', 'rp.role_id', 'u.role_id')
    .innerJoin('permissions as p', 'p.id', 'rp.permission_id')
    .select('u.id')
    .where('u.is_disabled', '=', 0)
    .where('p.code', '=', 'rescue.answer')
    .orderBy('u.id')
    .execute();
  return rows.map(({ id }) => id);
}
