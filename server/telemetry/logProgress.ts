interface Waiting {
  readonly position: number;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** The progress of something in memory that follows the log, for readers who must not miss what was committed before they asked. */
export class LogProgress {
  /** Infinite while nobody follows: then nothing is behind. */
  #position = Number.POSITIVE_INFINITY;
  #waiting: readonly Waiting[] = [];

  /** Everything up to this position of the log is in memory; infinity: it is followed no longer. */
  reached(position: number): void {
    this.#position = position;
    const waiting = this.#waiting;
    this.#waiting = waiting.filter((one) => one.position > position);
    for (const one of waiting) if (one.position <= position) one.resolve();
  }

  /** Reports that the next events could not be read: those who wait for it get this error. */
  failed(error: unknown): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const { reject } of waiting) reject(error);
  }

  /** Resolves once everything up to this position is in memory; rejects when it cannot be read now. */
  async until(position: number): Promise<void> {
    if (position <= this.#position) return;
    await new Promise<void>((resolve, reject) => {
      this.#waiting = [...this.#waiting, { position, resolve, reject }];
    });
  }
}
