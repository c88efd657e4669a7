import { NotFound } from '../../domain/refusal.ts';
import { actorOf } from '../../access/principal.ts';
import type { Domain } from '../../domain/domain.ts';
import { findAlarmRecord, listAlarmRecords, listNotices, listQuarantine } from '../../queries/alarmRecords.ts';
import { countWorks } from '../../queries/works.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { EventStore } from '../../store/eventStore.ts';
import type { Handlers } from '../handlers.ts';

type AlarmHandlers = Pick<Handlers, 'alarmRecordList' | 'alarmRecordDetail' | 'alarmRecordDelete' | 'noticeList' | 'noticeCallback' | 'quarantineList' | 'statsWorks'>;

export function alarmHandlers({ store, clock, domain }: { readonly store: EventStore; readonly clock: Clock; readonly domain: Domain }): AlarmHandlers {
  return {
    alarmRecordList: (input, { principal }) => listAlarmRecords(store, principal, input),
    async alarmRecordDetail(input, { principal }) {
      const row = await findAlarmRecord(store, principal, input.id);
      if (row === undefined) throw new NotFound();
      return row;
    },
    async alarmRecordDelete(input, { principal }) {
      await domain.alarms.hide(principal, input.id, input.reason);
      return {};
    },
    noticeList: (input, { principal }) => listNotices(store, principal, input),
    async noticeCallback(input, { principal }) {
      await store.append({
        stream: `inbox-${principal.userId}`, expectedVersion: 'any', actor: actorOf(principal),
        events: [{ type: 'notice.read', atMs: clock.nowMs(), data: { noticeIds: input.ids } }],
      });
      return {};
    },
    quarantineList: (input, { principal }) => listQuarantine(store, principal, input),
    statsWorks: (_input, { principal }) => countWorks(store, principal),
  };
}
