import type { NotificationEvent } from '../../src/contract/events/notification.ts';
import { streamName } from '../../src/contract/streamName.ts';
import { notificationStageOf } from '../../src/machines/notificationLifecycle.ts';
import type { NotificationSnapshot } from '../../src/machines/notificationMachine.ts';
import { run, type Queries, type TransactionSteps } from '../store/eventStore.ts';
import type { EventPlace } from './eventPlace.ts';
import { flag } from './flag.ts';

/** Types of events that the provider or the recipient causes. */
const receiptTypes: ReadonlySet<string> = new Set([
  'notification.accepted',
  'notification.delivered',
  'notification.answered',
  'notification.acknowledged',
]);

const problemOf = (event: NotificationEvent): { readonly problem?: string; readonly problem_code?: string } => {
  switch (event.type) {
    case 'notification.failed':
      return { problem: event.data.reason, problem_code: event.data.code };
    case 'notification.unknown':
      return {
        problem: event.data.reason === 'restarted' ? '发送时服务器重启' : '渠道没有答复',
        // `noAnswer` is a telephone that nobody picked up.
        problem_code: event.data.reason === 'restarted' ? 'restarted' : 'noReply',
      };
    case 'notification.givenUp':
    case 'notification.cancelled':
      return { problem: event.data.reason };
    default:
      return {};
  }
};

/** `notifications`, and under which names their providers report about them. */
export function* notificationRows(
  event: NotificationEvent,
  place: EventPlace,
  state: NotificationSnapshot,
  queries: Queries,
): TransactionSteps {
  const { context } = state;
  const common = {
    state: notificationStageOf(state) ?? 'queued',
    attempts: context.attempts,
    is_unheard: flag(context.isUnheard),
    is_hidden: flag(context.hidden),
    expires_at_ms: context.expiresAtMs,
    updated_at_ms: event.receivedAtMs,
    position: place.position,
  };
  if (event.type === 'notification.queued') {
    const { data } = event;
    yield* run(
      queries.insertInto('notifications').values({
        id: data.notificationId,
        dedup_key: data.key,
        source: data.source,
        source_position: data.position,
        channel: data.channel,
        template: data.template,
        template_values: JSON.stringify(data.values),
        title: data.title,
        priority: data.priority,
        problem: '',
        problem_code: '',
        receipt_at_ms: null,
        person_id: data.recipient.personId,
        user_id: data.recipient.userId,
        recipient_organization: data.recipient.organization,
        recipient_name: data.recipient.name,
        masked_address: data.recipient.maskedAddress,
        require_key: flag(data.requireKey),
        ladder_id: data.ladderId,
        rung: data.rung,
        rule_id: data.ruleId,
        rule_version: data.ruleVersion,
        rule_name: data.ruleName ?? '',
        elevator_id: data.elevatorId,
        tag: data.tag,
        area_id: data.responsible?.areaId ?? null,
        community_id: data.responsible?.communityId ?? null,
        brand_id: data.responsible?.brandId ?? null,
        property_id: data.responsible?.propertyId ?? null,
        maintenance_id: data.responsible?.maintenanceId ?? null,
        rescue_order_id: data.rescueOrderId,
        alarm_id: data.alarmId,
        exception_id: data.exceptionId,
        is_demo: flag(data.isDemo),
        created_at_ms: event.receivedAtMs,
        ...common,
      }),
    );
    return;
  }
  const id = Number(place.streamId);
  yield* run(
    queries
      .updateTable('notifications')
      .set({
        ...common,
        ...problemOf(event),
        ...(receiptTypes.has(event.type) ? { receipt_at_ms: event.receivedAtMs } : {}),
      })
      .where('id', '=', id),
  );
  if (event.type === 'notification.accepted' && event.data.providerId !== '')
    yield* keepProviderId(id, event.data.providerId, queries);
}

function* keepProviderId(id: number, providerId: string, queries: Queries): TransactionSteps {
  const [row] = yield* run(queries.selectFrom('notifications').select('channel').where('id', '=', id));
  if (row === undefined) return;
  yield* run(
    queries
      .insertInto('notification_provider_ids')
      .values({ channel: row.channel, provider_id: providerId, notification_id: id })
      .onConflict((conflict) => conflict.columns(['channel', 'provider_id']).doUpdateSet({ notification_id: id })),
  );
}

export function* shiftNotificationRows(byMs: number, queries: Queries): TransactionSteps {
  yield* run(
    queries
      .updateTable('notifications')
      .where('state', 'in', ['queued', 'retrying', 'attempted'])
      .set((row) => ({ expires_at_ms: row('expires_at_ms', '+', byMs) })),
  );
}

/** A message on its way has no deadline, and keeps its time to live. */
export function* openNotificationStreams(queries: Queries): TransactionSteps<readonly string[]> {
  const rows = yield* run(queries.selectFrom('notifications').select('id').where('state', '=', 'attempted'));
  return rows.map(({ id }) => streamName('notification', id));
}
