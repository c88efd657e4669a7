/** PUBLISH at QoS 0, ignoring the retain flag: no one waits for an answer. */
const publishAtMostOnce = 0x30;
const retainFlag = 0x01;
const topicStart = 'lift/';
const topicEnd = '/telemetry';

/** Handles a report; false leaves it to the broker, with all its checks and responses. */
export type TakeReport = (deviceKey: string, payload: Buffer) => boolean;

export interface ReportLaneParts {
  readonly maxPacketBytes: number;
  readonly take: TakeReport;
  /** A packet was announced as too large, or its length has no end; nothing of it was kept. */
  readonly onTooLarge: () => void;
  /** Is a packet of this type (the upper half of its header) and this many bytes within the connection's budget? */
  readonly admits: (packetType: number, bytes: number) => boolean;
  /** A packet was not admitted; neither it nor what follows it goes on. */
  readonly onFlood: () => void;
}

/**
 * The fast path for reports (docs/decisions/0012). Follows the framing of one connection's MQTT 3.1.1 byte stream
 * (fixed header, remaining length): QoS 0 publishes on `lift/{device_key}/telemetry` that lie entirely within the
 * received bytes are handled here; everything else goes on to the broker's parser, byte by byte as received. That
 * parser needs an object, a list of buffers and a dozen calls per packet, and would also buffer up to 256 MiB of one.
 */
export class ReportLane {
  readonly #parts: ReportLaneParts;
  #bodyLeft = 0;
  /** Bytes of the remaining length read so far; -1 before a fixed header. */
  #lengthBytes = -1;
  #length = 0;
  #header = 0;

  constructor(parts: ReportLaneParts) {
    this.#parts = parts;
  }

  /** The part of the next bytes that is left for the broker; null if there is none. With `mayTake` false it is all of them. */
  read(chunk: Buffer, mayTake: boolean): Buffer | null {
    const { maxPacketBytes, onTooLarge, admits, onFlood } = this.#parts;
    const left: Buffer[] = [];
    let leftFrom = 0;
    let packetFrom = 0;
    let at = 0;
    while (at < chunk.length) {
      if (this.#bodyLeft > 0) {
        const taken = Math.min(this.#bodyLeft, chunk.length - at);
        this.#bodyLeft -= taken;
        at += taken;
        continue;
      }
      const byte = chunk[at] ?? 0;
      at += 1;
      if (this.#lengthBytes < 0) {
        this.#lengthBytes = 0;
        this.#length = 0;
        this.#header = byte;
        packetFrom = at - 1;
        continue;
      }
      this.#length += (byte & 0x7f) * 128 ** this.#lengthBytes;
      this.#lengthBytes += 1;
      const goesOn = (byte & 0x80) !== 0;
      if (this.#length > maxPacketBytes || (goesOn && this.#lengthBytes === 4)) {
        onTooLarge();
        return null;
      }
      if (goesOn) continue;
      if (!admits(this.#header >> 4, this.#length)) {
        onFlood();
        return null;
      }
      const isWhole = at - packetFrom === 1 + this.#lengthBytes && at + this.#length <= chunk.length;
      this.#bodyLeft = this.#length;
      this.#lengthBytes = -1;
      if (!mayTake || !isWhole || !this.#isTaken(chunk, at, at + this.#length)) continue;
      at += this.#length;
      this.#bodyLeft = 0;
      if (packetFrom > leftFrom) left.push(chunk.subarray(leftFrom, packetFrom));
      leftFrom = at;
    }
    if (leftFrom === 0) return chunk;
    if (leftFrom < chunk.length) left.push(chunk.subarray(leftFrom));
    return left.length > 1 ? Buffer.concat(left) : (left[0] ?? null);
  }

  #isTaken(chunk: Buffer, from: number, to: number): boolean {
    if ((this.#header & ~retainFlag) !== publishAtMostOnce || to - from < 2) return false;
    const payloadFrom = from + 2 + chunk.readUInt16BE(from);
    if (payloadFrom > to) return false;
    // A byte that cannot be in a topic is kept as it is, and matches no device.
    const topic = chunk.toString('latin1', from + 2, payloadFrom);
    if (!topic.startsWith(topicStart) || !topic.endsWith(topicEnd)) return false;
    return this.#parts.take(topic.slice(topicStart.length, -topicEnd.length), chunk.subarray(payloadFrom, to));
  }
}
