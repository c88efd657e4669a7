import { WebSocket } from 'ws';
import type { ApiClient } from '../support/apiClient.ts';
import type { ServerProcess } from '../support/serverProcess.ts';

const atOnce = 50;

const nowMs = () => performance.timeOrigin + performance.now();

export interface OpenSockets {
  /** Resolves to the times at which the first and the last of the sockets got the next ringing frame, epoch ms. */
  nextFrame(): Promise<{ readonly firstMs: number; readonly lastMs: number }>;
  close(): void;
}

/** Many consoles of signed-in dispatchers, in turns, as bare sockets that read nothing but the frame's arrival. */
export async function openSockets(
  server: Pick<ServerProcess, 'httpPort'>,
  apis: readonly ApiClient[],
  count: number,
): Promise<OpenSockets> {
  const sockets: WebSocket[] = [];
  let waiting = new Set<WebSocket>();
  let firstMs = 0;
  let onLast: ((frame: { firstMs: number; lastMs: number }) => void) | undefined;
  const open = (api: ApiClient | undefined) =>
    new Promise<void>((resolve, reject) => {
      const socket = new WebSocket(`ws://127.0.0.1:${server.httpPort}/ws`);
      socket.on('error', reject);
      socket.on('open', () => socket.send(JSON.stringify({ text: api?.helloText, last: null, streams: true })));
      socket.once('message', () => {
        sockets.push(socket);
        resolve();
        socket.on('message', (data: Buffer) => {
          if (!data.includes('new_rescue_order:')) return;
          if (waiting.size === sockets.length) firstMs = nowMs();
          waiting.delete(socket);
          if (waiting.size === 0) onLast?.({ firstMs, lastMs: nowMs() });
        });
      });
    });
  for (let opened = 0; opened < count; opened += atOnce) {
    await Promise.all(
      Array.from({ length: Math.min(atOnce, count - opened) }, (_, index) =>
        open(apis[(opened + index) % apis.length]),
      ),
    );
  }
  return {
    nextFrame: () =>
      new Promise((resolve) => {
        waiting = new Set(sockets);
        onLast = resolve;
      }),
    close() {
      for (const socket of sockets) socket.terminate();
    },
  };
}
