import { faultEvents } from '../../src/contract/events/fault.ts';
import { scooterEvents } from '../../src/contract/events/scooter.ts';
import { exceptionIdOf, type ExceptionFollowUp } from './exceptionFollowUp.ts';

/** The last reports of a lift in memory begin so long ago: of what is older nothing is left. */
const rememberedMs = 5 * 60_000;

/**
 * Auto-action 8: what the lift did before a fault or a scooter and what it does for the next ten minutes is kept, as far as not too many
 * are being recorded. After the event, so that neither waits for it; what is handled too late has nothing left to record.
 */
export const recordAround: ExceptionFollowUp = async ({ recorder, clock }, event) => {
  if (recorder === undefined || clock.nowMs() - event.receivedAtMs >= rememberedMs) return;
  const { elevatorId } =
    event.type === 'scooter.detected'
      ? scooterEvents['scooter.detected'].parse(event.data)
      : faultEvents['fault.occurred'].parse(event.data);
  await recorder.recordException({ elevatorId, exceptionId: exceptionIdOf(event), atMs: event.receivedAtMs });
};
