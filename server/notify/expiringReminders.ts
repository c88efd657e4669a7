import type { SysConfig } from '../../src/contract/endpoints/sysConfig.ts';
import { liftStates } from '../../src/contract/entities/elevatorFields.ts';
import type { Queries } from '../store/eventStore.ts';
import { readCompanyPeople, type CompanyPeople } from './companyPeople.ts';
import type { ReminderRound } from './reminderRound.ts';
import { Reminders, type RemindedPerson, type Reminder } from './reminder.ts';

interface Expiring {
  readonly name: string;
  readonly people: readonly RemindedPerson[];
}

/** A kind of paper, how many days before its end it is called to mind, and those that end in the days of a round. */
interface Kind {
  readonly rung: string;
  readonly label: string;
  readonly measure: string;
  readonly daysBefore: (settings: SysConfig) => readonly number[];
  readonly read: (queries: Queries, people: CompanyPeople, from: string, to: string) => Promise<readonly Expiring[]>;
}

const certificates: Kind = {
  rung: 'certificate',
  label: '人员证书',
  measure: '人',
  daysBefore: (settings) => [settings.certificate_reminder_days],
  async read(queries, people, from, to) {
    const rows = await queries
      .selectFrom('people')
      .select(['id', 'name', 'org_type', 'org_id'])
      .where('certificate_expiry', '>=', from)
      .where('certificate_expiry', '<=', to)
      .where('org_type', 'in', [4, 5])
      .execute();
    return rows.map(({ id, name, org_type: type, org_id: org }) => ({
      name,
      people: [
        ...[people.byId.get(id)].filter((own) => own !== undefined),
        ...people.managersOf(type === 4 ? 4 : 5, org),
      ],
    }));
  },
};

const insurances: Kind = {
  rung: 'insurance',
  label: '单位保险',
  measure: '份',
  daysBefore: (settings) => [settings.insurance_reminder_days],
  async read(queries, people, from, to) {
    const rows = await queries
      .selectFrom('organizations')
      .select(['id', 'name', 'org_type'])
      .where('insurance_expiry', '>=', from)
      .where('insurance_expiry', '<=', to)
      .where('org_type', 'in', [4, 5])
      .execute();
    return rows.map(({ id, name, org_type: type }) => ({ name, people: people.managersOf(type === 4 ? 4 : 5, id) }));
  },
};

const contracts: Kind = {
  rung: 'contract',
  label: '合同',
  measure: '份',
  daysBefore: (settings) => settings.contract_reminder_days,
  async read(queries, people, from, to) {
    const rows = await queries
      .selectFrom('contracts')
      .select(['number', 'org_type', 'org_id'])
      .where('ends_on', '>=', from)
      .where('ends_on', '<=', to)
      .execute();
    return rows.map(({ number, org_type: type, org_id: org }) => ({
      name: number,
      people: people.managersOf(type === 4 ? 4 : 5, org),
    }));
  },
};

const inspections: Kind = {
  rung: 'inspection',
  label: '定期检验',
  measure: '台电梯',
  daysBefore: (settings) => settings.inspection_reminder_days,
  async read(queries, people, from, to) {
    const rows = await queries
      .selectFrom('elevators')
      .select(['tag', 'community_id', 'property_id'])
      .where('next_inspection_on', '>=', from)
      .where('next_inspection_on', '<=', to)
      .where('state', '!=', liftStates.scrapped)
      .orderBy('tag')
      .execute();
    return rows.map(({ tag, community_id: communityId, property_id: propertyId }) => ({
      name: tag,
      people: [...people.managersOf(4, propertyId), ...people.officersOf(communityId)],
    }));
  },
};

const kinds: readonly Kind[] = [certificates, insurances, contracts, inspections];

/** The messages about papers that expire within so many days, by the settings. */
export async function expiringReminders(queries: Queries, round: ReminderRound): Promise<readonly Reminder[]> {
  const people = await readCompanyPeople(queries);
  const reminders: Reminder[] = [];
  for (const { rung, label, measure, daysBefore, read } of kinds)
    for (const [place, days] of daysBefore(round.settings).entries()) {
      const found = new Reminders({ rung: `${rung}-${days}`, title: `${label} ${days} 日内到期`, measure });
      const { from, to } = round.daysOf(`${rung}-${place + 1}`, -days);
      const expiring = await read(queries, people, from, to);
      for (const { name, people: reached } of expiring) for (const person of reached) found.add(person, name);
      reminders.push(...found.all());
    }
  return reminders;
}
