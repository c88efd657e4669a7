import { lookup as systemLookup } from 'node:dns/promises';
import { request as plainRequest, type ClientRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as tlsRequest } from 'node:https';
import { isIP } from 'node:net';
import type { SendOutcome } from './adapter.ts';
import { isPrivateAddress } from './privateAddress.ts';

export interface OutboundRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface OutboundAnswer {
  readonly status: number;
  readonly body: string;
  /** The delay in `Retry-After`, where it is given in seconds. */
  readonly retryAfterMs: number | undefined;
}

/** The result of a request: an answer, or the outcome for the message. */
export type OutboundResult =
  { readonly kind: 'answered'; readonly answer: OutboundAnswer } | Exclude<SendOutcome, { kind: 'accepted' }>;

export interface OutboundParts {
  /** Hosts that may be reached although they are private, without encryption too. */
  readonly allowPrivate: readonly string[];
  /** Every address of a host; the system's resolver by default. */
  readonly resolve?: (host: string) => Promise<readonly string[]>;
  readonly waitMs?: number;
}

/** Sends one request to a provider. Never throws and follows no redirect. */
export type Outbound = (request: OutboundRequest, signal: AbortSignal) => Promise<OutboundResult>;

const standardWaitMs = 10_000;
const mostAnswerBytes = 64 * 1_024;

const refused = (code: string, reason: string, isPassing: boolean): OutboundResult => ({
  kind: 'refused',
  code,
  reason,
  isPassing,
});
const unknown = (reason: string): OutboundResult => ({ kind: 'unknown', reason });

async function addressesOf(host: string): Promise<readonly string[]> {
  const found = await systemLookup(host, { all: true });
  return found.map(({ address }) => address);
}

/**
 * The only way out to providers. A host is resolved once, every address of it is checked, and the connection goes to
 * the checked address: a name that answers differently a moment later leads nowhere else.
 */
export function createOutbound({
  allowPrivate,
  resolve = addressesOf,
  waitMs = standardWaitMs,
}: OutboundParts): Outbound {
  return async (request, signal) => {
    const url = new URL(request.url);
    const host = url.hostname.replace(/^\[|\]$/g, '').toLowerCase();
    const isAllowed = allowPrivate.includes(host);
    if (url.protocol !== 'https:' && !isAllowed)
      return refused('plain', `只能以 https 访问 ${host}；内部网关请写入 NOTIFY_ALLOW_PRIVATE`, false);
    const addresses = isIP(host) === 0 ? await resolved(resolve, host) : [host];
    const [address] = addresses;
    if (address === undefined) return refused('dns', `无法解析 ${host}`, true);
    if (!isAllowed && addresses.some(isPrivateAddress))
      return refused('private', `${host} 是内网地址，未经 NOTIFY_ALLOW_PRIVATE 允许`, false);
    return exchange({ url, address, request, signal: AbortSignal.any([signal, AbortSignal.timeout(waitMs)]) });
  };
}

async function resolved(resolve: NonNullable<OutboundParts['resolve']>, host: string): Promise<readonly string[]> {
  try {
    return await resolve(host);
  } catch {
    return [];
  }
}

interface Exchange {
  readonly url: URL;
  /** The address to connect to; the name stays in the Host header and in what the certificate must say. */
  readonly address: string;
  readonly request: OutboundRequest;
  readonly signal: AbortSignal;
}

function exchange({ url, address, request, signal }: Exchange): Promise<OutboundResult> {
  const isTls = url.protocol === 'https:';
  const family = isIP(address);
  const options: RequestOptions & { readonly servername?: string } = {
    method: request.method,
    headers: {
      ...(request.body === undefined ? {} : { 'content-length': String(Buffer.byteLength(request.body)) }),
      ...request.headers,
    },
    // A connection of its own: none that was opened to another address is used again.
    agent: false,
    signal,
    lookup: (_host, { all }, done) => {
      if (all === true) done(null, [{ address, family }]);
      else done(null, address, family);
    },
  };
  return new Promise((settle) => {
    let hasLeft = false;
    const outgoing: ClientRequest = isTls ? tlsRequest(url, options) : plainRequest(url, options);
    outgoing.on('socket', (socket) => socket.once(isTls ? 'secureConnect' : 'connect', () => (hasLeft = true)));
    outgoing.on('response', (response) => {
      readAnswer(response).then(
        (answer) => settle({ kind: 'answered', answer }),
        () => settle(unknown('服务方的应答中断')),
      );
    });
    outgoing.on('error', () => {
      if (!hasLeft) settle(refused('unreachable', `无法连接 ${url.hostname}`, true));
      else settle(unknown(signal.aborted ? '服务方没有按时应答' : '连接中断，服务方没有应答'));
    });
    outgoing.end(request.body);
  });
}

/** Throws Error where the answer is cut off or has no end. */
async function readAnswer(response: IncomingMessage): Promise<OutboundAnswer> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of response) {
    const chunk: Buffer = Buffer.from(part);
    bytes += chunk.length;
    if (bytes > mostAnswerBytes) {
      response.destroy();
      throw new Error('the answer of the provider is too long');
    }
    parts.push(chunk);
  }
  if (!response.complete) throw new Error('the answer of the provider was cut off');
  const seconds = Number(response.headers['retry-after']);
  return {
    status: response.statusCode ?? 0,
    body: Buffer.concat(parts).toString('utf8'),
    retryAfterMs: Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds, 86_400) * 1_000 : undefined,
  };
}

/**
 * Returns the meaning of a status that no provider's own code explains; undefined for 2xx. A gateway in front says nothing about what became
 * of the message behind it.
 */
export function outcomeOfStatus({
  status,
  retryAfterMs,
}: OutboundAnswer): Exclude<SendOutcome, { kind: 'accepted' }> | undefined {
  if (status >= 200 && status < 300) return undefined;
  if (status === 502 || status === 504)
    return { kind: 'unknown', reason: `服务方的网关没有得到结果（HTTP ${status}）` };
  const isPassing = status === 429 || status === 408 || status >= 500;
  const reason =
    status === 429
      ? '服务方限制频率，请求过多'
      : status >= 300 && status < 400
        ? '服务方要求跳转到其他地址，已拒绝'
        : `服务方拒绝（HTTP ${status}）`;
  return {
    kind: 'refused',
    code: `http${status}`,
    reason,
    isPassing,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  };
}
