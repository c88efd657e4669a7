import type { VisitWorker } from '../../src/contract/events/visit.ts';
import type { PlannedLift } from '../domain/visits/planVisit.ts';
import type { EventActor, Queries } from '../store/eventStore.ts';
import type { DemoVisit } from './planLiftVisits.ts';

/** A visit with what its story needs of the site. */
export interface StatedVisit {
  readonly visit: DemoVisit;
  readonly lift: PlannedLift;
  readonly workers: readonly VisitWorker[];
  readonly officer: EventActor;
  readonly place: { readonly lng: number; readonly lat: number };
}

/** People of the city without an account act in the demo's past as the simulator plays them. */
export const demoPlayer = (name: string): EventActor => ({ kind: 'simulator', id: 'demo', name });

/** The workers of each maintenance company, and the people who countersign in each community. */
export interface VisitStaff {
  workersOf(companyId: number | null, communityId: number): readonly VisitWorker[];
  officerOf(communityId: number): EventActor;
}

export async function readVisitStaff(queries: Queries): Promise<VisitStaff> {
  const [workers, officers] = await Promise.all([
    queries
      .selectFrom('people')
      .select(['id', 'user_id', 'name', 'org_id'])
      .where('org_type', '=', 5)
      .where('duties', 'like', '%"worker"%')
      .orderBy('id')
      .execute(),
    queries
      .selectFrom('community_members as m')
      .innerJoin('people as p', 'p.id', 'm.person_id')
      .select(['m.community_id', 'p.user_id', 'p.name'])
      .where('m.role', '=', 'safetyOfficer')
      .orderBy('p.id')
      .execute(),
  ]);
  const ofCompany = new Map<number, VisitWorker[]>();
  for (const { id: personId, user_id: userId, name, org_id: companyId } of workers) {
    const staff = ofCompany.get(companyId) ?? [];
    staff.push({ personId, userId, name });
    ofCompany.set(companyId, staff);
  }
  // Those who have an account make the visits of their company, so that the demo can be tried with them.
  for (const [companyId, staff] of ofCompany) {
    const withAccount = staff.filter(({ userId }) => userId !== null);
    if (withAccount.length >= 2) ofCompany.set(companyId, withAccount);
  }
  const ofCommunity = new Map<number, EventActor>();
  for (const { community_id: communityId, user_id: userId, name } of officers)
    if (userId !== null || !ofCommunity.has(communityId))
      ofCommunity.set(communityId, userId === null ? demoPlayer(name) : { kind: 'user', id: userId, name });
  return {
    workersOf(companyId, communityId) {
      const staff = ofCompany.get(companyId ?? 0) ?? [];
      const pairs = Math.floor(staff.length / 2);
      const from = pairs === 0 ? 0 : 2 * (communityId % pairs);
      return staff.slice(from, from + 2);
    },
    officerOf: (communityId) => ofCommunity.get(communityId) ?? demoPlayer('电梯安全员'),
  };
}
