/** The reason why something could not be loaded or saved. Anything rejected that has these members is shown as such. */
export interface LoadFailure {
  kind: 'denied' | 'failed' | 'offline';
  message: string;
}

const kinds = ['denied', 'failed', 'offline'] as const;

/** A rejection as something that a page can show. Unknown kinds count as failed; an unknown value gets a generic message. */
export function toLoadFailure(error: unknown): LoadFailure {
  const given = typeof error === 'object' && error !== null ? error : {};
  const kind = 'kind' in given ? kinds.find((known) => known === given.kind) : undefined;
  const message =
    'message' in given && typeof given.message === 'string' && given.message !== ''
      ? given.message
      : '请稍后重试；如果仍然失败，请联系系统管理员。';
  return { kind: kind ?? 'failed', message };
}
