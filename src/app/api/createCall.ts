import * as z from 'zod';
import { CallError, type Call, type CallFailure } from '../../contract/call.ts';
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
  /** Of the session as it is now; null when logged out. */
  token(this: void): string | null;
  /** The centred red notice. */
  notifyError(this: void, text: string): void;
  /**
   * The server no longer knows this token: `unauthorised` by status 401, `expired` by its message. Returns whether that
   * ended the session.
   */
  endSession(this: void, ended: EndedSession): boolean;
}

export const callTexts = {
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

/** The one client of the API (specification, sections 7 and 8): sends with the bearer, reads the envelope, parses what it carries. */
export function createCall({ fetch, token, notifyError, endSession }: CallDeps): Call {
  return async <E extends Endpoint>(
    endpoint: E,
    input: unknown,
    options: { signal?: AbortSignal; quiet?: boolean } = {},
  ): Promise<OutputOf<E>> => {
    const { signal, quiet = false } = options;
    const usedToken = endpoint.permission === 'open' ? null : token();
    const failed = (kind: CallFailure, message: string, code: number, data?: unknown): CallError => {
      if (!quiet) notifyError(message);
      return new CallError(kind, message, code, fieldErrorsOf(data));
    };

    let response: Response;
    let text: string;
    try {
      const { url, init } = toRequest(endpoint, input, usedToken);
      response = await fetch(url, signal === undefined ? init : { ...init, signal });
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
    const output = endpoint.output.safeParse(envelope.data);
    if (!output.success) throw failed('failed', callTexts.unreadable, 0);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- parsed by this very endpoint's schema, which the generic cannot express
    return output.data as OutputOf<E>;
  };
}
