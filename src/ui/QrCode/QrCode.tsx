import encodeQR from 'qr';
import { useMemo } from 'react';
import './QrCode.css';

interface QrCodeProps {
  text: string;
  /** What a person gets by it, for those who do not see it: 加入二维码. */
  label: string;
  /** In px, with its quiet border. */
  size?: number;
}

/** One path for all dark modules, a unit each. */
const pathOf = (modules: readonly (readonly boolean[])[]): string =>
  modules
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .filter((step) => step !== '')
    .join('');

/** A QR code, dark on white, as cameras expect it. */
export function QrCode({ text, label, size = 220 }: QrCodeProps) {
  const { side, path } = useMemo(() => {
    const modules = encodeQR(text, 'raw', { border: 4, ecc: 'medium' });
    return { side: modules.length, path: pathOf(modules) };
  }, [text]);
  return (
    <svg className="ti-qr" role="img" aria-label={label} viewBox={`0 0 ${side} ${side}`} width={size} height={size}>
      <rect width={side} height={side} className="ti-qr__light" />
      <path d={path} className="ti-qr__dark" />
    </svg>
  );
}
