/** `12`, `B2`. */
export function usualFloorLabel(floor: number): string {
  return floor < 0 ? `B${-floor}` : String(floor);
}

/** The range of a shaft: its ends, and whether they are those of the building. */
export interface ShaftRange {
  readonly low: number;
  readonly high: number;
  readonly isKnown: boolean;
}

/**
 * From the lowest to the highest floor, and to the car where it is beyond them. Null floors, or a single one (no lift
 * serves only one), are not known: then the car's own floor is all there is, in a shaft without ends.
 */
export function shaftRange(floorMin: number | null, floorMax: number | null, floor: number | null): ShaftRange {
  if (floorMin === null || floorMax === null || floorMax <= floorMin) {
    const only = floor ?? floorMin ?? 1;
    return { low: only, high: only, isKnown: false };
  }
  return { low: Math.min(floorMin, floor ?? floorMin), high: Math.max(floorMax, floor ?? floorMax), isKnown: true };
}

/** 0 at the lowest floor, 1 at the highest; the middle of a shaft whose floors are not known. */
export function shaftShare(floor: number, floorMin: number, floorMax: number): number {
  if (floorMax <= floorMin) return 0.5;
  return Math.min(1, Math.max(0, (floor - floorMin) / (floorMax - floorMin)));
}

/** The floors that get a number: both ends, and as many between as have room, evenly. */
export function namedFloors(floorMin: number, floorMax: number, roomFor: number): readonly number[] {
  if (floorMax <= floorMin) return [floorMin];
  const steps = [1, 2, 5, 10, 20, 50];
  const span = floorMax - floorMin;
  const step = steps.find((candidate) => span / candidate <= Math.max(1, roomFor - 1)) ?? span;
  const floors: number[] = [floorMin];
  for (let floor = Math.ceil((floorMin + 1) / step) * step; floor < floorMax; floor += step) {
    // Neighbours of the ends give way when they would touch them.
    const hasRoom = floor - floorMin >= step * 0.6 && floorMax - floor >= step * 0.6;
    // Buildings here go from B1 to 1: there is no floor 0.
    if (hasRoom && floor !== 0) floors.push(floor);
  }
  return [...floors, floorMax];
}
