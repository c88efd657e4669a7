import type { IncomingMessage } from 'node:http';

/**
 * The caller's address. Behind a trusted proxy it is the last address of `X-Forwarded-For`, which that proxy itself added;
 * everything before it is the caller's own claim.
 */
export function clientAddress(request: IncomingMessage, trustProxy: boolean): string {
  const direct = withoutMapping(request.socket.remoteAddress ?? '');
  if (!trustProxy) return direct;
  const header = request.headers['x-forwarded-for'];
  const last = (Array.isArray(header) ? header.join(',') : (header ?? '')).split(',').at(-1)?.trim();
  return last === undefined || last === '' ? direct : withoutMapping(last).slice(0, 64);
}

/** The host that the browser asked for, with its port. */
export function requestedHost(request: IncomingMessage, trustProxy: boolean): string {
  const forwarded = request.headers['x-forwarded-host'];
  return (trustProxy && typeof forwarded === 'string' ? forwarded : (request.headers.host ?? '')).toLowerCase();
}

export function isEncrypted(request: IncomingMessage, trustProxy: boolean): boolean {
  return 'encrypted' in request.socket || (trustProxy && request.headers['x-forwarded-proto'] === 'https');
}

/** The origin of the address in the browser. */
export const requestedOrigin = (request: IncomingMessage, trustProxy: boolean): string =>
  `${isEncrypted(request, trustProxy) ? 'https' : 'http'}://${requestedHost(request, trustProxy)}`;

/** `::ffff:10.0.0.5` is `10.0.0.5`. */
function withoutMapping(address: string): string {
  return address.startsWith('::ffff:') ? address.slice(7) : address;
}

/**
 * Limits by address count these as one caller: an IPv4 address, or the /64 of an IPv6 one, within which a caller may choose
 * addresses freely.
 */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const whole =
    tail === undefined
      ? groups
      : [...groups, ...Array<string>(Math.max(0, 8 - groups.length - after.length)).fill('0'), ...after];
  return `${whole.slice(0, 4).join(':')}::/64`;
}
