import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

/** The failures of a provider on demand: never answers, refuses for its rate, has a fault, hangs up without a word, or refuses with a code. */
export type Misbehaviour = 'timeOut' | 'tooMany' | 'fault' | 'cut' | { readonly code: string | number };

export interface Recorded {
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface FakeAnswer {
  readonly status?: number;
  readonly body: unknown;
}

export interface FakeProvider {
  readonly url: string;
  /** Every request that came in, in order. */
  readonly requests: readonly Recorded[];
  /** Mistreats the next request in this way. */
  next(misbehaviour: Misbehaviour): void;
  /** Resolves with the next request as soon as it has been read. */
  received(): Promise<Recorded>;
  close(): Promise<void>;
}

/** The answers of one provider: `answer` checks the request as the real one would, `refusal` is its form of an error code. */
export interface ProviderForm {
  readonly answer: (request: Recorded) => FakeAnswer;
  readonly refusal: (code: string | number) => FakeAnswer;
  /** Requests that it always answers correctly, such as fetching a token. */
  readonly isSteady?: (request: Recorded) => boolean;
}

/** A real HTTP server on 127.0.0.1 that records its requests. */
export async function startFake({ answer, refusal, isSteady = () => false }: ProviderForm): Promise<FakeProvider> {
  const requests: Recorded[] = [];
  const planned: Misbehaviour[] = [];
  const waiting: ((request: Recorded) => void)[] = [];

  async function take(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const url = new URL(incoming.url ?? '/', 'http://fake');
    const request: Recorded = {
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      headers: incoming.headers,
      body: await text(incoming),
    };
    requests.push(request);
    for (const tell of waiting.splice(0)) tell(request);
    const misbehaviour = isSteady(request) ? undefined : planned.shift();
    if (misbehaviour === 'timeOut') return;
    if (misbehaviour === 'cut') {
      incoming.socket.destroy();
      return;
    }
    if (misbehaviour === 'tooMany') return send(outgoing, { status: 429, body: 'slow down' }, { 'retry-after': '7' });
    if (misbehaviour === 'fault') return send(outgoing, { status: 500, body: 'oops' });
    send(outgoing, misbehaviour === undefined ? answer(request) : refusal(misbehaviour.code));
  }

  const server = createServer((incoming, outgoing) => {
    take(incoming, outgoing).catch(() => incoming.socket.destroy());
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    next: (misbehaviour) => void planned.push(misbehaviour),
    received: () => new Promise((tell) => waiting.push(tell)),
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

function send(
  outgoing: ServerResponse,
  { status = 200, body }: FakeAnswer,
  headers: Record<string, string> = {},
): void {
  outgoing.writeHead(status, { 'content-type': 'application/json', ...headers });
  outgoing.end(typeof body === 'string' ? body : JSON.stringify(body));
}
