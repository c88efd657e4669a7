import { firstLine } from '../../src/contract/companyLines.ts';
import type { NotificationRecipient } from '../../src/contract/events/notification.ts';
import type { ProviderChannel } from '../../src/contract/notificationWords.ts';
import type { EventStore } from '../store/eventStore.ts';

type Rows = Pick<EventStore, 'rows'>;

/**
 * Returns the address of a message, read from base data when it leaves, so that no event holds it: a telephone number, or the name under
 * which WeChat knows a person. Empty for a group's robot and a webhook. Undefined where the recipient has none.
 */
export async function addressOf(
  store: Rows,
  channel: ProviderChannel,
  recipient: Pick<NotificationRecipient, 'personId' | 'userId' | 'organization'>,
): Promise<string | undefined> {
  switch (channel) {
    case 'wecom':
    case 'webhook':
      return '';
    case 'wechat':
      return present(await openidOf(store, recipient));
    default:
      return present(await telephoneOf(store, recipient));
  }
}

/** The name under which WeChat knows a person, once they have scanned the official account's code. */
async function openidOf(
  { rows }: Rows,
  { personId, userId }: Pick<NotificationRecipient, 'personId' | 'userId'>,
): Promise<string | undefined> {
  if (personId === null && userId === null) return undefined;
  const bound = await rows
    .selectFrom('notify_bindings as b')
    .innerJoin('people as p', 'p.id', 'b.person_id')
    .select('b.address')
    .where('b.channel', '=', 'wechat')
    .$if(personId !== null, (from) => from.where('p.id', '=', personId ?? 0))
    .$if(personId === null, (from) => from.where('p.user_id', '=', userId))
    .executeTakeFirst();
  return bound?.address;
}

const present = (address: string | undefined): string | undefined => (address === '' ? undefined : address);

/** Resolves to the telephone of a person of base data, of an account to which no person belongs, or of a company. */
async function telephoneOf(
  { rows }: Rows,
  { personId, userId, organization }: Pick<NotificationRecipient, 'personId' | 'userId' | 'organization'>,
): Promise<string | undefined> {
  if (personId !== null)
    return (await rows.selectFrom('people').select('mobile').where('id', '=', personId).executeTakeFirst())?.mobile;
  if (userId !== null)
    return (await rows.selectFrom('users').select('mobile').where('id', '=', userId).executeTakeFirst())?.mobile;
  const [orgType, orgId] = organization.split('-').map(Number);
  if (orgType === undefined || orgId === undefined) return undefined;
  const company = await rows
    .selectFrom('organizations')
    .select(['duty_phone', 'contact_mobile'])
    .where('org_type', '=', orgType)
    .where('id', '=', orgId)
    .executeTakeFirst();
  return firstLine(company);
}
