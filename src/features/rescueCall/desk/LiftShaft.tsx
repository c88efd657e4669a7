import type { LatestData } from '../../../contract/entities/elevator.ts';
import { namedFloors, shaftShare } from '../../../ui/shaft/shaftFloors.ts';
import { floorLabel } from './carView.ts';

interface LiftShaftProps {
  data: LatestData;
  floorMin: number;
  floorMax: number;
  /** Not live: drawn pale and dashed, and it does not glide. */
  isPale: boolean;
  isBetweenFloors: boolean;
}

const carHeight = 46;
const margin = 12;
/** How many numbers fit beside the shaft at 900 px. */
const mostMarks = 8;
/** A height in the shaft as CSS: from 0 (lowest floor) to 1. */
const heightOf = (fraction: number): string =>
  `calc(${1 - fraction} * (100% - ${carHeight + 2 * margin}px) + ${margin}px)`;
/** How much of its half of the opening each door panel covers. */
const doorCover = { closed: 1, closing: 0.6, opening: 0.6, open: 0.14 } as const;

function Person({ x }: { x: number }) {
  return (
    <g className="rc-shaft__person" transform={`translate(${x} 0)`}>
      <circle cx="0" cy="18" r="4" />
      <path d="M-6 40 v-8 a6 6 0 0 1 12 0 v8 z" />
    </g>
  );
}

/** The shaft with the car where the lift says it is: floor, door, people, direction. */
export function LiftShaft({ data, floorMin, floorMax, isPale, isBetweenFloors }: LiftShaftProps) {
  const { floor, door, people, direction, car_status: carStatus } = data;
  const low = Math.min(floorMin, floor ?? floorMin);
  const high = Math.max(floorMax, floor ?? floorMax);
  const drawnPeople = Math.min(people ?? 0, 4);
  const panel = 27 * doorCover[door ?? 'closed'];
  return (
    <svg
      className="rc-shaft"
      data-pale={isPale || undefined}
      data-between={isBetweenFloors || undefined}
      role="img"
      aria-label={`井道：轿厢在 ${floorLabel(floor)} 层`}
    >
      <rect className="rc-shaft__well" x="34" y="1" width="70" height="100%" rx="4" />
      {namedFloors(low, high, mostMarks).map((mark) => (
        <g
          key={mark}
          className="rc-shaft__mark"
          style={{ transform: `translateY(${heightOf(shaftShare(mark, low, high))})` }}
        >
          <line x1="28" x2="34" y1={carHeight / 2} y2={carHeight / 2} />
          <text x="24" y={carHeight / 2 + 4} textAnchor="end">
            {floorLabel(mark)}
          </text>
        </g>
      ))}
      {floor !== null && (
        <g className="rc-shaft__car" style={{ transform: `translateY(${heightOf(shaftShare(floor, low, high))})` }}>
          <rect className="rc-shaft__cabin" x="39" y="0" width="60" height={carHeight} rx="3" />
          {Array.from({ length: drawnPeople }, (_, index) => (
            <Person key={index} x={69 + (index - (drawnPeople - 1) / 2) * 14} />
          ))}
          <rect className="rc-shaft__door" x="42" y="3" width={panel} height={carHeight - 6} style={{ width: panel }} />
          <rect
            className="rc-shaft__door"
            x="42"
            y="3"
            height={carHeight - 6}
            style={{ width: panel, transform: `translateX(${54 - panel}px)` }}
          />
          {carStatus === 1 && direction === 1 && <path className="rc-shaft__arrow" d="M62 -5 l7 -9 l7 9 z" />}
          {carStatus === 1 && direction === 2 && (
            <path className="rc-shaft__arrow" d={`M62 ${carHeight + 5} l7 9 l7 -9 z`} />
          )}
        </g>
      )}
    </svg>
  );
}
