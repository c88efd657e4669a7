import { sql } from 'kysely';
import { companyLines } from '../../../src/contract/companyLines.ts';
import { onDutyAt } from '../../../src/contract/rules/rota.ts';
import type { NotificationRecipient } from '../../../src/contract/events/notification.ts';
import type { Responsible } from '../../../src/contract/events/responsible.ts';
import type { ProviderChannel } from '../../../src/contract/notificationWords.ts';
import type { Recipient } from '../../../src/contract/rules/recipients.ts';
import { everybody } from '../../access/everybody.ts';
import type { Principal } from '../../access/principal.ts';
import { isInScope } from '../../access/scope.ts';
import { maskTelephone } from '../base/maskTelephone.ts';
import { organizationOf } from '../base/person.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { EventStore } from '../../store/eventStore.ts';
import { findRota } from '../base/rotaRows.ts';

/** Somebody whom a rung or a rule reaches, as base data says at that moment. */
export interface ResolvedRecipient {
  readonly recipient: NotificationRecipient;
  /** The organisation that the person belongs to; empty for an account without a person. */
  readonly organizationName: string;
  /** Pressing 1 takes the call: the person's account answers calls, and the lift lies in its scope. */
  readonly mayClaim: boolean;
  /** The person's account is disabled: nobody calls them. */
  readonly isDisabled: boolean;
  /** True if base data has a number for voice and text messages. */
  readonly hasTelephone: boolean;
}

/** The lift that it is about. */
export interface RecipientLift {
  readonly responsible: Responsible;
  readonly elevatorId: number;
}

interface ResolveParts {
  readonly store: Pick<EventStore, 'rows'>;
  readonly clock: Clock;
}

interface Context {
  readonly rows: EventStore['rows'];
  readonly lift: RecipientLift;
  readonly atMs: number;
  /** The organisation whose rota is meant where a specification names no company: `4-301`. */
  readonly organization: string;
  readonly principals: readonly Principal[];
}

interface CompanyOfLift {
  readonly ref: string;
  readonly name: string;
}

/** The lift's property or maintenance company; undefined where it has none. */
function companyOfLift(responsible: Responsible, company: 'property' | 'maintenance'): CompanyOfLift | undefined {
  const [type, id, name] =
    company === 'property'
      ? [4, responsible.propertyId, responsible.propertyName]
      : [5, responsible.maintenanceId, responsible.maintenanceName];
  return id === null ? undefined : { ref: `${type}-${id}`, name };
}

/** Names a recipient among those of one rung: the same person is there once, by whatever way they came. */
export const recipientKeyOf = ({ personId, userId, organization }: NotificationRecipient): string => {
  if (personId !== null) return `person-${personId}`;
  if (userId !== null) return `user-${userId}`;
  return organization === '' ? 'group' : `org-${organization}`;
};

/** Returns the reason why this channel cannot reach them, as far as base data shows; empty if it can. */
export function unreachableBy(
  { recipient, isDisabled, hasTelephone }: ResolvedRecipient,
  channel: ProviderChannel | 'platform',
): string {
  const isGroup = recipientKeyOf(recipient) === 'group';
  if (isDisabled) return '账号已停用';
  if (channel === 'wecom' || channel === 'webhook') return '';
  if (isGroup) return '此渠道不能通知群';
  if (channel === 'platform') return recipient.userId === null ? '没有账号' : '';
  if (channel === 'wechat') return recipient.organization === '' ? '' : '值班电话不能接收微信';
  return hasTelephone ? '' : '没有电话';
}

/**
 * The people and telephones that these specifications mean at `atMs`, each once, in the order of the specifications. Those who
 * cannot be reached are among them and say so; a specification that means nobody (a lift without that company) adds none.
 * `organization` is the ladder's own: its rota is meant where no company is named.
 * @example resolveRecipients({store, clock}, rung.who, {responsible, elevatorId}, atMs, {organization: '4-301'})
 */
export async function resolveRecipients(
  { store, clock }: ResolveParts,
  specs: readonly Recipient[],
  lift: RecipientLift,
  atMs: number,
  { organization = '' }: { readonly organization?: string } = {},
): Promise<readonly ResolvedRecipient[]> {
  if (specs.length === 0) return [];
  const principals = await everybody({ store, clock });
  const context = { rows: store.rows, lift, atMs, organization, principals };
  const found = new Map<string, ResolvedRecipient>();
  for (const spec of specs)
    for (const one of await resolveOne(context, spec)) {
      const key = recipientKeyOf(one.recipient);
      if (!found.has(key)) found.set(key, one);
    }
  return [...found.values()];
}

async function resolveOne(context: Context, spec: Recipient): Promise<readonly ResolvedRecipient[]> {
  const { lift, principals } = context;
  const { responsible } = lift;
  switch (spec.kind) {
    case 'rota':
      return peopleById(context, await onDuty(context, spec.company));
    case 'dutyPhone':
      return dutyPhone(context, companyOfLift(responsible, spec.company));
    case 'duty':
      return peopleWithDuty(context, companyOfLift(responsible, spec.company), spec.duty);
    case 'person':
      return peopleById(context, [spec.person_id]);
    case 'supervisors':
      return users(context, principals.filter(seesLift(responsible, 'rescue.supervise')));
    case 'answerers':
      return users(context, principals.filter(seesLift(responsible, 'rescue.answer')));
    case 'role':
      return users(
        context,
        principals.filter(({ roleType, scope }) => roleType === spec.role_type && isInScope(scope, responsible)),
      );
    case 'group':
      return [group];
  }
}

/** The accounts that are meant, whatever their scope, each as the person to whom it belongs. */
export async function resolveAccounts(
  { store, clock }: ResolveParts,
  isMeant: (principal: Principal) => boolean,
  lift: RecipientLift,
): Promise<readonly ResolvedRecipient[]> {
  const principals = await everybody({ store, clock });
  const context = { rows: store.rows, lift, atMs: clock.nowMs(), organization: '', principals };
  return users(context, principals.filter(isMeant));
}

const group: ResolvedRecipient = {
  recipient: { personId: null, userId: null, organization: '', name: '群', maskedAddress: '' },
  organizationName: '',
  mayClaim: false,
  isDisabled: false,
  hasTelephone: false,
};

const seesLift =
  (responsible: Responsible, permission: 'rescue.answer' | 'rescue.supervise') =>
  ({ permissions, scope }: Principal): boolean =>
    permissions.has(permission) && isInScope(scope, responsible);

/** The ids of the people on duty: by one rota, or by those of both companies. */
async function onDuty(
  { rows, lift, atMs, organization }: Context,
  company: 'property' | 'maintenance' | undefined,
): Promise<readonly number[]> {
  const companies = company === undefined ? (['property', 'maintenance'] as const) : [company];
  const refs =
    company === undefined && organization !== ''
      ? [organization]
      : companies.flatMap((kind) => companyOfLift(lift.responsible, kind)?.ref ?? []);
  const ids: number[] = [];
  for (const ref of refs) {
    const rota = await findRota({ rows }, ref);
    if (rota !== undefined) ids.push(...onDutyAt(rota, atMs));
  }
  return ids;
}

/** The organisation of a person; empty for one that is gone. */
export async function organizationNameOf(
  { store }: ResolveParts,
  { personId, organization }: Pick<NotificationRecipient, 'personId' | 'organization'>,
): Promise<string> {
  if (personId !== null)
    return (
      (await peopleWithOrganization(store.rows).where('p.id', '=', personId).executeTakeFirst())?.organization_name ??
      ''
    );
  if (organization === '') return '';
  const { org_id } = organizationOf(organization);
  return (
    (await store.rows.selectFrom('organizations').select('name').where('id', '=', org_id).executeTakeFirst())?.name ??
    ''
  );
}

const peopleWithOrganization = (rows: EventStore['rows']) =>
  rows
    .selectFrom('people as p')
    .leftJoin('organizations as o', (join) => join.onRef('o.id', '=', 'p.org_id').on('p.org_type', '>', 2))
    .leftJoin('communities as c', (join) => join.onRef('c.id', '=', 'p.org_id').on('p.org_type', '=', 2))
    .leftJoin('areas as a', (join) => join.onRef('a.id', '=', 'p.org_id').on('p.org_type', '=', 1))
    .leftJoin('users as u', 'u.id', 'p.user_id')
    .select([
      'p.id',
      'p.name',
      'p.mobile',
      'p.user_id',
      'u.is_disabled',
      sql<string>`coalesce(o.name, c.name, a.full_name, '')`.as('organization_name'),
    ]);
type PersonRow = Awaited<ReturnType<ReturnType<typeof peopleWithOrganization>['execute']>>[number];

const toPerson =
  ({ principals, lift }: Context) =>
  (row: PersonRow): ResolvedRecipient => {
    const account = principals.find(({ userId }) => userId === row.user_id);
    return {
      recipient: {
        personId: row.id,
        userId: row.user_id,
        organization: '',
        name: row.name,
        maskedAddress: maskTelephone(row.mobile),
      },
      organizationName: row.organization_name,
      mayClaim: account !== undefined && seesLift(lift.responsible, 'rescue.answer')(account),
      isDisabled: row.is_disabled === 1,
      hasTelephone: row.mobile !== '',
    };
  };

/** In the order of the ids; one that is gone is left out. */
async function peopleById(context: Context, ids: readonly number[]): Promise<readonly ResolvedRecipient[]> {
  if (ids.length === 0) return [];
  const rows = await peopleWithOrganization(context.rows).where('p.id', 'in', ids).execute();
  return ids.flatMap((id) => rows.filter((row) => row.id === id)).map(toPerson(context));
}

async function peopleWithDuty(
  context: Context,
  company: CompanyOfLift | undefined,
  duty: string,
): Promise<readonly ResolvedRecipient[]> {
  if (company === undefined) return [];
  const { org_type, org_id } = organizationOf(company.ref);
  const rows = await peopleWithOrganization(context.rows)
    .where('p.org_type', '=', org_type)
    .where('p.org_id', '=', org_id)
    .where('p.duties', 'like', `%"${duty}"%`)
    .orderBy('p.id')
    .execute();
  return rows.map(toPerson(context));
}

/** Accounts, each as the person to whom it belongs. */
async function users(context: Context, accounts: readonly Principal[]): Promise<readonly ResolvedRecipient[]> {
  if (accounts.length === 0) return [];
  const ids = accounts.map(({ userId }) => userId);
  const people = await peopleWithOrganization(context.rows).where('p.user_id', 'in', ids).execute();
  return accounts.map((account) => {
    const person = people.find(({ user_id: userId }) => userId === account.userId);
    if (person !== undefined && person.mobile !== '') return toPerson(context)(person);
    return {
      recipient: {
        personId: null,
        userId: account.userId,
        organization: '',
        name: account.name,
        maskedAddress: maskTelephone(account.mobile),
      },
      organizationName: person?.organization_name ?? '',
      mayClaim: seesLift(context.lift.responsible, 'rescue.answer')(account),
      isDisabled: false,
      hasTelephone: account.mobile !== '',
    };
  });
}

async function dutyPhone({ rows }: Context, company: CompanyOfLift | undefined): Promise<readonly ResolvedRecipient[]> {
  if (company === undefined) return [];
  const row = await rows
    .selectFrom('organizations')
    .select(['name', 'duty_phone', 'contact_mobile'])
    .where('id', '=', organizationOf(company.ref).org_id)
    .executeTakeFirst();
  if (row === undefined) return [];
  return [dutyPhoneOf(company.ref, row)];
}

/** The telephone that `companyLines` rings first; its name says which of the two it is. */
const dutyPhoneOf = (
  ref: string,
  company: { readonly name: string; readonly duty_phone: string; readonly contact_mobile: string },
): ResolvedRecipient => {
  const [line] = companyLines(company);
  return {
    recipient: {
      personId: null,
      userId: null,
      organization: ref,
      name: `${company.name}${line?.kind === 'contact' ? '联系人' : '值班电话'}`,
      maskedAddress: maskTelephone(line?.phone ?? ''),
    },
    organizationName: company.name,
    mayClaim: false,
    isDisabled: false,
    hasTelephone: line !== undefined,
  };
};

/** The 24-hour telephones of these companies. */
export const resolveDutyPhones = (
  companies: readonly {
    readonly id: number;
    readonly org_type: number;
    readonly name: string;
    readonly duty_phone: string;
    readonly contact_mobile: string;
  }[],
): readonly ResolvedRecipient[] => companies.map((row) => dutyPhoneOf(`${row.org_type}-${row.id}`, row));
