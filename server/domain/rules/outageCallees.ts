import { roleTypes } from '../../../src/contract/labels.ts';
import type { Principal } from '../../access/principal.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { EventStore } from '../../store/eventStore.ts';
import { topAreaIds } from '../rows/organizationRows.ts';
import {
  recipientKeyOf,
  resolveAccounts,
  resolveDutyPhones,
  resolveRecipients,
  unreachableBy,
  type RecipientLift,
  type ResolvedRecipient,
} from './resolveRecipients.ts';

interface Parts {
  readonly store: Pick<EventStore, 'rows'>;
  readonly clock: Clock;
}

/** Otherwise each of a city's hundred companies would be on the telephone to the site. */
const mostCompanies = 3;
const mostAccounts = 10;

/** An outage concerns every lift of an area, and none in particular. */
const wholeArea = (areaId: number): RecipientLift => ({
  elevatorId: 0,
  responsible: {
    areaId,
    fullArea: '',
    communityId: 0,
    communityName: '',
    propertyId: null,
    propertyName: '',
    maintenanceId: null,
    maintenanceName: '',
    brandId: null,
    brandName: '',
  },
});
const noArea = wholeArea(0);

/** Users who may do something about it. Dispatchers have a role of the administrators' type too, so the type alone says nothing. */
export const isSuperior = ({ permissions, roleType }: Principal): boolean =>
  permissions.has('rescue.supervise') || roleType === roleTypes.superAdministrator;

/** Supervisors of the whole site, or of one of its topmost areas. */
async function supervisors(parts: Parts): Promise<readonly ResolvedRecipient[]> {
  const found = new Map<string, ResolvedRecipient>();
  for (const id of await topAreaIds(parts.store)) {
    const people = await resolveRecipients(parts, [{ kind: 'supervisors' }], wholeArea(id), parts.clock.nowMs());
    for (const person of people) found.set(recipientKeyOf(person.recipient), person);
  }
  return [...found.values()];
}

/** Companies that look after lifts and have a 24-hour telephone. */
async function dutyPhones({ store }: Parts): Promise<readonly ResolvedRecipient[]> {
  const companies = await store.rows
    .selectFrom('organizations as o')
    .select(['o.id', 'o.org_type', 'o.name', 'o.duty_phone', 'o.contact_mobile'])
    .where('o.duty_phone', '<>', '')
    .where('o.org_type', 'in', [4, 5])
    .where((where) =>
      where.or([
        where.exists(where.selectFrom('elevators as e').select('e.id').whereRef('e.property_id', '=', 'o.id')),
        where.exists(where.selectFrom('elevators as e').select('e.id').whereRef('e.maintenance_id', '=', 'o.id')),
      ]),
    )
    .orderBy('o.id')
    .limit(mostCompanies)
    .execute();
  return resolveDutyPhones(companies);
}

/** A group is asked only if nobody in those before it has a telephone. */
const groups: readonly ((parts: Parts) => Promise<readonly ResolvedRecipient[]>)[] = [
  supervisors,
  (parts) => resolveAccounts(parts, isSuperior, noArea),
  (parts) => resolveAccounts(parts, ({ permissions }) => permissions.has('rescue.answer'), noArea),
  dutyPhones,
];

/**
 * The people to ring when the way of a call for help is interrupted: the supervisors of the whole site. If none of them has a
 * telephone, the supervisors of any part of it and the super administrators, then users who answer calls, then companies' 24-hour
 * telephones. Empty if base data has no telephone of any of them.
 */
export async function outageCallees(parts: Parts): Promise<readonly ResolvedRecipient[]> {
  for (const [index, group] of groups.entries()) {
    const reachable = (await group(parts)).filter((person) => unreachableBy(person, 'voice') === '');
    if (reachable.length > 0) return index === 0 ? reachable : reachable.slice(0, mostAccounts);
  }
  return [];
}

/** Returns the reason why an outage would ring nobody, and the remedy, in Chinese; empty if it rings somebody. */
export async function outageCallProblem(parts: Parts, hasVoice: boolean): Promise<string> {
  if (!hasVoice) return '链路中断时不会电话通知任何人：没有可用的语音渠道，请在“通知渠道”中配置';
  if ((await outageCallees(parts)).length > 0) return '';
  return '链路中断时无人可拨打：请为管理员或接听呼叫的人员填写手机号，或为物业、维保单位填写 24 小时电话';
}

/** The ids of the users who get the platform notice of an outage: those who answer or administer, or everyone if there are none. */
export function outageReaders(principals: readonly Principal[]): readonly number[] {
  const concerned = principals.filter(
    (one) => one.permissions.has('rescue.answer') || isSuperior(one) || one.roleType === roleTypes.administrator,
  );
  return (concerned.length > 0 ? concerned : principals).map(({ userId }) => userId);
}
