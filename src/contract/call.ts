import type { Endpoint, InputOf, OutputOf } from './endpoint.ts';
import type { FieldErrors } from './envelope.ts';

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** The caller shows a failure itself, beside a field or in the place of the data, or it is a refresh in the background. */
  readonly quiet?: boolean;
  /** Called with the share of an upload's body that was sent so far, 0 to 1. */
  readonly onProgress?: (share: number) => void;
}

/** One call of the API, typed by its endpoint. Rejects with a CallError, or with the signal's reason when it was aborted. */
export type Call = <E extends Endpoint>(endpoint: E, input: InputOf<E>, options?: CallOptions) => Promise<OutputOf<E>>;

/** A call that returns a file, which the browser then saves. Rejects as `Call` does. */
export type SaveFile = <E extends Endpoint>(endpoint: E, input: InputOf<E>, options?: CallOptions) => Promise<void>;

export type CallFailure = 'refused' | 'denied' | 'notFound' | 'expired' | 'offline' | 'failed';

/**
 * The failure of a call, with the server's Chinese message. `refused`: the status was a success but the code was not 0; `expired` has already
 * ended the session.
 */
export class CallError extends Error {
  override readonly name = 'CallError';
  constructor(
    readonly kind: CallFailure,
    message: string,
    readonly code: number,
    readonly fieldErrors: FieldErrors['errors'] = [],
  ) {
    super(message);
  }
}
