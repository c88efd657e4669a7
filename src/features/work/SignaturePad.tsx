import { useState, type PointerEvent } from 'react';
import { Button } from '../../ui/Button/Button.tsx';
import { signatureBox, signaturePath, signatureText, type Point, type Stroke } from './model/strokes.ts';

const viewBox = `0 0 ${signatureBox.width} ${signatureBox.height}`;

/** A kept signature. */
export function Signature({ strokes, name }: { strokes: string; name: string }) {
  return (
    <svg className="work-signature" viewBox={viewBox} role="img" aria-label={`${name} 的签名`}>
      <path d={signaturePath(strokes)} />
    </svg>
  );
}

/** The place `share` of the way along a side, never beyond its ends. */
const within = (share: number, side: number): number => Math.min(side, Math.max(0, share * side));

function pointOf({ currentTarget, clientX, clientY }: PointerEvent<SVGSVGElement>): Point {
  const box = currentTarget.getBoundingClientRect();
  return {
    x: within((clientX - box.left) / box.width, signatureBox.width),
    y: within((clientY - box.top) / box.height, signatureBox.height),
  };
}

/** The field on which a finger or a pen signs; `onChange` gets the strokes as they are kept, empty after clearing. */
export function SignaturePad({ onChange }: { onChange: (strokes: string) => void }) {
  const [strokes, setStrokes] = useState<readonly Stroke[]>([]);
  const [isDrawing, setDrawing] = useState(false);

  const change = (next: readonly Stroke[]): void => {
    setStrokes(next);
    onChange(signatureText(next));
  };
  const end = (): void => {
    if (isDrawing) onChange(signatureText(strokes));
    setDrawing(false);
  };

  return (
    <div className="work-sign">
      <svg
        className="work-sign__pad"
        viewBox={viewBox}
        role="img"
        aria-label="签名区，请用手指书写"
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          setDrawing(true);
          setStrokes([...strokes, [pointOf(event)]]);
        }}
        onPointerMove={(event) => {
          if (!isDrawing) return;
          const point = pointOf(event);
          setStrokes((before) => [...before.slice(0, -1), [...(before.at(-1) ?? []), point]]);
        }}
        onPointerUp={end}
        onPointerCancel={end}
      >
        <path d={signaturePath(strokes.map((one) => one.map(({ x, y }) => `${x},${y}`).join(' ')).join(';'))} />
      </svg>
      <Button icon="eraser" onClick={() => change([])} disabled={strokes.length === 0}>
        清除重签
      </Button>
    </div>
  );
}
