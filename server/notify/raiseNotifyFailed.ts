import type { Directory } from '../domain/city/directory.ts';
import type { Settings } from '../domain/domain.ts';
import { rulesActor } from '../domain/actors.ts';
import type { DecisionParts } from '../domain/decide.ts';
import type { NotifiedPeople } from '../domain/records/notifiedPeople.ts';
import { notifyChannelLabels } from '../../src/contract/notificationWords.ts';
import { alarmPriorities } from '../../src/contract/labels.ts';
import { streamName } from '../../src/contract/streamName.ts';
import { UniqueConflictError } from '../store/eventStore.ts';
import type { NotificationTable } from '../store/rowTables.ts';
import { noAnswerCode } from './adapter.ts';
import { noResponsibility } from '../domain/city/responsible.ts';

export interface NotifyFailedParts extends DecisionParts {
  readonly directory: Pick<Directory, 'elevator'>;
  readonly settings: Settings;
  readonly people: NotifiedPeople;
}

/** Administrators learn of a channel that fails once in this time, however much it has to send. */
const noticePeriodMs = 3_600_000;

/** The telephone rang and nobody picked it up: the ladder asks the next person, and the way to people works. */
const isForNextRung = ({ source, problem_code: code }: Pick<NotificationTable, 'source' | 'problem_code'>): boolean =>
  source === 'ladder' && code === noAnswerCode;

/**
 * A notification that reached nobody is itself an alarm of its lift, once while that alarm stands; without a lift a notice to the
 * administrators. What was said about such a failure, and what could wait, raises none: so this never follows from itself.
 */
export async function raiseNotifyFailed(
  parts: NotifyFailedParts,
  row: Pick<
    NotificationTable,
    'id' | 'channel' | 'priority' | 'source' | 'elevator_id' | 'recipient_name' | 'title' | 'problem' | 'problem_code'
  >,
  position: number,
): Promise<void> {
  if (row.source === 'failure' || row.priority === 3 || isForNextRung(row)) return;
  const elevator = row.elevator_id === null ? undefined : parts.directory.elevator(row.elevator_id);
  if (elevator === undefined) return noticeOfFailure(parts, row, position);
  const { store, clock, settings } = parts;
  const alarmId = await store.nextId('alarm');
  try {
    await store.append({
      stream: streamName('alarm', alarmId),
      expectedVersion: 'none',
      actor: rulesActor,
      messageId: `notify-failed:${position}`,
      causationPosition: position,
      events: [
        {
          type: 'alarm.raised',
          atMs: clock.nowMs(),
          data: {
            alarmId,
            elevatorId: elevator.id,
            tag: elevator.tag,
            addr: elevator.addr,
            deviceKey: '',
            deviceEventId: `notification-${row.id}`,
            kind: 'notifyFailed',
            level: alarmPriorities.notifyFailed,
            responsible: elevator.responsible,
            handleLimitSeconds: settings.current().alarm_handle_limit_seconds,
            late: false,
            clockOff: false,
            detail: {
              notification_id: row.id,
              channel: row.channel,
              recipient: row.recipient_name,
              reason: row.problem,
            },
          },
        },
      ],
    });
  } catch (error) {
    // It stands already.
    if (!(error instanceof UniqueConflictError)) throw error;
  }
}

async function noticeOfFailure(
  { store, clock, people }: NotifyFailedParts,
  { channel, title, problem }: Pick<NotificationTable, 'channel' | 'title' | 'problem'>,
  position: number,
): Promise<void> {
  const userIds = await people.among(({ permissions }) => permissions.has('channel.edit'), noResponsibility);
  if (userIds.length === 0) return;
  const nowMs = clock.nowMs();
  const label = Object.entries(notifyChannelLabels).find(([name]) => name === channel)?.[1] ?? channel;
  await store.append({
    stream: streamName('notice', position),
    expectedVersion: 'any',
    actor: rulesActor,
    messageId: `notify-failed:${channel}:${Math.floor(nowMs / noticePeriodMs)}`,
    causationPosition: position,
    events: [
      {
        type: 'notice.raised',
        atMs: nowMs,
        data: {
          title: `通知失败：${label}`,
          detail: `“${title}”没有送出：${problem}，请检查渠道设置`,
          level: 0,
          rescueOrderId: null,
          elevatorId: null,
          userIds,
        },
      },
    ],
  });
}
