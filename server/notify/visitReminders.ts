import { roleTypes } from '../../src/contract/labels.ts';
import { dayStartMs, addDays } from '../../src/contract/time.ts';
import { everybody } from '../access/everybody.ts';
import { isInScope } from '../access/scope.ts';
import { responsibilityOf } from '../domain/city/responsible.ts';
import type { DecisionParts } from '../domain/decide.ts';
import type { Queries } from '../store/eventStore.ts';
import { readCompanyPeople } from './companyPeople.ts';
import { Reminders, type Reminder } from './reminder.ts';
import type { Days, ReminderRound } from './reminderRound.ts';
import { reminderDays, reminderRungs, type ReminderRung } from './reminderRungs.ts';

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

/** The messages of a rung: each person once, with all lifts that concern them. */
export async function visitReminders(
  parts: DecisionParts,
  rung: ReminderRung,
  round: ReminderRound,
): Promise<readonly Reminder[]> {
  const days = reminderDays(rung, round);
  if (days.from > days.to) return [];
  const queries = parts.store.reads;
  const visits = await readVisits(queries, rung, days);
  if (visits.length === 0) return [];
  const [people, accounts] = await Promise.all([readCompanyPeople(queries), everybody(parts)]);
  const { title, to, days: daysBy } = reminderRungs[rung];
  const goesTo = new Set<string>(to);
  const found = new Reminders({ rung: `visit-${rung}`, title: title(daysBy(round.settings)), measure: '台电梯' });
  for (const visit of visits) {
    const workers = [visit.worker1_id, visit.worker2_id].flatMap((id) => people.byId.get(id ?? 0) ?? []);
    const reached = [
      ...(goesTo.has('workers') ? workers : []),
      ...(goesTo.has('maintenanceManagers') ? people.managersOf(5, visit.maintenance_id) : []),
      ...(goesTo.has('propertyManagers') ? people.managersOf(4, visit.property_id) : []),
      ...(goesTo.has('officers') ? people.officersOf(visit.community_id) : []),
    ];
    for (const person of reached) found.add(person, visit.tag);
    if (goesTo.has('regulators'))
      for (const { userId, name, roleType, scope } of accounts)
        if (roleType === roleTypes.regulator && isInScope(scope, responsibilityOf(visit)))
          found.add({ personId: null, userId, name, mobile: '' }, visit.tag);
  }
  return found.all();
}
