import type { OutputOf, ParsedInputOf } from '../../src/contract/endpoint.ts';
import type { bindingList, channelList, templateList } from '../../src/contract/endpoints/notification.ts';
import type { ChannelRow } from '../../src/contract/entities/notification.ts';
import {
  notifyChannelLabels,
  providerChannels,
  templateKeyLabels,
  type NotificationState,
  type ProviderChannel,
} from '../../src/contract/notificationWords.ts';
import { startOfDayMs, toWireTime } from '../../src/contract/time.ts';
import { templateFields } from '../../src/contract/entities/notification.ts';
import { organizationScopeCondition } from '../access/organizationScope.ts';
import type { Principal } from '../access/principal.ts';
import { recordScopeCondition } from '../access/scope.ts';
import { maskOpenid } from '../notify/bindings.ts';
import { channelVersion } from '../notify/channelDesk.ts';
import { channelForms, valueOf } from '../notify/channelForms.ts';
import type { ChannelState, LoadedChannels } from '../notify/channels.ts';
import { previewOf, warningOf } from '../notify/templateWords.ts';
import { personCodes } from '../notify/personCodes.ts';
import type { Clock } from '../runtime/clock.ts';
import type { EventStore } from '../store/eventStore.ts';
import { readsOf } from '../store/readsOf.ts';
import { sql } from 'kysely';
import { listRows } from './listRows.ts';
import { rowVersion } from './rowVersion.ts';

export interface ChannelListParts {
  readonly store: EventStore;
  readonly clock: Clock;
  readonly channels: Pick<LoadedChannels, 'stateOf'>;
  /** The site's public origin, `https://lift.example.cn`; providers send their receipts there. */
  readonly origin: string;
}

const stateLabels = { none: '未配置', demo: '演示', real: '已启用' } as const;
const waitingStates = ['queued', 'retrying', 'attempted'] satisfies NotificationState[];
const failedStates = ['givenUp', 'unknown'] satisfies NotificationState[];
const sentStates = ['accepted', 'delivered', 'answered', 'acknowledged'] satisfies NotificationState[];

/** Returns the path at which a provider reports the outcome of a message. */
export const receiptPath = (channel: ProviderChannel, token: string): string =>
  `/api-open/notify/receipt/${channel}/${token}`;

/** Returns the settings of each channel, and the state of the messages in scope; secrets only as set or not. */
export async function listChannels(
  { store, clock, channels, origin }: ChannelListParts,
  by: Principal,
): Promise<OutputOf<typeof channelList>> {
  const reads = readsOf(store, by);
  const todayMs = startOfDayMs(clock.nowMs());
  const counts = await reads
    .selectFrom('notifications as n')
    .select(['channel', 'state', sql<number>`count(*)`.as('num')])
    .where(() => recordScopeCondition(by.scope, 'n'))
    .where((row) => row.or([row('created_at_ms', '>=', todayMs), row('state', 'in', waitingStates)]))
    .groupBy(['channel', 'state'])
    .execute();
  const countOf = (channel: ProviderChannel, states: readonly string[]): number =>
    counts
      .filter((row) => row.channel === channel && states.includes(row.state))
      .reduce((sum, { num }) => sum + num, 0);
  const newest = (channel: ProviderChannel) =>
    reads
      .selectFrom('notifications as n')
      .where('channel', '=', channel)
      .where(() => recordScopeCondition(by.scope, 'n'))
      .orderBy('id', 'desc')
      .limit(1);
  const list = await Promise.all(
    providerChannels.map(async (channel): Promise<ChannelRow> => {
      const [ok, trouble, version] = await Promise.all([
        newest(channel).where('state', 'in', sentStates).select(['receipt_at_ms', 'updated_at_ms']).executeTakeFirst(),
        // Not what only one person did not hear, nor a message that nobody needed when it was due.
        newest(channel)
          .where('problem', '<>', '')
          .where('state', '<>', 'cancelled')
          .where('problem_code', 'not in', personCodes)
          .select('problem')
          .executeTakeFirst(),
        channelVersion(store, channel),
      ]);
      const okAtMs = ok?.receipt_at_ms ?? ok?.updated_at_ms;
      return {
        ...setupOf(channels.stateOf(channel), origin),
        waiting: countOf(channel, waitingStates),
        sent_today: countOf(channel, sentStates),
        failed_today: countOf(channel, failedStates),
        last_ok_at: okAtMs === undefined ? null : toWireTime(okAtMs),
        last_problem: trouble?.problem ?? '',
        version,
      };
    }),
  );
  return { list };
}

function setupOf({ channel, provider, settings, secrets, token }: ChannelState, origin: string) {
  const { fields, limits, hasReceipts } = channelForms[channel];
  return {
    channel,
    channel_label: notifyChannelLabels[channel],
    provider,
    state_label: stateLabels[provider],
    fields: fields.map((field) => ({
      name: field.name,
      label: field.label,
      is_secret: field.isSecret ?? false,
      value: field.isSecret ? '' : valueOf(settings, field),
      is_set: field.isSecret ? secrets[field.name] !== undefined : valueOf(settings, field) !== '',
      hint: field.hint,
      is_required: field.isRequired ?? false,
    })),
    receipt_url: hasReceipts && provider === 'real' ? `${origin}${receiptPath(channel, token)}` : '',
    limits,
  };
}

/** The words of each kind of message, by channel. */
export function listTemplates(
  store: EventStore,
  channels: Pick<LoadedChannels, 'stateOf'>,
  by: Principal,
  query: ParsedInputOf<typeof templateList>,
): Promise<OutputOf<typeof templateList>> {
  const { channel } = query;
  return listRows(query, {
    from: readsOf(store, by)
      .selectFrom('notify_templates as t')
      .$if(channel !== undefined, (from) => from.where('t.channel', '=', channel ?? '')),
    select: (from) => from.selectAll('t').select(rowVersion('notifyTemplate', 't.id').as('version')),
    toRow: ({ id, version, ...row }) => {
      const template = templateFields.parse(row);
      const isReal = template.channel !== 'platform' && channels.stateOf(template.channel).provider === 'real';
      return {
        ...template,
        id,
        version,
        key_label: templateKeyLabels[template.key],
        channel_label: notifyChannelLabels[template.channel],
        preview: previewOf(template),
        problem: warningOf(template, isReal),
      };
    },
    id: 't.id',
    cache: { store },
    sorts: { id: 't.id', channel: 't.channel' },
    keyword: ['t.text', 't.provider_code'],
  });
}

/** The people in scope who are reached by WeChat; a binding is named by its person. */
export function listBindings(
  store: EventStore,
  by: Principal,
  query: ParsedInputOf<typeof bindingList>,
): Promise<OutputOf<typeof bindingList>> {
  return listRows(query, {
    from: readsOf(store, by)
      .selectFrom('notify_bindings as b')
      .innerJoin('people as p', 'p.id', 'b.person_id')
      .leftJoin('organizations as o', (join) => join.onRef('o.id', '=', 'p.org_id').on('p.org_type', '>', 2))
      .leftJoin('communities as c', (join) => join.onRef('c.id', '=', 'p.org_id').on('p.org_type', '=', 2))
      .leftJoin('areas as a', (join) => join.onRef('a.id', '=', 'p.org_id').on('p.org_type', '=', 1))
      .where(() => organizationScopeCondition(by.scope, 'p')),
    select: (from) =>
      from
        .selectAll('b')
        .select([
          'p.name as person_name',
          sql<string>`coalesce(o.name, c.name, a.full_name, '')`.as('organization_name'),
        ]),
    toRow: (row) => ({
      id: row.person_id,
      person_id: row.person_id,
      person_name: row.person_name,
      organization_name: row.organization_name,
      channel: row.channel,
      masked_address: maskOpenid(row.address),
      bound_at: toWireTime(row.bound_at_ms),
    }),
    id: 'b.person_id',
    cache: { store },
    sorts: { bound_at: 'b.bound_at_ms', id: 'b.person_id' },
    keyword: ['p.name'],
  });
}
