/**
 * An id for one form, so that its repeated submit is harmless. `crypto.randomUUID` is missing on plain-http
 * pages, as control rooms have them; random bytes are there everywhere.
 */
export function createRequestId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
