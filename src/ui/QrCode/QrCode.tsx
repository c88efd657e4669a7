import { useMemo } from 'react';
import { qrPath } from './qrPath.ts';

interface QrCodeProps {
  /** The text that a phone reads from it: an address. */
  text: string;
  /** The purpose, for readers of the screen: 加入二维码. */
  label: string;
  /** In px, with its quiet zone; without it as large as its place. */
  size?: number;
}

/** A QR code, black on white with its quiet zone, as cameras expect it. */
export function QrCode({ text, label, size }: QrCodeProps) {
  const { size: modules, path } = useMemo(() => qrPath(text), [text]);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${modules} ${modules}`}
      shapeRendering="crispEdges"
      {...(size === undefined ? {} : { width: size, height: size })}
    >
      <rect width={modules} height={modules} fill="var(--paper)" />
      <path d={path} fill="var(--paper-ink)" />
    </svg>
  );
}
