import type { RescueOrderRow } from '../../../src/contract/entities/rescueOrder.ts';
import { rescueLifecycle } from '../../../src/machines/rescueOrderLifecycle.ts';
import type { Principal } from '../../access/principal.ts';
import type { SealedIds } from '../../access/sealedIds.ts';
import type { ConsolePresence } from '../../ports/consolePresence.ts';
import { requireRecordInScope, rescueScope } from '../../domain/city/recordScope.ts';
import type { Directory } from '../../domain/city/directory.ts';
import { NotFound } from '../../domain/refusal.ts';
import { findRescueOrder, listRescueOrders } from '../../queries/rescue.ts';
import { isRescueRecord, proofPathOf } from '../../queries/proofPath.ts';
import { timelineOf } from '../../queries/timeline.ts';
import type { EventStore } from '../../store/eventStore.ts';
import type { Handlers } from '../handlers.ts';
import type { Domain } from '../../domain/createDomain.ts';

type RescueHandlers = Pick<
  Handlers,
  'rescueAck' | 'rescueAckState' | 'rescueDelete' | 'rescueList' | 'rescueTimeline' | 'exceptionReport'
>;

export function rescueHandlers({
  store,
  domain,
  directory,
  consoles,
  ids,
}: {
  readonly ids: SealedIds;
  readonly store: EventStore;
  readonly domain: Domain;
  readonly directory: Directory;
  readonly consoles: Pick<ConsolePresence, 'isOnline'>;
}): RescueHandlers {
  async function rowOf(by: Principal, orderId: number): Promise<RescueOrderRow> {
    const row = await findRescueOrder(store, by, orderId);
    if (row === undefined) throw new NotFound();
    return row;
  }

  return {
    async rescueAck(input, { principal }) {
      const { orderId } = await domain.rescue.accept(principal, { orderId: input.id, elevatorId: input.elevator_id });
      return rowOf(principal, orderId);
    },
    async rescueAckState(input, { principal }) {
      const { orderId } = await domain.rescue.step(principal, input);
      return rowOf(principal, orderId);
    },
    async rescueDelete(input, { principal }) {
      await domain.rescue.hide(principal, input.id, input.reason);
      return {};
    },
    rescueList: (input, { principal }) => listRescueOrders(store, principal, input),
    async rescueTimeline(input, { principal }) {
      await requireRecordInScope({ store, directory }, principal, rescueScope.table, input.id);
      return timelineOf(store, rescueLifecycle, input.id, (event) =>
        isRescueRecord(event) ? proofPathOf(ids, event) : undefined,
      );
    },
    async exceptionReport(input, { principal }) {
      const { orderId, joined, acceptedBy } = await domain.rescue.phoneIn(principal, {
        elevatorId: input.elevator_id,
        callerName: input.caller_name,
        callerPhone: input.caller_phone,
        note: input.detail,
        requestId: input.request_id,
        hasConsole: consoles.isOnline(principal.userId),
      });
      return { rescue_order_id: orderId, joined, accepted_by: acceptedBy };
    },
  };
}
