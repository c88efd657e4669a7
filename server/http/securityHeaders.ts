const hostShape = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/**
 * Only our own files run, they speak only with our own server, and no other page can embed this one. PrimeReact and the charts
 * set styles inline; scripts never are. `connect-src` lists the socket's addresses on this host because older browsers do not
 * count them as 'self'.
 */
function contentSecurityPolicy(host: string): string {
  const sockets = hostShape.test(host) ? ` ws://${host} wss://${host}` : '';
  return [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self' data:",
    `connect-src 'self'${sockets}`,
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** The telephone of a maintenance worker reads the sign in the car and says where it is. No other page may. */
const workPolicy = 'geolocation=(self), camera=(self)';
const closedPolicy = 'geolocation=(), camera=()';

/** The headers of every answer; `host` is the name and port that the request asked for, `path` the path. */
export const securityHeaders = (host: string, path: string): Readonly<Record<string, string>> => ({
  'content-security-policy': contentSecurityPolicy(host),
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': `${/^\/work\/?$/.test(path) ? workPolicy : closedPolicy}, payment=(), usb=(), microphone=(self), autoplay=(self), fullscreen=(self), screen-wake-lock=(self)`,
});

export const strictTransportSecurity = 'max-age=31536000';
