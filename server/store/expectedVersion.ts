import { VersionConflictError, type AppendRequest } from './eventStore.ts';

/** Returns true if the stream is at the version that the caller expects. */
export function isExpectedVersion({ expectedVersion }: AppendRequest, actual: number): boolean {
  return expectedVersion === 'any' || actual === (expectedVersion === 'none' ? 0 : expectedVersion);
}

/** Throws VersionConflictError unless the stream is at the version that the caller expects. */
export function checkExpectedVersion(request: AppendRequest, actual: number): void {
  const { stream, expectedVersion } = request;
  if (expectedVersion !== 'any' && !isExpectedVersion(request, actual))
    throw new VersionConflictError(stream, expectedVersion, actual);
}
