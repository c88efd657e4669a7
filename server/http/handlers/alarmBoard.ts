import { NotFound } from '../../domain/refusal.ts';
import { readAlarmBoard, readAlarmDetail } from '../../queries/alarmBoard.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { EventStore } from '../../store/eventStore.ts';
import type { Handlers } from '../handlers.ts';
import type { Domain } from '../../domain/createDomain.ts';

export interface AlarmBoardHandlerParts {
  readonly store: EventStore;
  readonly clock: Clock;
  readonly domain: Domain;
}

export function alarmBoardHandlers({
  store,
  clock,
  domain,
}: AlarmBoardHandlerParts): Pick<Handlers, 'alarmBoard' | 'alarmRecordDetail' | 'alarmRecordHandle'> {
  return {
    alarmBoard: (input, { principal }) =>
      readAlarmBoard(store, principal, input, {
        nowMs: clock.nowMs(),
        floodAlarms: domain.settings.current().flood_alarms,
      }),
    async alarmRecordDetail({ id }, { principal }) {
      const detail = await readAlarmDetail(store, principal, id);
      if (detail === undefined) throw new NotFound();
      return detail;
    },
    async alarmRecordHandle({ id, ids, ...step }, { principal }) {
      if (ids !== undefined) {
        const { handled, refused } = await domain.alarms.handleSeveral(principal, ids, step);
        return { handled, refused: [...refused] };
      }
      // The schema takes one of the two.
      if (id === undefined) throw new NotFound();
      await domain.alarms.handle(principal, id, step);
      return { handled: 1, refused: [] };
    },
  };
}
