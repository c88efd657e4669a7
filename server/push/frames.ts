import type { ServerFrame } from '../../src/contract/push.ts';
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

/** A push with its bytes, encoded once per kind of client, when first needed. */
export class Announcement {
  readonly push: Push;
  readonly #epoch: string;
  readonly #position: number | undefined;
  #ours: Buffer | undefined;
  #spec: Buffer | undefined;

  /** Without a position it is a reminder: no client mistakes it for a new event. */
  constructor(push: Push, epoch: string, position?: number) {
    this.push = push;
    this.#epoch = epoch;
    this.#position = position;
  }

  /** Undefined when this kind of client gets nothing. */
  bytesFor(kind: 'ours' | 'spec'): Buffer | undefined {
    const { text, event } = this.push;
    if (kind === 'ours') {
      this.#ours ??= textFrame({
        ...(text === undefined ? {} : { text }),
        epoch: this.#epoch,
        ...(this.#position === undefined ? {} : { position: this.#position }),
        event,
      });
      return this.#ours;
    }
    if (text === undefined) return undefined;
    this.#spec ??= textFrame({ text });
    return this.#spec;
  }
}
