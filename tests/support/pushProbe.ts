import { WebSocket } from 'ws';
import { anyServerFrameSchema, type AnyServerFrame } from '../../src/contract/olderPush.ts';

export interface PushProbe {
  readonly ws: WebSocket;
  /** Everything that arrived, in order. */
  readonly frames: readonly AnyServerFrame[];
  /** As the bytes came, for byte-for-byte comparisons. */
  readonly texts: readonly string[];
  /** The first frame, arrived or yet to come, that fits; fails after `withinMs`. */
  waitFor(fits: (frame: AnyServerFrame) => boolean, withinMs?: number): Promise<AnyServerFrame>;
  /** The code the server closed with. */
  readonly closed: Promise<number>;
  send(frame: unknown): void;
  /** Like a laptop that goes to sleep: the connection ends without a close frame. */
  drop(): void;
  close(): Promise<void>;
}

/** A real socket on `/ws`. Resolves when it is open and the first frame is sent; rejects when the upgrade is refused. */
export async function connectPush({
  url,
  hello,
  headers = {},
}: {
  readonly url: string;
  readonly hello?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}): Promise<PushProbe> {
  const ws = new WebSocket(url, { headers, perMessageDeflate: false });
  const frames: AnyServerFrame[] = [];
  const texts: string[] = [];
  const waiting = new Set<() => void>();
  const closed = new Promise<number>((resolve) =>
    ws.on('close', (code) => {
      for (const look of waiting) look();
      resolve(code);
    }),
  );
  ws.on('message', (data: Buffer) => {
    const text = data.toString('utf8');
    texts.push(text);
    frames.push(anyServerFrameSchema.parse(JSON.parse(text)));
    for (const look of waiting) look();
  });
  await new Promise<void>((resolve, reject) => {
    ws.once('open', () => resolve());
    ws.once('unexpected-response', (_request, response) =>
      reject(new Error(`upgrade refused: ${response.statusCode ?? 0}`)),
    );
    ws.once('error', reject);
  });
  ws.on('error', () => undefined);
  if (hello !== undefined) ws.send(typeof hello === 'string' ? hello : JSON.stringify(hello));

  return {
    ws,
    frames,
    texts,
    closed,
    waitFor(fits, withinMs = 5_000) {
      return new Promise((resolve, reject) => {
        const timer = setTimeout(
          () => end(() => reject(new Error(`no such frame within ${withinMs} ms; had ${JSON.stringify(frames)}`))),
          withinMs,
        );
        const end = (settle: () => void) => {
          clearTimeout(timer);
          waiting.delete(look);
          settle();
        };
        const look = () => {
          const found = frames.find(fits);
          if (found !== undefined) end(() => resolve(found));
          else if (ws.readyState === WebSocket.CLOSED)
            end(() => reject(new Error(`closed before such a frame; had ${JSON.stringify(frames)}`)));
        };
        waiting.add(look);
        look();
      });
    },
    send: (frame) => ws.send(typeof frame === 'string' ? frame : JSON.stringify(frame)),
    drop: () => ws.terminate(),
    async close() {
      ws.close(1000);
      await closed;
    },
  };
}
