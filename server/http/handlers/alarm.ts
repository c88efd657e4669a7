import { streamName } from '../../../src/contract/streamName.ts';
import { actorOf } from '../../access/principal.ts';
import type { SealedIds } from '../../access/sealedIds.ts';
import type { Directory } from '../../domain/city/directory.ts';
import { resolveQuarantined } from '../../domain/devices/resolveQuarantined.ts';
import { listAlarmRecords, listNotices, listQuarantine, ownNoticeIds } from '../../queries/alarm.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { EventStore } from '../../store/eventStore.ts';
import type { Handlers } from '../handlers.ts';
import type { Domain } from '../../domain/createDomain.ts';

type AlarmHandlers = Pick<
  Handlers,
  'alarmRecordList' | 'alarmRecordDelete' | 'noticeList' | 'noticeCallback' | 'quarantineList' | 'quarantineResolve'
>;

export interface AlarmHandlerParts {
  readonly store: EventStore;
  readonly clock: Clock;
  readonly domain: Domain;
  readonly directory: Directory;
  readonly ids: SealedIds;
}

export function alarmHandlers({ store, clock, domain, directory, ids }: AlarmHandlerParts): AlarmHandlers {
  return {
    alarmRecordList: (input, { principal }) => listAlarmRecords(store, principal, input),
    async alarmRecordDelete(input, { principal }) {
      await domain.alarms.hide(principal, input.id, input.reason);
      return {};
    },
    noticeList: async (input, { principal }) => ids.sealPage('notice', await listNotices(store, principal, input)),
    async noticeCallback(input, { principal }) {
      const named = await Promise.all(input.ids.map((id) => ids.open('notice', id)));
      const noticeIds = await ownNoticeIds(store, principal, named);
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
