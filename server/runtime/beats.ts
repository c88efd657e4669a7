import { every, type Clock } from './clock.ts';

const beatEveryMs = 2_000;

/**
 * A server's message to its supervisor (`server/supervise`). `pulse`: the event loop turns. `beat`: it turns, and the store's writer has
 * answered. `step` and `stepDone`: a step that may keep either busy for long begins, has ended.
 */
export type BeatMessage =
  { readonly kind: 'pulse' | 'beat' | 'stepDone' } | { readonly kind: 'step'; readonly name: string };

export interface Beats {
  /** From now on a beat passes through the store's writer, too: `write` is an empty transaction. */
  through(write: () => Promise<unknown>): void;
  /** Announces a step that may take long; the returned function, which may be called again, ends it. */
  step(name: string): () => void;
  close(): void;
}

/** Beats every two seconds while the process works. `send` is called synchronously, so that a step is told before it blocks. */
export function createBeats({
  clock,
  send,
}: {
  readonly clock: Clock;
  readonly send: (message: BeatMessage) => void;
}): Beats {
  let write: (() => Promise<unknown>) | undefined;
  let isAsking = false;
  let steps = 0;

  function beat(): void {
    send({ kind: 'pulse' });
    if (write === undefined) return send({ kind: 'beat' });
    if (isAsking) return;
    isAsking = true;
    const answered = () => {
      isAsking = false;
      send({ kind: 'beat' });
    };
    // A refusal is an answer: a new process would fare no better with a database that is away or a disk that is full.
    write().then(answered, answered);
  }

  beat();
  const cancel = every(clock, beatEveryMs, beat);
  return {
    through(writing) {
      write = writing;
    },
    step(name) {
      steps += 1;
      send({ kind: 'step', name });
      let isOver = false;
      return () => {
        if (isOver) return;
        isOver = true;
        steps -= 1;
        if (steps === 0) send({ kind: 'stepDone' });
      };
    },
    close: cancel,
  };
}

/** Over the channel to the supervisor; to nobody where there is none. */
export function tellSupervisor(message: BeatMessage): void {
  if (process.connected) process.send?.(message);
}
