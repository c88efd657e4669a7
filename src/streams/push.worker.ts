import { runPushWorker } from './runPushWorker.ts';

const goodbyeMs = 1_000;

runPushWorker(
  {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's page is its only listener
    post: (report) => self.postMessage(report),
    onMessage: (handle) => self.addEventListener('message', ({ data }: MessageEvent<unknown>) => handle(data)),
    // Ended at once, the worker would take its socket with it before the goodbye (1000) is on the wire.
    close: () => setTimeout(() => self.close(), goodbyeMs),
  },
  { webSocket: WebSocket, random: Math.random },
);
