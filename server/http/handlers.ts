import type { Endpoint, OutputOf, ParsedInputOf } from '../../src/contract/endpoint.ts';
import type { Endpoints } from '../../src/contract/endpoints/index.ts';
import type { Principal } from '../access/principal.ts';
import type { PreparedJson } from './preparedJson.ts';
import type { SentFile } from './sentFile.ts';

/** The whole file of an upload, in memory: its size was checked before. */
export interface ReceivedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** The request of an open call, beside its input. */
export interface OpenRequest {
  readonly ip: string;
  readonly agent: string;
  /** For endpoints with `transport: 'upload'`. */
  readonly file: ReceivedFile | undefined;
  /** The raw Cookie header. */
  readonly cookie: string;
  /** Over TLS, by us or by a trusted proxy. */
  readonly isEncrypted: boolean;
  /** The origin of the address in the browser: `https://lift.example.cn`. The caller names the host. */
  readonly origin: string;
  readonly setCookie: (cookie: string) => void;
  /** Makes the browser drop its cache of our pages; its cookies and storage stay (docs/decisions, 7). */
  readonly clearCache: () => void;
}

export interface SignedInRequest extends OpenRequest {
  readonly principal: Principal;
  readonly token: string;
}

export type RequestOf<E> = E extends { readonly permission: 'open' } ? OpenRequest : SignedInRequest;

/**
 * Answers one call. The input is parsed and the permission checked; scope is the handler's.
 * Throws Refusal (HTTP 200 with its code) or NotFound (404, also for what is out of scope).
 */
export type Handler<E extends Endpoint> = (
  input: ParsedInputOf<E>,
  request: RequestOf<E>,
) => Promise<OutputOf<E> | PreparedJson<OutputOf<E>> | SentFile>;

export type HandlersOf<Defs extends Readonly<Record<string, Endpoint>>> = {
  readonly [Name in keyof Defs]: Handler<Defs[Name]>;
};

/** One for each declared endpoint; a part of them is `Pick<Handlers, 'rescueAck' | …>`. */
export type Handlers = HandlersOf<Endpoints>;
