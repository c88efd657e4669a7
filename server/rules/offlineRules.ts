import { deviceLifecycle, isDeviceFlapping } from '../../src/machines/deviceLifecycle.ts';
import { rulesActor } from '../domain/actors.ts';
import { loadState } from '../domain/decide.ts';
import { deviceStream } from '../domain/devices/deviceStream.ts';
import { incidentLevels } from '../domain/records/exceptionLevels.ts';
import { powerCutOfLift } from '../domain/city/liftCondition.ts';
import { openException } from '../domain/records/openException.ts';
import {
  deviceKeyOf,
  stepUnlessOver,
  type ExceptionFollowUp,
  type ExceptionFollowUpParts,
} from './exceptionFollowUp.ts';
import { collectorsAway, collectorsAwayNum, openOfflineIncidents } from '../domain/devices/offlineRows.ts';

/** A collector may be away for so long before anyone is asked to look into it: links drop, and servers restart. */
export const offlineGraceMs = 10 * 60_000;
/** At most this many in one pass; the next pass takes the rest. */
const mostAtOnce = 200;
/** If at least this many collectors, and this share of them, are away at once, the link is gone, and nobody needs to visit a lift for it. */
const mostAway = 100;
const mostAwayShare = 0.2;

interface Away {
  readonly deviceKey: string;
  readonly elevatorId: number;
  readonly sinceMs: number;
}

/** It comes and goes: an incident, until it has been steady for as long as it flapped. */
export const openByFlapping: ExceptionFollowUp = async (parts, event) => {
  const deviceKey = deviceKeyOf(event);
  const device = parts.directory.device(deviceKey);
  if (device?.deviceType !== 'COL') return;
  await openOffline(
    parts,
    { deviceKey, elevatorId: device.elevatorId, sinceMs: event.atMs },
    { messageId: `rule:flapped:${event.position}`, causationPosition: event.position, note: '采集器频繁上下线' },
  );
};

/**
 * Opens an incident for each collector that has been away for too long, once for each time that it is away, and ends those whose
 * collector is back. What is due stands in the rows of the devices, so that a restart forgets nothing.
 */
export async function lookAtCollectors(parts: ExceptionFollowUpParts): Promise<void> {
  await endThoseBack(parts);
  if ((await collectorsAwayNum(parts.store)) > Math.max(mostAway, collectorNum(parts) * mostAwayShare)) return;
  const untilMs = parts.clock.nowMs() - offlineGraceMs;
  for (const collector of await collectorsAway(parts.store, { untilMs, limit: mostAtOnce }))
    await openOffline(parts, collector, { messageId: `rule:offline:${collector.deviceKey}:${collector.sinceMs}` });
}

const collectorNum = ({ directory }: ExceptionFollowUpParts): number =>
  directory.devices().reduce((num, { deviceType }) => (deviceType === 'COL' ? num + 1 : num), 0);

async function openOffline(
  parts: ExceptionFollowUpParts,
  { deviceKey, elevatorId, sinceMs }: Away,
  said: { readonly messageId: string; readonly causationPosition?: number; readonly note?: string },
): Promise<void> {
  const elevator = parts.directory.elevator(elevatorId);
  if (elevator === undefined || elevator.isScrapped) return;
  // Its collector has no power either, so people look into the power cut instead of each collector.
  if ((await powerCutOfLift(parts.store, elevatorId)) !== undefined) return;
  await openException(parts, {
    type: 4,
    kind: 'offline',
    elevator,
    source: 'offline',
    deviceKey,
    code: '',
    level: incidentLevels.offline,
    alarmId: null,
    actor: rulesActor,
    atMs: sinceMs,
    late: false,
    ...said,
  });
}

async function endThoseBack(parts: ExceptionFollowUpParts): Promise<void> {
  for (const { stream, deviceKey } of await openOfflineIncidents(parts.store)) {
    if (deviceKey !== null) {
      const { state } = await loadState(parts.store, deviceLifecycle, deviceStream(deviceKey));
      if (isDeviceFlapping(state, parts.clock.nowMs())) continue;
    }
    await stepUnlessOver(parts, stream, { type: 'incident.ended', data: {} });
  }
}
