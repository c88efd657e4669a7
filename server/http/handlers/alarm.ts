import { streamName } from '../../../src/contract/streamName.ts';
import { actorOf } from '../../access/principal.ts';
import type { Directory } from '../../domain/directory.ts';
import type { Domain } from '../../domain/domain.ts';
import { resolveQuarantined } from '../../domain/resolveQuarantined.ts';
import { listAlarmRecords, listNotices, listQuarantine, ownNoticeIds } from '../../queries/alarm.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { EventStore } from '../../store/eventStore.ts';
import type { Handlers } from '../handlers.ts';

type AlarmHandlers = Pick<
  Handlers,
  'alarmRecordList' | 'alarmRecordDelete' | 'noticeList' | 'noticeCallback' | 'quarantineList' | 'quarantineResolve'
>;

export interface AlarmHandlerParts {
  readonly store: EventStore;
  readonly clock: Clock;
  readonly domain: Domain;
  readonly directory: Directory;
}

export function alarmHandlers({ store, clock, domain, directory }: AlarmHandlerParts): AlarmHandlers {
  return {
    alarmRecordList: (input, { principal }) => listAlarmRecords(store, principal, input),
    async alarmRecordDelete(input, { principal }) {
      await domain.alarms.hide(principal, input.id, input.reason);
      return {};
    },
    noticeList: (input, { principal }) => listNotices(store, principal, input),
    async noticeCallback(input, { principal }) {
      const noticeIds = await ownNoticeIds(store, principal, input.ids);
      if (noticeIds.length === 0) return {};
      await store.append({
        stream: streamName('inbox', principal.userId),
        expectedVersion: 'any',
        actor: actorOf(principal),
        events: [{ type: 'notice.read', atMs: clock.nowMs(), data: { noticeIds } }],
      });
      return {};
    },
    quarantineList: (input, { principal }) => listQuarantine(store, principal, input),
    async quarantineResolve({ id, repeat_num: repeatNum, note, rescue_order_id: rescueOrderId }, { principal }) {
      await resolveQuarantined({ store, clock, directory }, principal, { id, repeatNum, note, rescueOrderId });
      return {};
    },
  };
}
