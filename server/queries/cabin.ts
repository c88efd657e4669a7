import type { CabinState } from '../../src/contract/endpoints/cabin.ts';
import { presenceCodeEveryMs, presenceCodeValidMs } from '../../src/contract/endpoints/cabin.ts';
import { noticeKinds } from '../../src/contract/entities/communityNotice.ts';
import { toWireTime } from '../../src/contract/time.ts';
import type { PresenceCodes } from '../access/presenceCodes.ts';
import type { EventStore } from '../store/eventStore.ts';
import { currentOutage } from './outage.ts';
import { lastAndNextService } from './serviceDates.ts';

/** The page in a car: its pairing, and the one lift that it sees. */
export interface Cabin {
  readonly wallId: number;
  readonly elevatorId: number;
  readonly name: string;
}

/** The page in a car that signs in as this user; undefined for any other user. */
export async function cabinOfUser({ rows }: Pick<EventStore, 'rows'>, userId: number): Promise<Cabin | undefined> {
  const row = await rows
    .selectFrom('walls')
    .select(['id', 'elevator_id', 'name'])
    .where('user_id', '=', userId)
    .where('revoked_at_ms', 'is', null)
    .executeTakeFirst();
  return row === undefined || row.elevator_id === null
    ? undefined
    : { wallId: row.id, elevatorId: row.elevator_id, name: row.name };
}

/** More than a page can show in turns. */
const mostNotices = 10;

/** Returns the content of the page in a car; undefined where its lift is no longer there. */
export async function readCabin(
  { rows }: Pick<EventStore, 'rows'>,
  { wallId, elevatorId, name }: Cabin,
  { nowMs, hotline, codes }: { readonly nowMs: number; readonly hotline: string; readonly codes: PresenceCodes },
): Promise<CabinState | undefined> {
  const lift = await rows
    .selectFrom('elevators as e')
    .innerJoin('communities as c', 'c.id', 'e.community_id')
    .leftJoin('organizations as b', (join) => join.onRef('b.id', '=', 'e.brand_id').on('b.org_type', '=', 3))
    .leftJoin('organizations as p', (join) => join.onRef('p.id', '=', 'e.property_id').on('p.org_type', '=', 4))
    .leftJoin('organizations as m', (join) => join.onRef('m.id', '=', 'e.maintenance_id').on('m.org_type', '=', 5))
    .select(['e.tag', 'e.addr', 'e.rescue_code', 'e.next_inspection_on', 'c.name as community_name'])
    .select(['b.name as brand_name', 'p.name as property_name', 'm.name as maintenance_name'])
    .where('e.id', '=', elevatorId)
    .executeTakeFirst();
  if (lift === undefined) return undefined;
  const [outage, notices, service] = await Promise.all([
    currentOutage(rows, elevatorId, nowMs),
    noticesOfLift(rows, { elevatorId, wallId, nowMs }),
    lastAndNextService(rows, elevatorId),
  ]);
  return {
    now: toWireTime(nowMs),
    tag: lift.tag,
    name,
    community_name: lift.community_name,
    addr: lift.addr,
    rescue_code: lift.rescue_code,
    hotline,
    property_name: lift.property_name ?? '',
    maintenance_name: lift.maintenance_name ?? '',
    brand_name: lift.brand_name ?? '',
    next_inspection_on: lift.next_inspection_on,
    last_service_on: service.last,
    outage:
      outage === undefined
        ? null
        : {
            is_active: outage.isActive,
            from: toWireTime(outage.fromMs),
            to: toWireTime(outage.toMs),
            reason: outage.reason,
          },
    notices,
    codes: codesFrom(codes, elevatorId, nowMs),
  };
}

/** The titles and words of the notices that the lift's screens show now, the newest first. */
export async function shownNotices(
  rows: EventStore['rows'],
  elevatorId: number,
  nowMs: number,
): Promise<readonly { readonly title: string; readonly content: string }[]> {
  return rows
    .selectFrom('announcements as a')
    .select(['a.title', 'a.content'])
    .where('a.state', '=', 'showing')
    .where('a.until_ms', '>', nowMs)
    .where('a.id', 'in', (eb) =>
      eb.selectFrom('announcement_screens as s').select('s.announcement_id').where('s.elevator_id', '=', elevatorId),
    )
    .orderBy('a.sent_at_ms', 'desc')
    .limit(3)
    .execute();
}

/** Sent to a screen of the lift and shown now, the newest first. A page that was paired later shows them, too, and is asked for no receipt. */
async function noticesOfLift(
  rows: EventStore['rows'],
  { elevatorId, wallId, nowMs }: { readonly elevatorId: number; readonly wallId: number; readonly nowMs: number },
): Promise<CabinState['notices']> {
  const found = await rows
    .selectFrom('announcement_screens as s')
    .innerJoin('announcements as a', 'a.id', 's.announcement_id')
    .select(['a.id', 'a.title', 'a.content', 'a.kind', 'a.until_ms', 'a.sent_at_ms', 's.wall_id', 's.shown_at_ms'])
    .where('s.elevator_id', '=', elevatorId)
    .where('a.state', '=', 'showing')
    .where('a.until_ms', '>', nowMs)
    .orderBy('a.sent_at_ms', 'desc')
    .orderBy('a.id', 'desc')
    .execute();
  const ids = [...new Set(found.map(({ id }) => id))].slice(0, mostNotices);
  return ids.flatMap((id) => {
    const rowsOfNotice = found.filter((row) => row.id === id);
    const [row] = rowsOfNotice;
    if (row === undefined) return [];
    return {
      id,
      title: row.title,
      content: row.content,
      kind: noticeKinds.find((kind) => kind === row.kind) ?? 'other',
      until: toWireTime(row.until_ms),
      is_new: rowsOfNotice.some((one) => one.wall_id === wallId && one.shown_at_ms === null),
    };
  });
}

/** The code of now and those of the next minute. */
function codesFrom(codes: PresenceCodes, elevatorId: number, nowMs: number): CabinState['codes'] {
  const firstMs = Math.floor(nowMs / presenceCodeEveryMs) * presenceCodeEveryMs;
  return Array.from({ length: presenceCodeValidMs / presenceCodeEveryMs + 1 }, (_unused, index) => {
    const fromMs = firstMs + index * presenceCodeEveryMs;
    return {
      code: codes.codeAt(elevatorId, fromMs),
      from: toWireTime(fromMs),
      until: toWireTime(fromMs + presenceCodeEveryMs),
    };
  });
}
