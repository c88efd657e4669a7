import { hash } from 'node:crypto';
import { sql } from 'kysely';
import { chainEvents, chainStream } from '../../../src/contract/events/chain.ts';
import { hashOf, type LogHead } from '../eventRow.ts';
import type { Queries } from '../eventStore.ts';
import type { EventsTable } from '../schema.ts';

const batchSize = 1000;

/** A place where the log is not what was written. `fingerprint` names exactly what was found there. */
export interface ChainBreak {
  readonly position: number;
  readonly fingerprint: string;
}

/** A break that a named person has acknowledged. */
export interface AcknowledgedBreak extends ChainBreak {
  readonly by: string;
  readonly reason: string;
  readonly atMs: number;
}

export interface ChainFindings {
  /** The number of events from the first on that are intact or whose breaks are acknowledged. */
  readonly events: number;
  readonly brokenAtPosition?: number;
}

export interface ChainWalk {
  /** The last event that is intact, or whose break is acknowledged. */
  readonly end: LogHead;
  /** The first unacknowledged break; the walk ends there. */
  readonly broken?: ChainBreak;
  readonly acknowledged: readonly AcknowledgedBreak[];
  /** The position after which the walk began: 0 for all of the log. */
  readonly startedAfter: number;
}

export const toFindings = ({ end, broken }: ChainWalk): ChainFindings => ({
  events: end.position,
  ...(broken === undefined ? {} : { brokenAtPosition: broken.position }),
});

const start: LogHead = { position: 0, hash: '' };
const breakAt = (position: number, ...found: readonly (string | number)[]): ChainBreak => ({
  position,
  fingerprint: hash('sha256', JSON.stringify(found), 'hex'),
});

/** Walks the hash chain to the head that is committed now, from event zero or from a place that was verified before. */
export async function walkChain(rows: Queries, verified: LogHead = start): Promise<ChainWalk> {
  // Reads the head first, so that commits during the walk are not expected, but events that were cut off are. In one statement,
  // so that no commit lies between the two.
  const head = await rows
    .selectFrom('log_head')
    .select(['position', 'hash', sql<number | null>`(select max(position) from events)`.as('last')])
    .executeTakeFirstOrThrow();
  const known = await acknowledgedBreaks(rows);
  const from = (await isStillThere(rows, verified)) ? verified : start;
  const acknowledged = known.filter(({ position }) => position <= from.position);
  let end = from;
  const result = (broken?: ChainBreak): ChainWalk => ({
    end,
    acknowledged,
    startedAfter: from.position,
    ...(broken === undefined ? {} : { broken }),
  });
  const isKnown = (found: ChainBreak): boolean => {
    const match = known.find(
      ({ position, fingerprint }) => position === found.position && fingerprint === found.fingerprint,
    );
    if (match !== undefined) acknowledged.push(match);
    return match !== undefined;
  };

  while (end.position < head.position) {
    const page = await rows
      .selectFrom('events')
      .selectAll()
      .where('position', '>', end.position)
      .where('position', '<=', head.position)
      .orderBy('position')
      .limit(batchSize)
      .execute();
    for (const row of page) {
      const broken = breaksAt(row, end).find((found) => !isKnown(found));
      if (broken !== undefined) return result(broken);
      end = { position: row.position, hash: row.hash };
    }
    if (page.length === 0) {
      const missing = missingBetween(end, head.position + 1, head.hash);
      if (!isKnown(missing)) return result(missing);
      end = { position: head.position, hash: head.hash };
    }
  }
  // The next event would be chained to something that is not there.
  const loose = linkBreak(head.position + 1, end.hash, head.hash);
  if (loose !== undefined && !isKnown(loose)) return result(loose);
  return (head.last ?? 0) > head.position
    ? result(breakAt(head.position + 1, 'beyond the head', head.last ?? 0))
    : result();
}

/** The faults of an event given the one before it, in the order in which the walk finds them. */
function breaksAt(row: EventsTable, before: LogHead): readonly ChainBreak[] {
  const link =
    row.position === before.position + 1
      ? linkBreak(row.position, before.hash, row.prev_hash)
      : missingBetween(before, row.position, row.prev_hash);
  const content = hashOf(row);
  return [
    ...(link === undefined ? [] : [link]),
    ...(content === row.hash ? [] : [breakAt(row.position, 'changed', row.hash, content)]),
  ];
}

/** The same whether an event follows already or the head only says that one did, so that an acknowledgement outlives the next append. */
const missingBetween = (before: LogHead, next: number, expectedHash: string) =>
  breakAt(before.position + 1, 'missing', before.hash, next, expectedHash);
const linkBreak = (position: number, actual: string, expected: string) =>
  actual === expected ? undefined : breakAt(position, 'not chained', actual, expected);

async function isStillThere(rows: Queries, { position, hash: verifiedHash }: LogHead): Promise<boolean> {
  if (position === 0) return true;
  const row = await rows.selectFrom('events').selectAll().where('position', '=', position).executeTakeFirst();
  return row !== undefined && row.hash === verifiedHash && hashOf(row) === verifiedHash;
}

async function acknowledgedBreaks(rows: Queries): Promise<readonly AcknowledgedBreak[]> {
  const events = await rows
    .selectFrom('events')
    .selectAll()
    .where('stream', '=', chainStream)
    .orderBy('version')
    .execute();
  return events.flatMap((row) => {
    if (row.type !== 'chain.breakAcknowledged' || hashOf(row) !== row.hash) return [];
    const parsed = chainEvents['chain.breakAcknowledged'].safeParse(JSON.parse(row.data));
    return parsed.success ? [{ ...parsed.data, atMs: row.at_ms }] : [];
  });
}
