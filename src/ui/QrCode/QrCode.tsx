import { useMemo } from 'react';
import { qrPath } from './qrPath.ts';

interface QrCodeProps {
  /** What a phone reads from it: an address. */
  text: string;
  /** What it leads to, for readers of the screen. */
  label: string;
}

/** A QR code as large as its place, black on white with its quiet zone. */
export function QrCode({ text, label }: QrCodeProps) {
  const { size, path } = useMemo(() => qrPath(text), [text]);
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges">
      <rect width={size} height={size} fill="var(--paper)" />
      <path d={path} fill="var(--paper-ink)" />
    </svg>
  );
}
