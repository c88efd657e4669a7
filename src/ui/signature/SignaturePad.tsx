import { useRef, useState, type PointerEvent } from 'react';
import { Button } from '../Button/Button.tsx';
import { mostSignatureChars, polylineOf, toStrokeText, type Point, type Stroke } from './strokes.ts';
import '../theme/form.css';
import './signature.css';

const [width, height] = [400, 140];
/** Points nearer than this to the last say nothing new. */
const leastStep = 4;

interface SignaturePadProps {
  label: string;
  error?: string | undefined;
  /** The strokes as text; empty while nothing is drawn. */
  onChange: (strokes: string) => void;
}

/** A place to sign with pen, finger or mouse. */
export function SignaturePad({ label, error, onChange }: SignaturePadProps) {
  const [strokes, setStrokes] = useState<readonly Stroke[]>([]);
  const drawing = useRef(false);

  const pointOf = ({ currentTarget, clientX, clientY }: PointerEvent<SVGSVGElement>): Point => {
    const box = currentTarget.getBoundingClientRect();
    return {
      x: Math.round(((clientX - box.left) / box.width) * width),
      y: Math.round(((clientY - box.top) / box.height) * height),
    };
  };
  const take = (next: readonly Stroke[]): void => {
    const text = toStrokeText(next);
    if (text.length > mostSignatureChars) return;
    setStrokes(next);
    onChange(text);
  };
  const begin = (event: PointerEvent<SVGSVGElement>): void => {
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    drawing.current = true;
    take([...strokes, [pointOf(event)]]);
  };
  const draw = (event: PointerEvent<SVGSVGElement>): void => {
    const stroke = strokes.at(-1);
    const last = stroke?.at(-1);
    if (!drawing.current || stroke === undefined || last === undefined) return;
    const point = pointOf(event);
    if (Math.hypot(point.x - last.x, point.y - last.y) < leastStep) return;
    take([...strokes.slice(0, -1), [...stroke, point]]);
  };
  const end = (): void => {
    drawing.current = false;
  };

  return (
    <fieldset className="ti-choice ti-signature-pad" aria-invalid={error === undefined ? undefined : true}>
      <legend className="ti-field__label">{label}</legend>
      <svg
        role="img"
        aria-label={`${label}：在此书写`}
        viewBox={`0 0 ${width} ${height}`}
        onPointerDown={begin}
        onPointerMove={draw}
        onPointerUp={end}
        onPointerCancel={end}
      >
        {strokes.map((stroke, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- strokes have no identity but their place
          <polyline key={index} points={polylineOf(stroke)} strokeWidth={2.5} />
        ))}
      </svg>
      <Button size="small" variant="plain" icon="eraser" disabled={strokes.length === 0} onClick={() => take([])}>
        清除重签
      </Button>
      {error !== undefined && (
        <p className="ti-field__error" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}
