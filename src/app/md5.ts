/** Rotations of the four rounds (RFC 1321). */
const rotations = [
  [7, 12, 17, 22],
  [5, 9, 14, 20],
  [4, 11, 16, 23],
  [6, 10, 15, 21],
] as const;
const sines = Array.from({ length: 64 }, (_, step) => Math.floor(Math.abs(Math.sin(step + 1)) * 2 ** 32));
const blockBytes = 64;

/** The bytes, a one bit, zeros, and how many bits there were: whole blocks of little-endian words. */
function padded(bytes: Uint8Array): DataView {
  const blocks = Math.ceil((bytes.length + 9) / blockBytes);
  const all = new Uint8Array(blocks * blockBytes);
  all.set(bytes);
  all[bytes.length] = 0x80;
  const view = new DataView(all.buffer);
  view.setUint32(all.length - 8, bytes.length * 8, true);
  view.setUint32(all.length - 4, Math.floor(bytes.length / 2 ** 29), true);
  return view;
}

/** The round's mix of three words, and which word of the block its step takes. */
function mixed(step: number, b: number, c: number, d: number): readonly [mix: number, word: number] {
  if (step < 16) return [(b & c) | (~b & d), step];
  if (step < 32) return [(d & b) | (~d & c), (5 * step + 1) % 16];
  if (step < 48) return [b ^ c ^ d, (3 * step + 5) % 16];
  return [c ^ (b | ~d), (7 * step) % 16];
}

/**
 * MD5 of a text's UTF-8 bytes, 32 hexadecimal digits. The specification's login and socket ask for it, browsers offer no MD5, and a
 * library for it costs the wall 2 KB. It protects nothing: the server hashes what arrives with Argon2.
 */
export function md5(text: string): string {
  const view = padded(new TextEncoder().encode(text));
  let words: readonly [number, number, number, number] = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476];
  for (let block = 0; block < view.byteLength; block += blockBytes) {
    let [a, b, c, d] = words;
    for (let step = 0; step < 64; step += 1) {
      const [mix, word] = mixed(step, b, c, d);
      const sum = (a + mix + (sines[step] ?? 0) + view.getUint32(block + 4 * word, true)) | 0;
      const by = rotations[step >> 4]?.[step % 4] ?? 0;
      [a, d, c, b] = [d, c, b, (b + ((sum << by) | (sum >>> (32 - by)))) | 0];
    }
    words = [(words[0] + a) | 0, (words[1] + b) | 0, (words[2] + c) | 0, (words[3] + d) | 0];
  }
  const digest = new DataView(new ArrayBuffer(16));
  words.forEach((word, index) => digest.setInt32(4 * index, word, true));
  return Array.from(new Uint8Array(digest.buffer), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
