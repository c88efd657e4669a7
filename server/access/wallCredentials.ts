import { createHash, randomBytes } from 'node:crypto';
import { run, type Queries, type TransactionSteps } from '../store/eventStore.ts';

/** The most credentials that may be out without proof that one arrived: any of the newest may have. */
const mostUnused = 5;

/** A credential of a display, kept only as its hash. */
export const newSecret = (): string => randomBytes(32).toString('base64url');
/** 256 random bits need no slow hash. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** The credential in hand is known to have arrived: those before it are superseded, and a next one is issued beside it. */
export function* rotate(
  queries: Queries,
  {
    wallId,
    usedHash,
    usedIssuedAtMs,
    nextHash,
    nowMs,
  }: {
    readonly wallId: number;
    readonly usedHash: string;
    readonly usedIssuedAtMs: number;
    readonly nextHash: string;
    readonly nowMs: number;
  },
): TransactionSteps {
  yield* run(queries.updateTable('wall_credentials').set({ is_used: 1 }).where('secret_hash', '=', usedHash));
  yield* run(
    queries
      .updateTable('wall_credentials')
      .set({ superseded_at_ms: nowMs })
      .where('wall_id', '=', wallId)
      .where('issued_at_ms', '<', usedIssuedAtMs)
      .where('superseded_at_ms', 'is', null),
  );
  const unused = yield* run(
    queries
      .selectFrom('wall_credentials')
      .select(['secret_hash', 'issued_at_ms'])
      .where('wall_id', '=', wallId)
      .where('is_used', '=', 0)
      .where('superseded_at_ms', 'is', null)
      .orderBy('issued_at_ms', 'desc'),
  );
  const lost = unused.slice(mostUnused - 1).map(({ secret_hash }) => secret_hash);
  if (lost.length > 0) yield* run(queries.deleteFrom('wall_credentials').where('secret_hash', 'in', lost));
  // Strictly later than any other of this wall, so that their order is known.
  const issuedAtMs = Math.max(nowMs, usedIssuedAtMs + 1, (unused[0]?.issued_at_ms ?? 0) + 1);
  yield* run(
    queries
      .insertInto('wall_credentials')
      .values({ secret_hash: nextHash, wall_id: wallId, issued_at_ms: issuedAtMs, superseded_at_ms: null, is_used: 0 }),
  );
  yield* run(queries.updateTable('walls').set({ last_seen_at_ms: nowMs }).where('id', '=', wallId));
}
