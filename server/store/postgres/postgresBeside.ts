import { setTimeout as waitMs } from 'node:timers/promises';
import { StoreClosedError, StoreUnavailableError } from '../errors.ts';
import type { Queries } from '../eventStore.ts';
import { endClient, giveUp, isUnavailable, openClient, writerSettings } from './pgConnections.ts';
import { PgSession } from './pgSession.ts';
import { executeOn } from './postgresBatch.ts';
import { drive } from '../execute.ts';
import type { Beside } from '../rebuild.ts';

/** Any number but the writers' own, the same in every process of the product. */
export const rebuildLock = 7_436_002;
const askAgainMs = 200;
/** Removing or copying the shape of a large table takes longer than a page. */
const stepWithinMs = 60_000;

/**
 * Pages are written on a connection of their own and without the writers' lock; another process's rebuild is waited
 * for. Throws StoreUnavailableError, StoreClosedError.
 */
export function postgresBeside({
  databaseUrl,
  compile,
}: {
  readonly databaseUrl: string;
  readonly compile: Queries;
}): Beside {
  return async (work, until) => {
    const client = await openClient(
      { connectionString: databaseUrl, pipeline: true, query_timeout: stepWithinMs },
      writerSettings,
    ).catch((error: unknown) => {
      throw new StoreUnavailableError(error);
    });
    const session = new PgSession(client);
    try {
      // A page lost in a power cut is folded again.
      await session.rows('set synchronous_commit = off');
      for (;;) {
        const [answer] = await session.rows<{ readonly locked: boolean }>(
          `select pg_try_advisory_lock(${rebuildLock}) as locked`,
        );
        if (answer?.locked === true) break;
        if (until.aborted) throw new StoreClosedError();
        await waitMs(askAgainMs);
      }
      return await work(async (steps) => {
        session.send('begin');
        try {
          const result = await drive(steps(compile), executeOn(session));
          await session.commit();
          return result;
        } catch (error) {
          // There may no longer be a listener: the connection's end is a rollback too.
          if (isUnavailable(error)) giveUp(client);
          await session.settle().catch(() => undefined);
          await session.rows('rollback').catch(() => undefined);
          throw error;
        }
      });
    } finally {
      await endClient(client);
    }
  };
}
