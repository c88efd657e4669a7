const tickMs = 100;

/** Advances from a moment at a speed and emits it ten times a second, until stopped. `nowMs` only measures elapsed time. */
export function startPlayhead(
  { atMs, speed }: { readonly atMs: number; readonly speed: number },
  onMoved: (atMs: number) => void,
  nowMs: () => number = () => performance.now(),
): () => void {
  const startMs = nowMs();
  const timer = setInterval(() => onMoved(atMs + (nowMs() - startMs) * speed), tickMs);
  return () => clearInterval(timer);
}
