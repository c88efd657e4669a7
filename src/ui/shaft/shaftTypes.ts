export type ShaftDoor = 'closed' | 'opening' | 'open' | 'closing';

/** A car's last report; null for members that it did not report. */
export interface ShaftReport {
  /** The time at which it was true, epoch ms. */
  readonly atMs: number;
  readonly floor: number | null;
  readonly isMoving: boolean;
  readonly direction: 'none' | 'up' | 'down';
  readonly speedMps: number | null;
  readonly door: ShaftDoor | null;
  readonly people: number | null;
  /** Stands outside a landing: the doors must not be opened from inside. */
  readonly isBetweenFloors: boolean;
}
