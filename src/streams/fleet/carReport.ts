import type { LatestData } from '../../contract/entities/elevator.ts';
import { doorStates, type DoorState } from '../../contract/labels.ts';

/** A car's last report, as a shaft draws it; null for members that it did not report. */
export interface CarReport {
  /** The time at which it was true, epoch ms. */
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
  return {
    atMs: Date.parse(data.received_at),
    floor,
    isMoving,
    direction: directionOf(direction),
    speedMps: speed,
    door,
    people,
    isBetweenFloors: doorZone === false && !isMoving,
  };
}
