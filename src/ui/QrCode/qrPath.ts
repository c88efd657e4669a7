import { encodeQR } from 'qr';

export interface QrPicture {
  /** Modules on a side, with the quiet zone. */
  readonly size: number;
  /** The dark modules as the `d` of an SVG path, one unit for each module. */
  readonly path: string;
}

/** The quiet zone that readers rely on (ISO/IEC 18004), in modules on each side. */
const quietModules = 4;

/** A QR code that stays readable with a quarter of it scratched (level Q). */
export function qrPath(text: string): QrPicture {
  const rows = encodeQR(text, 'raw', { ecc: 'quartile', border: quietModules });
  const runs = rows.flatMap((row, y) =>
    row.flatMap((isDark, x) => {
      if (!isDark || row[x - 1] === true) return [];
      const end = row.indexOf(false, x);
      const length = (end === -1 ? row.length : end) - x;
      return [`M${x} ${y}h${length}v1h-${length}z`];
    }),
  );
  return { size: rows.length, path: runs.join('') };
}
