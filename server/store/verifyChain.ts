import type { Queries } from './eventStore.ts';
import { hashOf } from './eventRow.ts';

const batchSize = 1000;

export interface ChainFindings {
  /** How many events from the first on are intact. */
  readonly events: number;
  readonly brokenAtPosition?: number;
}

/** Walks the hash chain from event zero to the head that is committed now. */
export async function verifyChain(rows: Queries): Promise<ChainFindings> {
  // The head first: what is committed during the walk is not expected, what is cut off is.
  const head = await rows.selectFrom('log_head').selectAll().executeTakeFirstOrThrow();
  let position = 0;
  let previousHash = '';
  while (position < head.position) {
    const page = await rows
      .selectFrom('events').selectAll()
      .where('position', '>', position).where('position', '<=', head.position).orderBy('position').limit(batchSize)
      .execute();
    for (const row of page) {
      const intact = row.position === position + 1 && row.prev_hash === previousHash && hashOf(row) === row.hash;
      if (!intact) return { events: position, brokenAtPosition: position + 1 };
      position = row.position;
      previousHash = row.hash;
    }
    if (page.length === 0) return { events: position, brokenAtPosition: position + 1 };
  }
  // Events beyond a head that was set back are found by the next append; here the head's own hash must be the last one's.
  return previousHash === head.hash ? { events: position } : { events: position, brokenAtPosition: position };
}
