import type { LatestData } from '../../contract/entities/elevator.ts';
import { directionLabels, doorLabels, serviceModeLabels } from '../../contract/labels.ts';
import { codeTexts } from '../../contract/messageCodes.ts';
import { usualFloorLabel } from '../../ui/shaft/shaftFloors.ts';

/** `12`, `B2`; a dash where it is not known. */
export function floorLabel(floor: number | null): string {
  return floor === null ? '—' : usualFloorLabel(floor);
}

export interface CarReading {
  readonly floor: string;
  readonly motion: string;
  readonly door: string;
  readonly people: string;
  readonly speed: string;
  readonly zone: string;
  readonly mode: string;
  /** Standing between floors: the doors must not be opened from inside. */
  readonly isBetweenFloors: boolean;
  /** Not in normal operation. */
  readonly isModeUnusual: boolean;
  readonly codes: readonly string[];
}

const unknown = '未上报';

/** A report in words; a value that was never reported is shown as such instead of as zero. */
export function readCar(data: LatestData): CarReading {
  const { floor, car_status, direction, door, people, speed, door_zone, service_mode, codes } = data;
  const isMoving = car_status === 1;
  return {
    floor: floorLabel(floor),
    motion: car_status === null ? unknown : isMoving ? (directionLabels[direction ?? 0] ?? '运行') : '停止',
    door: door === null ? unknown : doorLabels[door],
    people: people === null ? unknown : people === 0 ? '未检测到' : `${people} 人`,
    speed: speed === null ? unknown : `${Math.abs(speed).toFixed(2)} m/s`,
    zone: door_zone === null ? unknown : door_zone ? '平层' : isMoving ? '层间运行' : '停于层间',
    mode: service_mode === null ? unknown : (serviceModeLabels[service_mode] ?? unknown),
    isBetweenFloors: door_zone === false && !isMoving,
    isModeUnusual: service_mode !== null && service_mode !== 1,
    codes: codeTexts(codes),
  };
}
