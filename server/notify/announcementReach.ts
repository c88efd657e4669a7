import { sql } from 'kysely';
import { memberRoles, type MemberRole } from '../../src/contract/entities/community.ts';
import type { Responsible } from '../../src/contract/events/responsible.ts';
import type { ProviderChannel } from '../../src/contract/notificationWords.ts';
import type { Principal } from '../access/principal.ts';
import { elevatorScopeCondition } from '../access/scope.ts';
import { ofCommunity } from '../domain/base/communityMember.ts';
import { maskTelephone } from '../domain/base/maskTelephone.ts';
import type { NoticeValues } from '../domain/base/communityNotice.ts';
import { noticeDrafts } from '../domain/base/communityNotice.ts';
import { NotFound } from '../domain/refusal.ts';
import type { EventStore } from '../store/eventStore.ts';
import { addressOf } from './addressOf.ts';
import { maskOpenid } from './bindings.ts';

export interface ReachedScreen {
  readonly elevatorId: number;
  readonly tag: string;
  /** Null for a page `/cabin`. */
  readonly deviceKey: string | null;
  readonly wallId: number | null;
  readonly name: string;
}

export interface ReachedMember {
  readonly personId: number;
  readonly userId: number | null;
  readonly name: string;
  readonly role: MemberRole;
  /** Null where no way is open; `problem` then says why. */
  readonly channel: ProviderChannel | null;
  readonly maskedAddress: string;
  readonly problem: string;
}

export interface NoticeReach {
  readonly id: number;
  readonly values: NoticeValues;
  readonly responsible: Responsible;
  readonly lifts: readonly { readonly id: number; readonly tag: string; readonly addr: string }[];
  readonly screens: readonly ReachedScreen[];
  readonly members: readonly ReachedMember[];
}

export interface ReachParts {
  readonly store: EventStore;
  /** Undefined for a channel that is not set up. */
  readonly channels: { adapterOf(channel: ProviderChannel): unknown };
}

/** In the order in which they are tried. A notice rings nobody's telephone. */
const channelsOfNotices = ['wechat', 'sms'] as const satisfies readonly ProviderChannel[];

/** Returns the people whom a draft would reach now. Throws NotFound for one that is out of scope or was sent. */
export async function reachOfNotice(parts: ReachParts, by: Principal, noticeId: number): Promise<NoticeReach> {
  const { rows } = parts.store;
  const draft = await rows
    .selectFrom('community_notices as t')
    .innerJoin('communities as c', 'c.id', 't.community_id')
    .innerJoin('areas as a', 'a.id', 'c.area_id')
    .leftJoin('organizations as o', (join) => join.onRef('o.id', '=', 'c.property_id').on('o.org_type', '=', 4))
    .selectAll('t')
    .select(['c.name as community_name', 'c.area_id', 'c.property_id', 'a.full_name', 'o.name as property_name'])
    .where('t.id', '=', noticeId)
    .where('t.state', '=', 'draft')
    .where(() => ofCommunity.condition(by.scope, 't'))
    .executeTakeFirst();
  if (draft === undefined) throw new NotFound('公告草稿不存在、已发送，或您无权查看');
  const lifts = await rows
    .selectFrom('elevators as e')
    .innerJoin('communities as c', 'c.id', 'e.community_id')
    .select(['e.id', 'e.tag', 'e.addr'])
    .where('e.community_id', '=', draft.community_id)
    .where('e.state', '<>', 2)
    .where(() => elevatorScopeCondition(by.scope))
    .orderBy('e.tag')
    .execute();
  return {
    id: draft.id,
    values: noticeDrafts.resource.valuesOf({ ...draft }),
    responsible: {
      communityId: draft.community_id,
      communityName: draft.community_name,
      areaId: draft.area_id,
      fullArea: draft.full_name,
      propertyId: draft.property_id,
      propertyName: draft.property_name ?? '',
      maintenanceId: null,
      maintenanceName: '',
      brandId: null,
      brandName: '',
    },
    lifts,
    screens: await screensOf(parts.store, lifts),
    members: await membersOf(parts, draft.community_id),
  };
}

async function screensOf(
  { rows }: EventStore,
  lifts: readonly { readonly id: number; readonly tag: string }[],
): Promise<readonly ReachedScreen[]> {
  if (lifts.length === 0) return [];
  const tags = new Map(lifts.map(({ id, tag }) => [id, tag]));
  const ids = [...tags.keys()];
  const [devices, cabins] = await Promise.all([
    rows
      .selectFrom('devices')
      .select(['device_key', 'elevator_id'])
      .where('device_type', '=', 'SCR')
      .where('is_disabled', '=', 0)
      .where('elevator_id', 'in', ids)
      .orderBy('device_key')
      .execute(),
    rows
      .selectFrom('walls')
      .select(['id', 'name', 'elevator_id'])
      .where('revoked_at_ms', 'is', null)
      .where('elevator_id', 'in', ids)
      .orderBy('id')
      .execute(),
  ]);
  const placed = (elevatorId: number) => ({ elevatorId, tag: tags.get(elevatorId) ?? '' });
  return [
    ...devices.map((device) => ({
      ...placed(device.elevator_id),
      deviceKey: device.device_key,
      wallId: null,
      name: device.device_key,
    })),
    ...cabins.map((cabin) => ({
      ...placed(cabin.elevator_id ?? 0),
      deviceKey: null,
      wallId: cabin.id,
      name: cabin.name,
    })),
  ].toSorted((a, b) => a.tag.localeCompare(b.tag));
}

async function membersOf(parts: ReachParts, communityId: number): Promise<readonly ReachedMember[]> {
  const people = await parts.store.rows
    .selectFrom('community_members as m')
    .innerJoin('people as p', 'p.id', 'm.person_id')
    .select(['p.id', 'p.name', 'p.user_id', 'm.role', sql<number>`m.id`.as('member_id')])
    .where('m.community_id', '=', communityId)
    .orderBy('m.id')
    .execute();
  const members: ReachedMember[] = [];
  for (const person of people) {
    const way = await wayTo(parts, { personId: person.id, userId: person.user_id });
    members.push({
      personId: person.id,
      userId: person.user_id,
      name: person.name,
      role: memberRoles.find((role) => role === person.role) ?? 'owner',
      ...way,
    });
  }
  return members;
}

/** The first channel that is set up and has an address of the person. */
async function wayTo(
  { store, channels }: ReachParts,
  person: { readonly personId: number; readonly userId: number | null },
): Promise<Pick<ReachedMember, 'channel' | 'maskedAddress' | 'problem'>> {
  const open = channelsOfNotices.filter((channel) => channels.adapterOf(channel) !== undefined);
  for (const channel of open) {
    const address = await addressOf(store, channel, { ...person, organization: '' });
    if (address === undefined) continue;
    return {
      channel,
      maskedAddress: channel === 'wechat' ? maskOpenid(address) : maskTelephone(address),
      problem: '',
    };
  }
  return {
    channel: null,
    maskedAddress: '',
    problem: open.length === 0 ? '短信与微信渠道均未配置' : '没有手机号码，也未绑定微信',
  };
}
