import { rulesActor } from '../domain/actors.ts';
import { findExceptionRow } from '../domain/records/currentRows.ts';
import { exceptionIdOf, type ExceptionFollowUp } from './exceptionFollowUp.ts';

/**
 * Tells the lift's camera to let go of the door, after the lift was released on site or from the desk. By a rule, so that no restart
 * in between leaves a door held that the record says is free. The camera that reported the scooter comes first.
 */
export const releaseDoor: ExceptionFollowUp = async ({ store, directory, commands }, event) => {
  const row = await findExceptionRow(store, exceptionIdOf(event));
  if (row === undefined) return;
  const reporter = directory.device(row.device_key);
  const camera =
    reporter?.deviceType === 'CAM' && reporter.elevatorId === row.elevator_id
      ? reporter
      : directory.cameraOf(row.elevator_id);
  if (camera === undefined) return;
  await commands.queue({
    deviceKey: camera.deviceKey,
    elevatorId: row.elevator_id,
    identifier: 'door_hold',
    payload: { door_hold: { status: 0 } },
    actor: rulesActor,
    messageId: `rule:door:${event.position}`,
    causationPosition: event.position,
  });
};
