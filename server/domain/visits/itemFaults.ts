import type { Deviation } from '../../../src/contract/visits/recordParts.ts';
import type { EventActor } from '../../store/eventStore.ts';
import { run } from '../../store/eventStore.ts';
import type { ElevatorInfo } from '../city/directory.ts';
import { openException, type OpenExceptionParts } from '../records/openException.ts';

/** The level of the fault of an abnormal item: it waits for a repair, and the lift runs. */
const itemFaultLevel = 2;

/**
 * Each abnormal item of a submitted visit is a fault, or joins the open one of the same item. Doing it again changes nothing: the
 * message of each names visit and item.
 */
export async function openItemFaults(
  parts: OpenExceptionParts,
  visit: {
    readonly visitId: number;
    readonly elevator: ElevatorInfo;
    readonly actor: EventActor;
    readonly deviations: readonly Deviation[];
  },
): Promise<void> {
  const { store, clock } = parts;
  for (const { code, name, answer, note = '', photos = [] } of visit.deviations) {
    if (answer !== 'abnormal') continue;
    const { exceptionId } = await openException(parts, {
      type: 3,
      phenomenon: 'other',
      rescueOrderId: null,
      elevator: visit.elevator,
      source: 'visit',
      deviceKey: '',
      code,
      level: itemFaultLevel,
      alarmId: null,
      actor: visit.actor,
      atMs: clock.nowMs(),
      late: false,
      note: `${name}：${note}`,
      photos,
      messageId: `visit:${visit.visitId}:${code}`,
    });
    await store.write(function* (queries) {
      yield* run(
        queries
          .insertInto('visit_faults')
          .values({ visit_id: visit.visitId, item_code: code, exception_id: exceptionId })
          .onConflict((conflict) => conflict.doNothing()),
      );
    });
  }
}
