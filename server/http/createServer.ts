import { createServer as createPlainServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';

/** PEM files' contents. */
export interface Tls {
  readonly cert: string | Buffer;
  readonly key: string | Buffer;
}

/** A plain or an encrypted HTTP server with bounds on how long a client may take. */
export function createServer(
  tls: Tls | undefined,
  handler: (request: IncomingMessage, response: ServerResponse) => void,
): Server {
  const server: Server =
    tls === undefined
      ? createPlainServer(handler)
      : createTlsServer({ cert: tls.cert, key: tls.key, minVersion: 'TLSv1.2' }, handler);
  // A client that sends slowly holds a connection no longer than this; a browser's idle one stays for the next call.
  server.requestTimeout = 60_000;
  server.headersTimeout = 20_000;
  server.keepAliveTimeout = 75_000;
  server.on('clientError', (_error, socket) => {
    if (!socket.writable) return;
    const body = JSON.stringify({ code: 400, message: '请求格式有误，请检查后重试', data: null });
    socket.end(
      'HTTP/1.1 400 Bad Request\r\ncontent-type: application/json; charset=utf-8\r\n' +
        `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
    );
  });
  return server;
}
