import type { LoadFailure } from './listTypes.ts';

const kinds = ['denied', 'failed', 'offline'] as const;

/** A rejection as something that the list can show. Unknown kinds count as failed; an unknown value gets a generic message. */
export function toLoadFailure(error: unknown): LoadFailure {
  const given = typeof error === 'object' && error !== null ? error : {};
  const kind = 'kind' in given ? kinds.find((known) => known === given.kind) : undefined;
  const message =
    'message' in given && typeof given.message === 'string' && given.message !== ''
      ? given.message
      : '请稍后重试；如果仍然失败，请联系系统管理员。';
  return { kind: kind ?? 'failed', message };
}
