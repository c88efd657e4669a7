/**
 * Follows the framing of an MQTT byte stream (fixed header, remaining length) and says when a packet announces itself as too large,
 * before any of its body is kept. The broker's own parser would collect up to 256 MiB.
 */
export class PacketSizeGuard {
  readonly #maxBytes: number;
  #bodyLeft = 0;
  /** Bytes of the remaining length read so far; -1 before a fixed header. */
  #lengthBytes = -1;
  #length = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Feeds the next bytes; false when a packet is larger than allowed or its length is malformed. */
  accepts(chunk: Buffer): boolean {
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
        continue;
      }
      this.#length += (byte & 0x7f) * 128 ** this.#lengthBytes;
      this.#lengthBytes += 1;
      if (this.#length > this.#maxBytes) return false;
      if ((byte & 0x80) === 0) {
        this.#bodyLeft = this.#length;
        this.#lengthBytes = -1;
      } else if (this.#lengthBytes === 4) {
        return false;
      }
    }
    return true;
  }
}
