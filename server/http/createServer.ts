import { createServer as createPlainServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { Duplex } from 'node:stream';

/** PEM files' contents. */
export interface Tls {
  readonly cert: string | Buffer;
  readonly key: string | Buffer;
}

const headersWithinMs = 5_000;
const longestRequestMs = 900_000;
/** The period in which Node looks for connections that are too slow. */
const connectionsCheckingInterval = 1_000;

/** A plain or an encrypted HTTP server with bounds on how long a client may take. */
export function createServer(
  tls: Tls | undefined,
  handler: (request: IncomingMessage, response: ServerResponse) => void,
): Server {
  const server: Server =
    tls === undefined
      ? createPlainServer({ connectionsCheckingInterval }, handler)
      : createTlsServer({ cert: tls.cert, key: tls.key, minVersion: 'TLSv1.2', connectionsCheckingInterval }, handler);
  // Headers come in one piece. How slowly a body may come is `SlowBodies`' to judge; a browser's idle connection stays for the next call.
  server.headersTimeout = headersWithinMs;
  server.requestTimeout = longestRequestMs;
  server.keepAliveTimeout = 75_000;
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') endWith(socket, '408 Request Timeout', tooSlow);
    else endWith(socket, '400 Bad Request', { code: 400, message: '请求格式有误，请检查后重试', data: null });
  });
  return server;
}

export const tooSlow = { code: 408, message: '请求发送过慢，请检查网络后重试', data: null };

/** A last answer past the framework, to a client whose request cannot be read to its end. */
export function endWith(socket: Duplex, status: string, envelope: object): void {
  if (!socket.writable) return;
  const body = JSON.stringify(envelope);
  socket.end(
    `HTTP/1.1 ${status}\r\ncontent-type: application/json; charset=utf-8\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
    () => socket.destroy(),
  );
}
