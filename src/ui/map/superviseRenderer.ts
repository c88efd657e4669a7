import type { MapRenderer, MapRendererKind } from './mapRenderer.ts';

export interface SupervisorInput {
  readonly kind: MapRendererKind;
  /** Creates a renderer; rejects if that fails. `onLost` is called at most once, when its context is gone. */
  readonly make: (kind: MapRendererKind, onLost: () => void) => Promise<MapRenderer>;
  /** A renderer is ready: give it everything it has to draw. */
  readonly onReady: (renderer: MapRenderer) => void;
  /** There is none at the moment. */
  readonly onGone: () => void;
  readonly nowMs: () => number;
}

export interface RendererSupervisor {
  readonly stop: () => void;
}

/** After this many losses within the window the graphics device cannot be trusted with a wall. */
const allowedLosses = 3;
const lossWindowMs = 600_000;

/**
 * Keeps one renderer alive: a lost context is replaced immediately, and if that fails, or contexts are lost again and
 * again, the 2D canvas takes over permanently. There are never two.
 */
export function superviseRenderer({ kind, make, onReady, onGone, nowMs }: SupervisorInput): RendererSupervisor {
  let current: MapRenderer | null = null;
  let isStopped = false;
  let losses: number[] = [];

  async function start(wanted: MapRendererKind): Promise<void> {
    let isLost = false;
    let made: MapRenderer;
    const onLost = (): void => {
      if (isLost) return;
      isLost = true;
      if (current !== null) replace();
    };
    try {
      made = await make(wanted, onLost);
    } catch (error) {
      if (wanted === 'canvas') throw error;
      if (!isStopped) await start('canvas');
      return;
    }
    if (isStopped) {
      made.destroy();
      return;
    }
    current = made;
    if (isLost) replace();
    else onReady(made);
  }

  function replace(): void {
    current?.destroy();
    current = null;
    onGone();
    if (isStopped) return;
    const atMs = nowMs();
    losses = [...losses.filter((lostAtMs) => atMs - lostAtMs < lossWindowMs), atMs];
    void start(losses.length > allowedLosses ? 'canvas' : kind);
  }

  void start(kind);
  return {
    stop: () => {
      isStopped = true;
      current?.destroy();
      current = null;
    },
  };
}
