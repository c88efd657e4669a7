interface Shaft {
  readonly x: number;
  readonly floors: number;
  readonly cars: readonly number[];
}

/** A quiet city of lift shafts: houses of a few heights, each with a car that stands at a floor. */
const shafts: readonly Shaft[] = [
  { x: 60, floors: 9, cars: [3] },
  { x: 150, floors: 13, cars: [8, 2] },
  { x: 270, floors: 7, cars: [1] },
  { x: 370, floors: 16, cars: [12, 5] },
  { x: 500, floors: 11, cars: [6] },
  { x: 600, floors: 5, cars: [0] },
  { x: 860, floors: 6, cars: [2] },
  { x: 950, floors: 12, cars: [4, 9] },
  { x: 1080, floors: 17, cars: [14] },
  { x: 1180, floors: 8, cars: [5] },
  { x: 1270, floors: 14, cars: [1, 10] },
  { x: 1380, floors: 10, cars: [7] },
];
const storeyPx = 34;
const groundPx = 860;

/** Decoration only: drawn once, without movement or meaning. */
export function LoginBackdrop() {
  return (
    <svg
      className="ti-login__backdrop"
      viewBox="0 0 1440 900"
      preserveAspectRatio="xMidYMax slice"
      aria-hidden="true"
      focusable="false"
    >
      {shafts.map(({ x, floors, cars }) => {
        const top = groundPx - floors * storeyPx;
        const width = cars.length * 34;
        return (
          <g key={x}>
            <rect className="ti-login__house" x={x - 12} y={top - 14} width={width + 24} height={groundPx - top + 14} />
            {cars.map((floor, index) => (
              <g key={floor}>
                <rect className="ti-login__shaft" x={x + index * 34 + 4} y={top} width={26} height={groundPx - top} />
                <rect
                  className="ti-login__car"
                  x={x + index * 34 + 7}
                  y={groundPx - (floor + 1) * storeyPx + 4}
                  width={20}
                  height={storeyPx - 8}
                />
                <path
                  className="ti-login__door"
                  d={`M${x + index * 34 + 17} ${groundPx - (floor + 1) * storeyPx + 4}v${storeyPx - 8}`}
                />
              </g>
            ))}
          </g>
        );
      })}
      <path className="ti-login__ground" d={`M0 ${groundPx}H1440`} />
    </svg>
  );
}
