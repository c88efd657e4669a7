/** `98.4%`; 100 only when it is all of them and 0 only when it is none, so that one that differs is never rounded away. `—` for nothing. */
export function percentText(part: number, whole: number): string {
  if (whole === 0) return '—';
  if (part === whole) return '100%';
  if (part > 0 && part / whole < 0.001) return '<0.1%';
  return `${Math.min(99.9, Math.floor((part / whole) * 1_000) / 10).toFixed(1)}%`;
}
