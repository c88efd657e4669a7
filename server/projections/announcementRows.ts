import type { AnnouncementEvent } from '../../src/contract/events/announcement.ts';
import { announcementStageOf } from '../../src/machines/announcementLifecycle.ts';
import type { AnnouncementSnapshot } from '../../src/machines/announcementMachine.ts';
import { run, type Queries, type TransactionSteps } from '../store/eventStore.ts';
import type { EventPlace } from './eventPlace.ts';
import { responsibleColumns } from './responsibleColumns.ts';

/** `announcements`, and to which screens and people each went. */
export function* announcementRows(
  event: AnnouncementEvent,
  { position, streamId }: EventPlace,
  state: AnnouncementSnapshot,
  queries: Queries,
): TransactionSteps {
  const id = Number(streamId);
  const common = { state: announcementStageOf(state) ?? 'waiting', position };
  switch (event.type) {
    case 'announcement.sent':
      yield* insertSent(event, common, queries);
      return;
    case 'announcement.shown':
      yield* run(
        queries
          .updateTable('announcement_screens')
          .set({ shown_at_ms: event.receivedAtMs })
          .where('announcement_id', '=', id)
          .where('wall_id', '=', event.data.wallId)
          .where('shown_at_ms', 'is', null),
      );
      yield* run(queries.updateTable('announcements').set(common).where('id', '=', id));
      return;
    case 'announcement.recalled':
      for (const { deviceKey, commandId } of event.data.commands)
        yield* run(
          queries
            .updateTable('announcement_screens')
            .set({ recall_command_id: commandId })
            .where('announcement_id', '=', id)
            .where('device_key', '=', deviceKey),
        );
      yield* run(
        queries
          .updateTable('announcements')
          .set({ ...common, recall_reason: event.data.reason, ended_at_ms: event.receivedAtMs })
          .where('id', '=', id),
      );
      return;
    case 'announcement.begun':
      yield* run(queries.updateTable('announcements').set(common).where('id', '=', id));
      return;
    case 'announcement.expired':
      yield* run(
        queries
          .updateTable('announcements')
          .set({ ...common, ended_at_ms: event.receivedAtMs })
          .where('id', '=', id),
      );
  }
}

function* insertSent(
  { data, actor, receivedAtMs }: Extract<AnnouncementEvent, { type: 'announcement.sent' }>,
  common: { readonly state: string; readonly position: number },
  queries: Queries,
): TransactionSteps {
  const { announcementId: id, screens, members } = data;
  yield* run(
    queries.insertInto('announcements').values({
      id,
      notice_id: data.noticeId,
      title: data.title,
      content: data.content,
      kind: data.kind,
      elevator_id: null,
      ...responsibleColumns(data.responsible),
      from_ms: data.fromMs,
      until_ms: data.untilMs,
      sent_by: actor.name,
      sent_at_ms: receivedAtMs,
      recall_reason: '',
      ended_at_ms: null,
      ...common,
    }),
  );
  if (screens.length > 0)
    yield* run(
      queries.insertInto('announcement_screens').values(
        screens.map((screen, index) => ({
          announcement_id: id,
          seq: index + 1,
          elevator_id: screen.elevatorId,
          tag: screen.tag,
          device_key: screen.deviceKey,
          wall_id: screen.wallId,
          name: screen.name,
          command_id: screen.commandId,
          recall_command_id: null,
          shown_at_ms: null,
        })),
      ),
    );
  if (members.length > 0)
    yield* run(
      queries.insertInto('announcement_members').values(
        members.map((member) => ({
          announcement_id: id,
          person_id: member.personId,
          name: member.name,
          role: member.role,
          channel: member.channel,
          masked_address: member.maskedAddress,
          notification_id: member.notificationId,
        })),
      ),
    );
}

/** Those that are not over move with the calendar. */
export function* shiftAnnouncementRows(byMs: number, queries: Queries): TransactionSteps {
  yield* run(
    queries
      .updateTable('announcements')
      .where('state', 'in', ['waiting', 'showing'])
      .set((row) => ({ from_ms: row('from_ms', '+', byMs), until_ms: row('until_ms', '+', byMs) })),
  );
}
