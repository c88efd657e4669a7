import * as z from 'zod';
import { CallError, type Call, type CallFailure, type CallOptions, type SaveFile } from '../../contract/call.ts';
import type { Endpoint, OutputOf } from '../../contract/endpoint.ts';
import { envelopeSchema, fieldErrorsSchema, loginExpiredMessage } from '../../contract/envelope.ts';
import { toRequest } from './toRequest.ts';

export interface EndedSession {
  readonly cause: 'unauthorised' | 'expired';
  readonly message: string;
  /** The token that the call carried: it is this one that ended. */
  readonly token: string | null;
}

export interface CallDeps {
  fetch(this: void, url: string, init: RequestInit): Promise<Response>;
  /** As `fetch`, for calls that watch how much was sent. Without it they learn nothing before the answer. */
  upload?(this: void, url: string, init: RequestInit, onProgress: (share: number) => void): Promise<Response>;
  /** Returns the token of the present session; null when logged out. */
  token(this: void): string | null;
  /** The centred red notice. */
  notifyError(this: void, text: string): void;
  /**
   * The server no longer knows this token: `unauthorised` by status 401, `expired` by its message. Returns whether that
   * ended the session.
   */
  endSession(this: void, ended: EndedSession): boolean;
}

const callTexts = {
  offline: '网络连接失败，请检查网络后重试',
  noAnswer: '请求无响应',
  unreadable: '服务器的回答无法识别，请刷新页面后重试',
} as const;

const failureOfStatus = (status: number): CallFailure => {
  if (status === 401) return 'expired';
  if (status === 403) return 'denied';
  if (status === 404) return 'notFound';
  return status < 500 ? 'refused' : 'failed';
};

const envelopeOf = (text: string): z.infer<typeof envelopeSchema> | undefined => {
  try {
    return envelopeSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
};

const fieldErrorsOf = (data: unknown) => fieldErrorsSchema.safeParse(data).data?.errors ?? [];

/** A file that a call has returned. */
export interface ReceivedFile {
  readonly name: string;
  readonly bytes: Blob;
}

/** The answer: a file to save, or the data of an envelope that still has to be parsed. */
type Answer =
  | { readonly file: ReceivedFile }
  | { readonly file?: undefined; readonly data: unknown; readonly failed: (message: string) => CallError };

const nameOfFile = (response: Response): string | undefined => {
  const name = /^attachment; filename\*=UTF-8''([^;]+)$/.exec(response.headers.get('content-disposition') ?? '')?.[1];
  return name === undefined ? undefined : decodeURIComponent(name);
};

/** Sends with the bearer and judges what comes back; every failure becomes a CallError, and is shown unless it is `quiet`. */
function createAsk({ fetch, upload, token, notifyError, endSession }: CallDeps) {
  return async (
    endpoint: Endpoint,
    input: unknown,
    { signal, quiet = false, onProgress }: CallOptions,
  ): Promise<Answer> => {
    const usedToken = endpoint.permission === 'open' ? null : token();
    const failed = (kind: CallFailure, message: string, code: number, data?: unknown): CallError => {
      if (!quiet) notifyError(message);
      return new CallError(kind, message, code, fieldErrorsOf(data));
    };

    let response: Response;
    let text: string;
    try {
      const { url, init } = toRequest(endpoint, input, usedToken);
      const request = signal === undefined ? init : { ...init, signal };
      response =
        upload === undefined || onProgress === undefined
          ? await fetch(url, request)
          : await upload(url, request, onProgress);
      const name = response.ok && endpoint.transport === 'download' ? nameOfFile(response) : undefined;
      if (name !== undefined) return { file: { name, bytes: await response.blob() } };
      text = await response.text();
    } catch {
      signal?.throwIfAborted();
      throw failed('offline', callTexts.offline, 0);
    }

    const envelope = envelopeOf(text);
    const said = envelope?.message ?? '';
    // The end of a session is shown even if the caller shows its failures itself: the page is about to change.
    const expired = (cause: EndedSession['cause'], message: string, code: number): CallError => {
      if (endSession({ cause, message, token: usedToken }) || !quiet) notifyError(message);
      return new CallError('expired', message, code);
    };
    if (response.status === 401)
      throw expired('unauthorised', said === '' ? loginExpiredMessage : said, envelope?.code ?? 401);
    if (!response.ok) {
      throw failed(
        failureOfStatus(response.status),
        said || response.statusText || callTexts.noAnswer,
        envelope?.code ?? response.status,
        envelope?.data,
      );
    }
    if (envelope === undefined) throw failed('failed', callTexts.unreadable, response.status);
    if (envelope.code !== 0) {
      if (said === loginExpiredMessage) throw expired('expired', said, envelope.code);
      throw failed('refused', said || callTexts.noAnswer, envelope.code, envelope.data);
    }
    return { data: envelope.data, failed: (message) => failed('failed', message, 0) };
  };
}

/** The one client of the API (specification, sections 7 and 8): sends with the bearer, reads the envelope, parses what it carries. */
export function createCall(deps: CallDeps): Call {
  const ask = createAsk(deps);
  return async <E extends Endpoint>(endpoint: E, input: unknown, options: CallOptions = {}): Promise<OutputOf<E>> => {
    const answer = await ask(endpoint, input, options);
    const output = endpoint.output.safeParse(answer.file === undefined ? answer.data : undefined);
    if (!output.success) throw answer.file === undefined ? answer.failed(callTexts.unreadable) : new Error('a file');
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- parsed by this endpoint's schema, which the generic cannot express
    return output.data as OutputOf<E>;
  };
}

/** The same for the calls that return a file: hands it to `save` under the name that the server gave it. */
export function createSaveFile(deps: CallDeps, save: (file: ReceivedFile) => void): SaveFile {
  const ask = createAsk(deps);
  return async (endpoint, input, options = {}) => {
    const answer = await ask(endpoint, input, options);
    if (answer.file === undefined) throw answer.failed(callTexts.unreadable);
    save(answer.file);
  };
}
