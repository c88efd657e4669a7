import { topicOf } from '../../src/contract/device.ts';

export type Send = (topic: string, message: object, qos: 0 | 1) => void;

const repeatEveryMs = 5_000;
const repeatForMs = 30 * 60_000;

interface Outstanding {
  readonly message: object;
  readonly firstMs: number;
  nextMs: number;
}

/** Events of one device that wait for their receipt: it repeats them until it sees it. */
export class SimOutbox {
  readonly #topic: string;
  readonly #waiting = new Map<string, Outstanding>();

  constructor(deviceKey: string) {
    this.#topic = topicOf(deviceKey, 'event');
  }

  get size(): number {
    return this.#waiting.size;
  }

  put(id: string, message: object, nowMs: number, send: Send): void {
    this.#waiting.set(id, { message, firstMs: nowMs, nextMs: nowMs + repeatEveryMs });
    send(this.#topic, message, 1);
  }

  repeat(nowMs: number, send: Send): void {
    for (const [id, event] of this.#waiting) {
      if (nowMs - event.firstMs > repeatForMs) this.#waiting.delete(id);
      else if (nowMs >= event.nextMs) {
        event.nextMs = nowMs + repeatEveryMs;
        send(this.#topic, event.message, 1);
      }
    }
  }

  /** True for the first receipt of an event of this device. */
  receipted(id: string): boolean {
    return this.#waiting.delete(id);
  }
}
