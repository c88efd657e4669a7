import { fromStrokeText, polylineOf } from './strokes.ts';
import './signature.css';

/** A signature drawn from its strokes, fitted to its place. */
export function SignatureView({ strokes, label }: { strokes: string; label: string }) {
  const drawn = fromStrokeText(strokes);
  const points = drawn.flat();
  if (points.length === 0) return <span className="ti-none">—</span>;
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const [width, height] = [Math.max(1, Math.max(...xs) - left), Math.max(1, Math.max(...ys) - top)];
  const pen = Math.max(width, height) / 60;
  return (
    <svg
      className="ti-signature"
      role="img"
      aria-label={label}
      viewBox={`${left - pen} ${top - pen} ${width + 2 * pen} ${height + 2 * pen}`}
    >
      {drawn.map((stroke, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- strokes have no identity but their place
        <polyline key={index} points={polylineOf(stroke)} strokeWidth={pen} />
      ))}
    </svg>
  );
}
