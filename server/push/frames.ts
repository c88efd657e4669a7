import type { AnyPushEvent, AnyServerFrame } from '../../src/contract/olderPush.ts';
import { positionToCome, type FrameOrder } from './framePlaces.ts';
import { olderEventOf } from './olderEvent.ts';
import type { Push } from './push.ts';

/** A text frame as it goes over the wire (RFC 6455, unmasked, one frame a message), to be written to any number of sockets. */
export function textFrame(frame: AnyServerFrame): Buffer {
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

/** The texts of frames that were encoded here, in order; undefined for a ping. */
export function* framesIn(bytes: Buffer): Generator<Buffer | undefined> {
  for (let at = 0; at < bytes.length;) {
    const isPing = bytes[at] === 0x89;
    const short = bytes.readUInt8(at + 1);
    const head = short < 126 ? 2 : short === 126 ? 4 : 10;
    const length =
      short < 126 ? short : short === 126 ? bytes.readUInt16BE(at + 2) : Number(bytes.readBigUInt64BE(at + 2));
    yield isPing ? undefined : bytes.subarray(at + head, at + head + length);
    at += head + length;
  }
}

/** A frame for many clients, each of which gets it at a position of their own. */
class PlacedFrame {
  readonly #bytes: Buffer;
  readonly #positionAt: number;

  constructor(frame: AnyServerFrame) {
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

/** The form of frames that a client reads: `ours` everything, `older` a kind of event for each sort of record, `spec` only `text`. */
export type ClientKind = 'ours' | 'older' | 'spec';

/** An event with its bytes, encoded once, when first needed. */
class EncodedEvent {
  readonly #frame: AnyServerFrame;
  #placed: PlacedFrame | undefined;
  #unplaced: Buffer | undefined;

  constructor(frame: AnyServerFrame) {
    this.#frame = frame;
  }

  /** Without a `resume` it is a reminder: no client mistakes it for a new event. */
  bytes(resume: string | undefined, order: FrameOrder): Buffer {
    if (resume === undefined) return (this.#unplaced ??= textFrame(this.#frame));
    this.#placed ??= new PlacedFrame({ ...this.#frame, resume });
    return this.#placed.at(order.next());
  }
}

/** A push with its bytes, encoded once per kind of client, when first needed. */
export class Announcement {
  readonly push: Push;
  readonly #epoch: string;
  readonly #resume: string | undefined;
  #ours: EncodedEvent | undefined;
  #older: EncodedEvent | undefined;
  #spec: Buffer | undefined;

  /** `resume` is the sealed place of its event. Without one it is a reminder: no client mistakes it for a new event. */
  constructor(push: Push, epoch: string, resume?: string) {
    this.push = push;
    this.#epoch = epoch;
    this.#resume = resume;
  }

  /** The next frame in `order`. Undefined when this kind of client gets nothing. */
  bytesFor(kind: ClientKind, order: FrameOrder): Buffer | undefined {
    const { text, event } = this.push;
    if (kind === 'spec') return text === undefined ? undefined : (this.#spec ??= textFrame({ text }));
    // Where an older client reads the same, it gets the same bytes.
    if (kind === 'ours' || event.kind !== 'stream.changed')
      return (this.#ours ??= this.#encode(event)).bytes(this.#resume, order);
    const older = olderEventOf(event);
    return older === undefined ? undefined : (this.#older ??= this.#encode(older)).bytes(this.#resume, order);
  }

  #encode(event: AnyPushEvent): EncodedEvent {
    const { text } = this.push;
    return new EncodedEvent({ ...(text === undefined ? {} : { text }), epoch: this.#epoch, event });
  }
}
