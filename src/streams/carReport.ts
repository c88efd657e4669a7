import type { LatestData } from '../contract/entities/elevator.ts';
import { doorStates, serviceModeLabels, type DoorState } from '../contract/labels.ts';
import type { PolledData } from './pollLatestData.ts';

/** A car's last report, as a shaft draws it; null for members that it did not report. */
export interface CarReport {
  /** When it was true, epoch ms. */
  readonly atMs: number;
  readonly floor: number | null;
  readonly isMoving: boolean;
  readonly direction: 'none' | 'up' | 'down';
  readonly speedMps: number | null;
  readonly door: DoorState | null;
  readonly people: number | null;
  /** Stands outside a landing. */
  readonly isBetweenFloors: boolean;
}

const directions = ['none', 'up', 'down'] as const;
export const directionOf = (index: number | null): CarReport['direction'] => directions[index ?? 0] ?? 'none';
export const doorOf = (index: number): DoorState | null => doorStates[index] ?? null;

/** A lift's latest report; null before it ever reported. */
export function toCarReport(data: LatestData): CarReport | null {
  if (data.received_at === null) return null;
  const { floor, car_status: carStatus, direction, speed, door, people, door_zone: doorZone } = data;
  const isMoving = carStatus === 1;
  return { atMs: Date.parse(data.received_at), floor, isMoving, direction: directionOf(direction), speedMps: speed, door, people, isBetweenFloors: doorZone === false && !isMoving };
}

/** How far a car's picture can be trusted, in a shaft's terms. */
export type CarTrust = 'live' | 'stale' | 'offline';

/** After this many polls without an answer the link to the server is gone. */
const missedPollsUnlinked = 3;

export function carTrustOf({ data, missedPolls }: PolledData, isDeviceOffline: boolean): CarTrust {
  if (isDeviceOffline) return 'offline';
  return missedPolls >= missedPollsUnlinked || data?.stale === true || data?.received_at === null ? 'stale' : 'live';
}

/** The service mode when it is not the usual one; 1 is normal operation, 7 is not known. */
export function unusualMode(serviceMode: number | null): { label: string; tone: 'medium' | 'high' } | null {
  if (serviceMode === null || serviceMode === 1 || serviceMode === 7) return null;
  return { label: serviceModeLabels[serviceMode] ?? '未知模式', tone: serviceMode === 2 ? 'medium' : 'high' };
}
