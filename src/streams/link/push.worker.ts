import { runPushWorker } from './runPushWorker.ts';

const goodbyeMs = 1_000;

runPushWorker(
  {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's page is its only listener
    post: (report) => self.postMessage(report),
    onMessage: (handle) => self.addEventListener('message', ({ data }: MessageEvent<unknown>) => handle(data)),
    // If terminated immediately, the worker would drop its socket before the close frame (1000) is sent.
    close: () => setTimeout(() => self.close(), goodbyeMs),
  },
  { webSocket: WebSocket, random: Math.random },
);
