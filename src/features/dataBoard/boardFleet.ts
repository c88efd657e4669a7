import { unusualMode } from '../../parts/lift/carTrust.ts';
import { directionOf, doorOf } from '../../streams/fleet/carReport.ts';
import { lookCode, type LiftFleet } from '../../streams/fleet/liftFleet.ts';
import type { LiveFleet } from '../../streams/fleet/watchLiftStates.ts';
import type { MapCall } from '../../ui/map/mapTypes.ts';
import { cutToEnd } from '../../ui/EndKept/EndKept.tsx';
import { formatDuration } from '../../ui/time/formatDuration.ts';
import type { BoardCall } from './boardCalls.ts';
import type { BoardTotals } from './BoardFigures.tsx';
import type { BoardCar } from './BoardTakeover.tsx';

/** Longitude and latitude of a lift; null if it has none or is not known. */
export const placeOf = (fleet: LiftFleet | null, elevatorId: number): readonly [number, number] | null => {
  const index = fleet?.indexOf.get(elevatorId);
  return fleet === null || index === undefined
    ? null
    : [fleet.positions[index * 2] ?? 0, fleet.positions[index * 2 + 1] ?? 0];
};

/** Characters beside a mark: more would cover the other marks. */
const labelLength = 22;

/** The calls as marks on the map; those without a place are left out. */
export function toMapCalls(calls: readonly BoardCall[], fleet: LiftFleet | null, nowMs: number): readonly MapCall[] {
  return calls.flatMap((call) => {
    const place = placeOf(fleet, call.elevatorId);
    if (place === null) return [];
    const [lng, lat] = place;
    return [
      {
        id: call.id,
        lng,
        lat,
        title: cutToEnd(call.titleParts, labelLength),
        detail: `${call.stage.label} ${formatDuration(nowMs - call.sinceMs)}`,
        isPulsing: call.isUnanswered,
        tone: call.isUnanswered ? ('critical' as const) : ('high' as const),
      },
    ];
  });
}

/**
 * The lifts by device status and by picture. A silent lift with an open call is drawn as a call: `silentCalls` are those, by which the
 * offline lifts are more than the legend says. The columns are changed in place: another state of them is another object.
 */
export function countLifts(
  state: Pick<LiveFleet, 'fleet'> | null,
): Pick<BoardTotals, 'online' | 'offline' | 'unactivated' | 'silentCalls' | 'looks'> {
  if (state === null) return { online: null, offline: null, unactivated: null, silentCalls: 0, looks: [] };
  const { statuses, lookCounts, count: total } = state.fleet;
  const count = (wanted: number): number => statuses.reduce((sum, status) => sum + (status === wanted ? 1 : 0), 0);
  const [online, offline] = [count(1), count(2)];
  return {
    online,
    offline,
    unactivated: total - online - offline,
    silentCalls: offline - (lookCounts[lookCode.offline] ?? 0),
    looks: [...lookCounts],
  };
}

/** The car as the replayed minute tells it. */
export function replayedCar(state: LiveFleet | null, elevatorId: number): BoardCar | null {
  const index = state?.fleet.indexOf.get(elevatorId);
  if (state === null || index === undefined) return null;
  const { fleet, serverTimeMs } = state;
  const direction = directionOf(fleet.directions[index] ?? 0);
  return {
    report: {
      atMs: serverTimeMs,
      floor: fleet.floors[index] ?? null,
      isMoving: direction !== 'none',
      direction,
      speedMps: null,
      door: doorOf(fleet.doors[index] ?? 0),
      people: fleet.people[index] ?? null,
      isBetweenFloors: false,
    },
    floorMin: fleet.floorMins[index] ?? 1,
    floorMax: fleet.floorMaxs[index] ?? 1,
    trust: 'replay',
    mode: unusualMode(fleet.serviceModes[index] ?? 1),
  };
}
