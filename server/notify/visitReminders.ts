import { roleTypes } from '../../src/contract/labels.ts';
import { dayStartMs, addDays } from '../../src/contract/time.ts';
import { everybody } from '../access/everybody.ts';
import { isInScope } from '../access/scope.ts';
import { responsibilityOf } from '../domain/city/responsible.ts';
import type { DecisionParts } from '../domain/decide.ts';
import type { Queries } from '../store/eventStore.ts';
import { reminderRungs, type ReminderRung } from './visitReminderRungs.ts';

/** One message: a person, and the lifts of the visits it is about. */
export interface VisitReminder {
  readonly personId: number | null;
  readonly userId: number | null;
  readonly name: string;
  readonly mobile: string;
  readonly tags: readonly string[];
}

interface Days {
  readonly from: string;
  readonly to: string;
}

async function readVisits(queries: Queries, rung: ReminderRung, { from, to }: Days) {
  const visits = queries
    .selectFrom('visits')
    .select(['id', 'tag', 'worker1_id', 'worker2_id', 'community_id', 'area_id', 'property_id', 'maintenance_id'])
    .select('brand_id')
    .orderBy('tag');
  if (reminderRungs[rung].of === 'open')
    return visits.where('is_open', '=', 1).where('due_on', '>=', from).where('due_on', '<=', to).execute();
  return visits
    .where('stage', '=', 'submitted')
    .where('submitted_at_ms', '>=', dayStartMs(from))
    .where('submitted_at_ms', '<', dayStartMs(addDays(to, 1)))
    .execute();
}

/** The people of both kinds of companies, and who is the officer of each community. */
async function readPeople(queries: Queries) {
  const [people, officers] = await Promise.all([
    queries
      .selectFrom('people as p')
      .leftJoin('users as u', 'u.id', 'p.user_id')
      .select(['p.id', 'p.name', 'p.mobile', 'p.user_id', 'p.org_type', 'p.org_id', 'p.duties', 'u.is_disabled'])
      .where('p.org_type', 'in', [4, 5])
      .orderBy('p.id')
      .execute(),
    queries
      .selectFrom('community_members as m')
      .innerJoin('people as p', 'p.id', 'm.person_id')
      .leftJoin('users as u', 'u.id', 'p.user_id')
      .select(['m.community_id', 'p.id', 'p.name', 'p.mobile', 'p.user_id', 'u.is_disabled'])
      .where('m.role', '=', 'safetyOfficer')
      .orderBy('p.id')
      .execute(),
  ]);
  const managers = new Map<string, (typeof people)[number][]>();
  for (const person of people)
    if (person.duties.includes('"manager"')) {
      const key = `${person.org_type}-${person.org_id}`;
      managers.set(key, [...(managers.get(key) ?? []), person]);
    }
  const officersOf = new Map<number, (typeof officers)[number][]>();
  for (const officer of officers)
    officersOf.set(officer.community_id, [...(officersOf.get(officer.community_id) ?? []), officer]);
  return { byId: new Map(people.map((person) => [person.id, person])), managers, officersOf };
}

/** The messages of a rung: each person once, with all lifts that concern them. Accounts that are disabled get none. */
export async function visitReminders(
  parts: DecisionParts,
  rung: ReminderRung,
  days: Days,
): Promise<readonly VisitReminder[]> {
  if (days.from > days.to) return [];
  const queries = parts.store.reads;
  const visits = await readVisits(queries, rung, days);
  if (visits.length === 0) return [];
  const { byId, managers, officersOf } = await readPeople(queries);
  const accounts = await everybody(parts);
  const { to } = reminderRungs[rung];
  const found = new Map<string, VisitReminder & { readonly tags: string[] }>();
  const add = (key: string, person: Omit<VisitReminder, 'tags'>, tag: string): void => {
    const known = found.get(key) ?? { ...person, tags: [] };
    if (!known.tags.includes(tag)) known.tags.push(tag);
    found.set(key, known);
  };
  for (const visit of visits) {
    const reached = [
      ...(to.some((one) => one === 'workers') ? [visit.worker1_id, visit.worker2_id] : []).flatMap(
        (id) => byId.get(id ?? 0) ?? [],
      ),
      ...(to.some((one) => one === 'maintenanceManagers')
        ? (managers.get(`5-${visit.maintenance_id ?? 0}`) ?? [])
        : []),
      ...(to.some((one) => one === 'propertyManagers') ? (managers.get(`4-${visit.property_id ?? 0}`) ?? []) : []),
      ...(to.some((one) => one === 'officers') ? (officersOf.get(visit.community_id) ?? []) : []),
    ];
    for (const { id, user_id: userId, name, mobile, is_disabled: isDisabled } of reached)
      if (isDisabled !== 1) add(`person-${id}`, { personId: id, userId, name, mobile }, visit.tag);
    if (to.some((one) => one === 'regulators'))
      for (const { userId, name, roleType, scope } of accounts)
        if (roleType === roleTypes.regulator && isInScope(scope, responsibilityOf(visit)))
          add(`user-${userId}`, { personId: null, userId, name, mobile: '' }, visit.tag);
  }
  return [...found.values()];
}
