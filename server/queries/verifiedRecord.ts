import { bulletinEvents } from '../../src/contract/events/bulletin.ts';
import { toDisplayTime } from '../../src/contract/time.ts';
import { visitKindLabels, visitKinds } from '../../src/contract/visits/visitKinds.ts';
import { streamNumber } from '../../src/contract/streamName.ts';
import type { SealedIds } from '../access/sealedIds.ts';
import { hashOf } from '../store/eventRow.ts';
import type { EventStore, Queries } from '../store/eventStore.ts';
import { recordTypes } from './proofPath.ts';

/** A record as anyone with its printed paper in hand may know it: no names of people, and nothing that the paper does not say. */
export type VerifiedRecord = (VerifiedLiftRecord | VerifiedBulletin) & {
  /** The time of the event, in the city's calendar. */
  readonly at: string;
  /** The event is as it was written, and chained to the one before it. */
  readonly isIntact: boolean;
};

interface VerifiedLiftRecord extends Place {
  readonly kind: 'visit' | 'rescue';
}

/** A frozen bulletin is of a region, not of a lift. */
interface VerifiedBulletin {
  readonly kind: 'bulletin';
  /** `2026-11` */
  readonly month: string;
  readonly areaName: string;
  readonly version: number;
}

const hashShape = /^[0-9a-f]{64}$/;
const placeShape = /^\d{16}$/;

interface Place {
  readonly communityName: string;
  readonly addr: string;
  readonly tag: string;
  /** 半月维保; empty for a rescue. */
  readonly detail: string;
}

function bulletinOf(data: string): VerifiedBulletin | undefined {
  // A bulletin that was changed in the store may be one no longer.
  const parsed = bulletinEvents['bulletin.frozen'].safeParse(JSON.parse(data));
  if (!parsed.success) return undefined;
  const { month, areaName, version } = parsed.data;
  return { kind: 'bulletin', month, areaName, version };
}

async function placeOf(rows: Queries, kind: 'visit' | 'rescue', id: number): Promise<Place | undefined> {
  if (kind === 'visit') {
    const row = await rows
      .selectFrom('visits')
      .select(['tag', 'addr', 'community_name as communityName', 'kind'])
      .where('id', '=', id)
      .executeTakeFirst();
    const known = visitKinds.find((name) => name === row?.kind);
    return row === undefined ? undefined : { ...row, detail: known === undefined ? '' : visitKindLabels[known] };
  }
  const row = await rows
    .selectFrom('rescue_orders')
    .select(['tag', 'addr', 'community_name as communityName'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row === undefined ? undefined : { ...row, detail: '' };
}

async function liftRecordOf(
  rows: Queries,
  kind: 'visit' | 'rescue',
  id: number,
): Promise<VerifiedLiftRecord | undefined> {
  const place = await placeOf(rows, kind, id);
  return place === undefined ? undefined : { ...place, kind };
}

/**
 * The record whose event has this hash, at the sealed place that its address names; undefined where they do not belong together. The
 * event's link of the chain is computed again: from the hash of the event before it and everything that is stored of its own.
 */
export async function verifiedRecord(
  { store: { rows }, ids }: { readonly store: Pick<EventStore, 'rows'>; readonly ids: Pick<SealedIds, 'open'> },
  { hash, place }: { readonly hash: string; readonly place: string },
): Promise<VerifiedRecord | undefined> {
  const isShaped = hashShape.test(hash) && placeShape.test(place);
  const position = isShaped ? await ids.open('proof', Number(place)) : 0;
  const found = await rows
    .selectFrom('events')
    .selectAll()
    .where('position', 'in', [position - 1, position])
    .orderBy('position', 'desc')
    .execute();
  const [event, before] = found;
  const kind = event === undefined ? undefined : recordTypes.get(event.type);
  if (event?.position !== position || event.hash !== hash || kind === undefined) return undefined;
  const record =
    kind === 'bulletin' ? bulletinOf(event.data) : await liftRecordOf(rows, kind, streamNumber(event.stream));
  if (record === undefined) return undefined;
  return {
    ...record,
    at: toDisplayTime(event.at_ms),
    isIntact: hashOf(event) === event.hash && (before?.hash ?? '') === event.prev_hash,
  };
}
