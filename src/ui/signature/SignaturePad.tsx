import { useRef, useState, type PointerEvent } from 'react';
import { Button } from '../Button/Button.tsx';
import { padSize, polylineOf, toStrokeText, type Point, type Stroke } from './strokes.ts';
import '../theme/form.css';
import './signature.css';

const { width, height } = padSize;
/** The place `share` of the way along a side, never beyond its ends. */
const along = (share: number, side: number): number => Math.min(side, Math.max(0, share * side));

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
      x: along((clientX - box.left) / box.width, width),
      y: along((clientY - box.top) / box.height, height),
    };
  };
  const take = (next: readonly Stroke[]): void => {
    setStrokes(next);
    onChange(toStrokeText(next));
  };
  const begin = (event: PointerEvent<SVGSVGElement>): void => {
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    drawing.current = true;
    setStrokes([...strokes, [pointOf(event)]]);
  };
  const draw = (event: PointerEvent<SVGSVGElement>): void => {
    if (!drawing.current) return;
    const point = pointOf(event);
    setStrokes((before) => [...before.slice(0, -1), [...(before.at(-1) ?? []), point]]);
  };
  const end = (): void => {
    if (drawing.current) take(strokes);
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
      <Button icon="eraser" disabled={strokes.length === 0} onClick={() => take([])}>
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
