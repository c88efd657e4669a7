import type { ServerFrame } from '../../src/contract/push.ts';
import { positionToCome, type FrameOrder } from './framePlaces.ts';
import type { Push } from './push.ts';

/** A text frame as it goes over the wire (RFC 6455, unmasked, one frame a message), to be written to any number of sockets. */
export function textFrame(frame: ServerFrame): Buffer {
  const payload = Buffer.from(JSON.stringify(frame));
  const { length } = payload;
  if (length < 126) return Buffer.concat([Buffer.from([0x81, length]), payload]);
  if (length < 65_536) return Buffer.concat([Buffer.from([0x81, 126, length >> 8, length & 0xff]), payload]);
  const head = Buffer.alloc(10);
  head.set([0x81, 127]);
  head.writeBigUInt64BE(BigInt(length), 2);
  return Buffer.concat([head, payload]);
}

/** An empty ping: the browser answers it automatically. */
export const pingFrame = Buffer.from([0x89, 0]);

/** A frame for many clients, each of which gets it at a position of their own. */
class PlacedFrame {
  readonly #bytes: Buffer;
  readonly #positionAt: number;

  constructor(frame: ServerFrame) {
    // The first member: what follows may hold the same digits.
    this.#bytes = textFrame({ position: positionToCome, ...frame });
    this.#positionAt = this.#bytes.indexOf(String(positionToCome));
  }

  at(position: number): Buffer {
    const bytes = Buffer.from(this.#bytes);
    bytes.write(String(position), this.#positionAt, 'latin1');
    return bytes;
  }
}

/** A push with its bytes, encoded once per kind of client, when first needed. */
export class Announcement {
  readonly push: Push;
  readonly #epoch: string;
  readonly #resume: string | undefined;
  #placed: PlacedFrame | undefined;
  #unplaced: Buffer | undefined;
  #spec: Buffer | undefined;

  /** `resume` is the sealed place of its event. Without one it is a reminder: no client mistakes it for a new event. */
  constructor(push: Push, epoch: string, resume?: string) {
    this.push = push;
    this.#epoch = epoch;
    this.#resume = resume;
  }

  /** The next frame in `order`. Undefined when this kind of client gets nothing. */
  bytesFor(kind: 'ours' | 'spec', order: FrameOrder): Buffer | undefined {
    const { text, event } = this.push;
    if (kind === 'ours') {
      const frame = { ...(text === undefined ? {} : { text }), epoch: this.#epoch, event };
      if (this.#resume === undefined) return (this.#unplaced ??= textFrame(frame));
      this.#placed ??= new PlacedFrame({ ...frame, resume: this.#resume });
      return this.#placed.at(order.next());
    }
    if (text === undefined) return undefined;
    this.#spec ??= textFrame({ text });
    return this.#spec;
  }
}
