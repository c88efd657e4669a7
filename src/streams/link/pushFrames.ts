import { filter, map, mergeMap, type Observable } from 'rxjs';
import { serverFrameSchema, type ServerFrame } from '../../contract/push.ts';
import type { PushReport } from './pushReport.ts';

/** A frame as received: parsed, or not, which does not end the stream. */
export type PushFrame =
  { readonly kind: 'frame'; readonly frame: ServerFrame } | { readonly kind: 'malformed'; readonly problem: string };

export function parsePushFrame(raw: unknown): PushFrame {
  if (typeof raw !== 'string') return { kind: 'malformed', problem: 'not a text frame' };
  let value: unknown;
  try {
    value = JSON.parse(raw);
  } catch {
    return { kind: 'malformed', problem: 'not JSON' };
  }
  const parsed = serverFrameSchema.safeParse(value);
  return parsed.success
    ? { kind: 'frame', frame: parsed.data }
    : {
        kind: 'malformed',
        problem: parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; '),
      };
}

/** Raw frames as typed results: a bad frame becomes a value and does not end the session. */
export function pushFrames(raw$: Observable<unknown>): Observable<PushFrame> {
  return raw$.pipe(map(parsePushFrame));
}

/** The frames that were understood. */
export function understood(results$: Observable<PushFrame>): Observable<ServerFrame> {
  return results$.pipe(
    filter((result) => result.kind === 'frame'),
    map(({ frame }) => frame),
  );
}

/** The frames that a link reports, one by one and in their order. */
export function framesOf(reports$: Observable<PushReport>): Observable<ServerFrame> {
  return reports$.pipe(
    filter((report) => report.kind === 'frames'),
    mergeMap(({ frames }) => frames),
  );
}
