import { companiesKeyOf } from '../../src/machines/openExceptionKey.ts';
import type { EventActor, EventStore } from '../store/eventStore.ts';
import type { Directory } from '../domain/city/directory.ts';
import { demoMaintenanceId, demoPropertyId } from './demoCity.ts';
import { demoPerson } from './demoStories.ts';
import { exceptionStory, type StoryPlace } from './exceptionStory.ts';
import type { PlannedException } from './plannedException.ts';
import { defaultRoles } from '../access/catalogue.ts';

const roleTypeOf = (key: 'property' | 'maintenance'): number =>
  defaultRoles.find((role) => role.key === key)?.roleType ?? 0;

/** Someone of each property and maintenance company: its own user, where the site has one. */
async function readStaff(store: EventStore): Promise<ReadonlyMap<number, EventActor>> {
  const rows = await store.rows
    .selectFrom('users as u')
    .innerJoin('user_organizations as o', 'o.user_id', 'u.id')
    .select(['u.id', 'u.name', 'o.org_id', 'o.org_type'])
    .where('o.org_type', 'in', [4, 5])
    .where('u.is_disabled', '=', 0)
    .orderBy('u.id', 'desc')
    .execute();
  const staff = new Map(
    rows.map(({ id, name, org_id: companyId, org_type: type }): readonly [number, EventActor] => [
      companyId,
      { kind: 'user', id, name, roleType: roleTypeOf(type === 4 ? 'property' : 'maintenance') },
    ]),
  );
  return staff.set(demoPropertyId, demoPerson('property')).set(demoMaintenanceId, demoPerson('maintenance'));
}

/** Returns the names of causes, with the one above each: 门系统 · 厅门锁. */
async function readCauseNames(store: EventStore): Promise<ReadonlyMap<string, string>> {
  const causes = await store.rows.selectFrom('fault_causes').select(['code', 'name', 'parent_code']).execute();
  const nameOf = new Map(causes.map(({ code, name }) => [code, name]));
  return new Map(
    causes.map(({ code, name, parent_code: parent }) => [
      code,
      parent === '' ? name : `${nameOf.get(parent) ?? ''} · ${name}`,
    ]),
  );
}

/** Writes the stories of faults, scooters and incidents; what they need of the site is read once. */
export async function exceptionStories({
  store,
  directory,
}: {
  readonly store: EventStore;
  readonly directory: Directory;
}) {
  const [staff, causeNames] = await Promise.all([readStaff(store), readCauseNames(store)]);

  /** The alarm that opened a scooter, if the store has it: an older one may have left its story out. */
  async function readAlarm(alarmId: number, elevatorId: number): Promise<number | null> {
    const row = await store.rows
      .selectFrom('alarms')
      .select('id')
      .where('id', '=', alarmId)
      .where('elevator_id', '=', elevatorId)
      .where('kind', '=', 'moto')
      .executeTakeFirst();
    return row?.id ?? null;
  }

  return {
    /** `alarmId`: of the alarm that opened it. Undefined where the site no longer has the lift. */
    async storyOf(exceptionId: number, planned: PlannedException, alarmId: number | null) {
      const elevator = directory.elevator(planned.elevatorId);
      if (elevator === undefined) return undefined;
      const place: StoryPlace = {
        elevator,
        children:
          planned.prefix === 'incident'
            ? planned.childIds
                .flatMap((id) => directory.elevator(id) ?? [])
                // An incident of a power cut has the lifts of the same companies.
                .filter(({ responsible }) => companiesKeyOf(responsible) === companiesKeyOf(elevator.responsible))
            : [],
        staff,
        causeNames,
        alarmId: alarmId === null ? null : await readAlarm(alarmId, elevator.id),
      };
      return exceptionStory(exceptionId, planned, place);
    },
  };
}
