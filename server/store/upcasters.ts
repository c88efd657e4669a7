/** Lifts an event's stored `data` from one shape to the next; pure, and never edited once released. */
export type Upcast = (data: unknown) => unknown;

/** For each event type its steps in order: the first lifts shape 1 to shape 2, and so on. A type that is absent is still in shape 1. */
export type UpcasterSteps = Readonly<Record<string, readonly Upcast[]>>;

/** The product's own steps. Each has a stored-JSON fixture beside it: `fixtures/<type>.v<from>.json`. */
export const upcasterSteps: UpcasterSteps = {};

/** Knows which shape each event type is written in now and lifts what was written earlier. */
export class Upcasters {
  readonly #steps: ReadonlyMap<string, readonly Upcast[]>;

  constructor(steps: UpcasterSteps = upcasterSteps) {
    this.#steps = new Map(Object.entries(steps));
  }

  currentVersion(type: string): number {
    return (this.#steps.get(type)?.length ?? 0) + 1;
  }

  /** Throws when the event was written by a newer program. */
  upcast(type: string, storedVersion: number, data: unknown): unknown {
    const steps = this.#steps.get(type) ?? [];
    if (storedVersion > steps.length + 1) {
      throw new Error(
        `事件 ${type} 由更新版本的梯安写入（格式 ${storedVersion}，本程序只认识到 ${steps.length + 1}）。请使用同一版本或更新的程序。`,
      );
    }
    return steps.slice(storedVersion - 1).reduce((lifted, step) => step(lifted), data);
  }
}
