import { sql, type SqlBool } from 'kysely';
import * as z from 'zod';
import type { OutputOf, ParsedInputOf } from '../../src/contract/endpoint.ts';
import type { notificationDetail, notificationList } from '../../src/contract/endpoints/notification.ts';
import type { NotificationRow } from '../../src/contract/entities/notification.ts';
import { keysOf } from '../../src/contract/exceptions.ts';
import {
  notificationSourceLabels,
  notificationSourceWords,
  notificationStateLabels,
  notifyChannelLabels,
  templateVariables,
} from '../../src/contract/notificationWords.ts';
import { toWireTime, toWireTimeOrNull } from '../../src/contract/time.ts';
import { notificationLifecycle } from '../../src/machines/notificationLifecycle.ts';
import type { Principal } from '../access/principal.ts';
import { exceptionScopeCondition, recordScopeCondition } from '../access/scope.ts';
import { NotFound } from '../domain/refusal.ts';
import type { Channels } from '../notify/adapter.ts';
import type { EventStore } from '../store/eventStore.ts';
import { listRows } from './listRows.ts';
import { readsOf } from '../store/readsOf.ts';
import { timelineOf } from './timeline.ts';

type Records = ReturnType<typeof recordsOf>;
type RecordRow = Awaited<ReturnType<ReturnType<Records['selectAll']>['execute']>>[number];

const troubled = ['givenUp', 'unknown'] as const;
const sources = z.enum(keysOf(notificationSourceLabels));
const channels = z.enum(keysOf(notifyChannelLabels));
const states = z.enum(keysOf(notificationStateLabels));
const valuesSchema = z.partialRecord(z.enum(templateVariables), z.string());

/**
 * Returns the messages that left the platform, and the notices that stayed on it, in scope under `x`. Notices are numbered apart, so here
 * their ids are negative; they carry no companies, and are seen by users who see their lift now.
 */
function recordsOf(store: EventStore, by: Principal) {
  const reads = readsOf(store, by);
  const sent = reads
    .selectFrom('notifications as n')
    .where('n.is_hidden', '=', 0)
    .select([
      'n.id',
      'n.created_at_ms',
      'n.source',
      'n.rule_id',
      'n.rule_version',
      'n.rule_name',
      'n.rung',
      'n.title',
      'n.elevator_id',
      'n.tag',
      'n.rescue_order_id',
      'n.alarm_id',
      'n.exception_id',
      'n.recipient_name',
      'n.masked_address',
      'n.channel',
      'n.state',
      'n.attempts',
      'n.problem',
      'n.receipt_at_ms',
      'n.priority',
      'n.is_demo',
      'n.area_id',
      'n.community_id',
      'n.brand_id',
      'n.property_id',
      'n.maintenance_id',
    ]);
  const shown = reads
    .selectFrom('notices as p')
    .leftJoin('users as u', 'u.id', 'p.user_id')
    .leftJoin('elevators as l', 'l.id', 'p.elevator_id')
    .leftJoin('rescue_orders as o', 'o.id', 'p.rescue_order_id')
    // A notice of a power cut says how many cars its companies have there: users who do not see the incident do not see it either.
    .where((notice) =>
      notice.not(
        notice.exists(
          notice
            .selectFrom('exceptions as c')
            .select('c.id')
            .whereRef('c.id', '=', 'p.exception_id')
            .where('c.cut_id', 'is not', null)
            .where(() => sql<SqlBool>`(${exceptionScopeCondition(by.scope, 'c')}) is not true`),
        ),
      ),
    )
    .select([
      sql<number>`-p.id`.as('id'),
      'p.created_at_ms',
      sql<string>`case when p.rescue_order_id is not null then 'ladder' when p.title like '通知失败%' then 'failure' else 'rule' end`.as(
        'source',
      ),
      sql<number | null>`cast(null as bigint)`.as('rule_id'),
      sql<number | null>`cast(null as bigint)`.as('rule_version'),
      sql<string>`''`.as('rule_name'),
      sql<number | null>`case when p.rescue_order_id is null then null else p.level end`.as('rung'),
      'p.title',
      'p.elevator_id',
      sql<string>`coalesce(l.tag, '')`.as('tag'),
      'p.rescue_order_id',
      sql<number | null>`cast(null as bigint)`.as('alarm_id'),
      'p.exception_id',
      sql<string>`coalesce(u.name, '')`.as('recipient_name'),
      sql<string>`''`.as('masked_address'),
      sql<string>`'platform'`.as('channel'),
      sql<string>`case when p.read_at_ms is null then 'delivered' else 'acknowledged' end`.as('state'),
      sql<number>`1`.as('attempts'),
      sql<string>`''`.as('problem'),
      'p.read_at_ms as receipt_at_ms',
      sql<number>`case when p.rescue_order_id is null then 3 else 1 end`.as('priority'),
      sql<0 | 1>`0`.as('is_demo'),
      'o.area_id',
      'o.community_id',
      'o.brand_id',
      'o.property_id',
      'o.maintenance_id',
    ]);
  return reads.selectFrom(sent.unionAll(shown).as('x')).where(() => recordScopeCondition(by.scope, 'x'));
}

/** Notification records in scope, newest first. */
export function listNotifications(
  store: EventStore,
  by: Principal,
  query: ParsedInputOf<typeof notificationList>,
): Promise<OutputOf<typeof notificationList>> {
  let from = recordsOf(store, by);
  if (query.channel !== undefined) from = from.where('x.channel', '=', query.channel);
  if (query.state !== undefined) from = from.where('x.state', '=', query.state);
  if (query.trouble !== undefined) from = from.where('x.state', query.trouble ? 'in' : 'not in', troubled);
  if (query.rule_id !== undefined) from = from.where('x.rule_id', '=', query.rule_id);
  if (query.rescue_order_id !== undefined) from = from.where('x.rescue_order_id', '=', query.rescue_order_id);
  if (query.elevator_id !== undefined) from = from.where('x.elevator_id', '=', query.elevator_id);
  if (query.from !== undefined) from = from.where('x.created_at_ms', '>=', Date.parse(query.from));
  if (query.to !== undefined) from = from.where('x.created_at_ms', '<=', Date.parse(query.to));
  return listRows(query, {
    from,
    select: (chosen) => chosen.selectAll('x'),
    toRow: (row) => toNotificationRow(row, by),
    id: 'x.id',
    sorts: { created_at: 'x.created_at_ms', priority: 'x.priority', attempts: 'x.attempts' },
    keyword: ['x.title', 'x.tag', 'x.recipient_name', 'x.rule_name'],
  });
}

/** One record with the message as it reads, and its chain of states. Throws NotFound. */
export async function readNotification(
  store: EventStore,
  by: Principal,
  id: number,
  messages: Pick<Channels, 'render'>,
): Promise<OutputOf<typeof notificationDetail>> {
  const record = await recordsOf(store, by)
    .selectAll('x')
    .where(() => sql<SqlBool>`x.id = ${id}`)
    .executeTakeFirst();
  if (record === undefined) throw new NotFound();
  const row = toNotificationRow(record, by);
  return { ...row, ...(id < 0 ? await noticeStory(store, -id) : await sentStory(store, id, messages)) };
}

async function sentStory(store: EventStore, id: number, messages: Pick<Channels, 'render'>) {
  const { channel, template, template_values } = await store.reads
    .selectFrom('notifications')
    .select(['channel', 'template', 'template_values'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const way = channels.exclude(['platform']).parse(channel);
  const { text } = messages.render(way, template, valuesSchema.parse(JSON.parse(template_values)));
  const steps = await timelineOf(store, notificationLifecycle, id);
  return { text, steps: steps.map(({ type, title, detail, at }) => ({ type, title, detail, at })) };
}

async function noticeStory(store: EventStore, id: number) {
  const { detail, created_at_ms, read_at_ms } = await store.reads
    .selectFrom('notices')
    .select(['detail', 'created_at_ms', 'read_at_ms'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const read = { type: 'notice.read', title: '已读', detail: '' };
  return {
    text: detail,
    steps: [
      { type: 'notice.raised', title: '发出', detail: '', at: toWireTime(created_at_ms) },
      ...(read_at_ms === null ? [] : [{ ...read, at: toWireTime(read_at_ms) }]),
    ],
  };
}

function toNotificationRow(row: RecordRow, by: Principal): NotificationRow {
  const source = sources.parse(row.source);
  const channel = channels.parse(row.channel);
  const state = states.parse(row.state);
  return {
    id: row.id,
    created_at: toWireTime(row.created_at_ms),
    source,
    source_label: notificationSourceWords({ ...row, source }),
    rule_id: row.rule_id,
    rule_version: row.rule_version,
    rule_name: row.rule_name,
    rung: row.rung,
    title: row.title,
    elevator_id: row.elevator_id,
    tag: row.tag,
    rescue_order_id: row.rescue_order_id,
    alarm_id: row.alarm_id,
    exception_id: row.exception_id,
    recipient: row.recipient_name,
    masked_address: row.masked_address,
    channel,
    channel_label: notifyChannelLabels[channel],
    state,
    state_label: notificationStateLabels[state],
    attempts: row.attempts,
    problem: row.problem,
    receipt_at: toWireTimeOrNull(row.receipt_at_ms),
    priority: row.priority,
    is_demo: row.is_demo === 1,
    can_resend: by.permissions.has('notify.handle') && troubled.some((one) => one === state),
  };
}
