/** A task's way to ask for a frame; the browser's own by default, a hand-driven one in tests. */
export interface FrameClock {
  readonly request: (run: (atMs: number) => void) => number;
  readonly cancel: (id: number) => void;
}

export const browserFrames: FrameClock = {
  request: (run) => requestAnimationFrame(run),
  cancel: (id) => cancelAnimationFrame(id),
};

export interface FrameTask {
  /** Runs once in the next frame, however often it is requested before. */
  readonly schedule: () => void;
  readonly cancel: () => void;
}

/** Work that is done at most once per frame. `run` returns true to be run again in the next one. */
export function createFrameTask(run: (atMs: number) => boolean, frames: FrameClock = browserFrames): FrameTask {
  let pending: number | null = null;
  const onFrame = (atMs: number): void => {
    pending = null;
    if (run(atMs)) schedule();
  };
  const schedule = (): void => {
    pending ??= frames.request(onFrame);
  };
  return {
    schedule,
    cancel: () => {
      if (pending !== null) frames.cancel(pending);
      pending = null;
    },
  };
}
