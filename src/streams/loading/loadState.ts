import { CallError, type CallFailure } from '../../contract/call.ts';

/** The state of a load in a view: one of these, never several flags. */
export type LoadState<T> =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly failure: CallFailure; readonly message: string }
  /** `problem`: the last refresh failed, so that the value may be old; Chinese, for the person. */
  | { readonly kind: 'ready'; readonly value: T; readonly problem: string | null };

export type LoadFailure = Extract<LoadState<never>, { kind: 'failed' }>;

export const loading = { kind: 'loading' } as const;

export function ready<T>(value: T): LoadState<T> {
  return { kind: 'ready', value, problem: null };
}

/** A rejected call as a value: streams carry failures instead of ending with them. */
export function toFailure(error: unknown): LoadFailure {
  if (error instanceof CallError) return { kind: 'failed', failure: error.kind, message: error.message };
  return { kind: 'failed', failure: 'failed', message: '数据加载失败，请稍后重试' };
}

/** The state after a new result: a failed refresh keeps the last good value and says that it may be old. */
export function refreshed<T>(before: LoadState<T>, result: LoadState<T>): LoadState<T> {
  if (
    result.kind !== 'failed' ||
    before.kind !== 'ready' ||
    result.failure === 'denied' ||
    result.failure === 'notFound'
  )
    return result;
  return { ...before, problem: result.message };
}
