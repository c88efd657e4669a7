import type { Queries } from '../store/eventStore.ts';
import type { RemindedPerson } from './reminder.ts';

export interface CompanyPeople {
  /** By their ids; people whose account is disabled are left out, here and below. */
  readonly byId: ReadonlyMap<number, RemindedPerson>;
  /** The managers of a company: `5-401`. */
  managersOf(orgType: 4 | 5, companyId: number | null): readonly RemindedPerson[];
  /** The lift safety officers of a community. */
  officersOf(communityId: number): readonly RemindedPerson[];
}

/** The people of property and maintenance companies, as far as they are reminded of anything. */
export async function readCompanyPeople(queries: Queries): Promise<CompanyPeople> {
  const [people, officers] = await Promise.all([
    queries
      .selectFrom('people as p')
      .leftJoin('users as u', 'u.id', 'p.user_id')
      .select(['p.id', 'p.name', 'p.mobile', 'p.user_id', 'p.org_type', 'p.org_id', 'p.duties', 'u.is_disabled'])
      .where('p.org_type', 'in', [4, 5])
      .orderBy('p.id')
      .execute(),
    queries
      .selectFrom('community_members')
      .select(['community_id', 'person_id'])
      .where('role', '=', 'safetyOfficer')
      .execute(),
  ]);
  const byId = new Map<number, RemindedPerson>();
  const managers = new Map<string, RemindedPerson[]>();
  for (const {
    id,
    name,
    mobile,
    user_id: userId,
    org_type: type,
    org_id: org,
    duties,
    is_disabled: disabled,
  } of people) {
    if (disabled === 1) continue;
    const person = { personId: id, userId, name, mobile };
    byId.set(id, person);
    if (!duties.includes('"manager"')) continue;
    const key = `${type}-${org}`;
    managers.set(key, [...(managers.get(key) ?? []), person]);
  }
  const ofCommunity = new Map<number, RemindedPerson[]>();
  for (const { community_id: communityId, person_id: personId } of officers) {
    const person = byId.get(personId);
    if (person !== undefined) ofCommunity.set(communityId, [...(ofCommunity.get(communityId) ?? []), person]);
  }
  return {
    byId,
    managersOf: (orgType, companyId) => managers.get(`${orgType}-${companyId ?? 0}`) ?? [],
    officersOf: (communityId) => ofCommunity.get(communityId) ?? [],
  };
}
