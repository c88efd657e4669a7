import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { WebSocket, WebSocketServer } from 'ws';
import { clientAddress, requestedHost } from '../access/clientAddress.ts';

export interface UpgradeOptions {
  readonly wss: WebSocketServer;
  /** Origins besides the server's own whose pages may connect, as `https://desk.example`. */
  readonly allowedOrigins: readonly string[];
  readonly trustProxy: boolean;
  readonly isClosing: () => boolean;
  readonly accept: (ws: WebSocket, socket: Duplex, ip: string) => void;
}

/** Handles the HTTP server's upgrades: `/ws` from our own pages, or from clients that are not browsers. */
export function createUpgrade({ wss, allowedOrigins, trustProxy, isClosing, accept }: UpgradeOptions) {
  function isOriginAllowed(request: IncomingMessage): boolean {
    const { origin } = request.headers;
    // Only browsers send one, and they always do.
    if (origin === undefined || allowedOrigins.includes(origin)) return true;
    return URL.canParse(origin) && new URL(origin).host === requestedHost(request, trustProxy);
  }

  return (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    socket.on('error', () => socket.destroy());
    if (isClosing()) return deny(socket, '503 Service Unavailable', 503, '服务正在重启，请稍后重试');
    if ((request.url ?? '').split('?')[0] !== '/ws') return deny(socket, '404 Not Found', 404, '接口不存在');
    if (!isOriginAllowed(request)) return deny(socket, '403 Forbidden', 403, '不允许从该页面连接');
    wss.handleUpgrade(request, socket, head, (ws) => accept(ws, socket, clientAddress(request, trustProxy)));
  };
}

function deny(socket: Duplex, statusLine: string, code: number, message: string): void {
  const body = JSON.stringify({ code, message, data: null });
  socket.end(
    `HTTP/1.1 ${statusLine}\r\ncontent-type: application/json; charset=utf-8\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
}
