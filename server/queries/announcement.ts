import { sql } from 'kysely';
import * as z from 'zod';
import type { OutputOf, ParsedInputOf } from '../../src/contract/endpoint.ts';
import type {
  AnnouncementDetail,
  announcementList,
  AnnouncementRow,
  ScreenDelivery,
} from '../../src/contract/endpoints/announcement.ts';
import { memberRoles } from '../../src/contract/entities/community.ts';
import { noticeKinds } from '../../src/contract/entities/communityNotice.ts';
import { announcementStateLabels } from '../../src/contract/events/announcement.ts';
import { keysOf } from '../../src/contract/exceptions.ts';
import { commandStateLabels, type CommandState } from '../../src/contract/labels.ts';
import { notificationStateLabels, providerChannels } from '../../src/contract/notificationWords.ts';
import { toWireTime, toWireTimeOrNull } from '../../src/contract/time.ts';
import { announcementLifecycle } from '../../src/machines/announcementLifecycle.ts';
import type { Principal } from '../access/principal.ts';
import { ofCommunity } from '../domain/base/communityMember.ts';
import { NotFound } from '../domain/refusal.ts';
import type { EventStore, Queries } from '../store/eventStore.ts';
import { readsOf } from '../store/readsOf.ts';
import type { AnnouncementTable } from '../store/rowTables.ts';
import { listRows } from './listRows.ts';
import { offeredStates } from './offeredState.ts';
import { timelineOf } from './timeline.ts';

const stages = z.enum(keysOf(announcementStateLabels));
const kinds = z.enum(noticeKinds);
const commandStates = z.enum(keysOf(commandStateLabels));
const messageStates = z.enum(keysOf(notificationStateLabels));
const roles = z.enum(memberRoles);
const channels = z.enum(providerChannels);

/** The state of a delivery by that of its command. */
const deliveryOfCommand: Readonly<Record<CommandState, ScreenDelivery>> = {
  queued: 'waiting',
  sent: 'sent',
  delivered: 'sent',
  succeeded: 'shown',
  failed: 'failed',
  timedOut: 'failed',
  expired: 'failed',
  cancelled: 'failed',
};

/** The state of a delivery to a screen, as SQL. */
const delivery = sql<ScreenDelivery>`case
  when s.shown_at_ms is not null then 'shown'
  when s.device_key is null then case when a.state in ('expired', 'recalled') then 'failed' else 'waiting' end
  ${sql.join(
    Object.entries(deliveryOfCommand).map(([state, to]) => sql`when c.state = ${sql.lit(state)} then ${sql.lit(to)}`),
    sql` `,
  )}
  when a.state in ('expired', 'recalled') then 'failed'
  else 'waiting' end`;

const screensOf = (queries: Queries, ids: readonly number[]) =>
  queries
    .selectFrom('announcement_screens as s')
    .innerJoin('announcements as a', 'a.id', 's.announcement_id')
    .leftJoin('device_commands as c', 'c.id', 's.command_id')
    .where('s.announcement_id', 'in', ids);
const membersOf = (queries: Queries, ids: readonly number[]) =>
  queries
    .selectFrom('announcement_members as m')
    .leftJoin('notifications as n', 'n.id', 'm.notification_id')
    .where('m.announcement_id', 'in', ids);

const reached: readonly string[] = ['delivered', 'answered', 'acknowledged'];
const lost: readonly string[] = ['givenUp', 'unknown', 'cancelled'];

interface Counts {
  readonly total: number;
  readonly done: number;
  readonly failed: number;
}

/** Sums the groups of each notice. */
function countsOf(
  groups: readonly { readonly announcement_id: number; readonly state: string | null; readonly num: number }[],
  id: number,
  done: readonly string[],
  failed: readonly string[],
): Counts {
  const own = groups.filter(({ announcement_id }) => announcement_id === id);
  const sum = (states: readonly string[] | undefined): number =>
    own.reduce((total, { state, num }) => total + (states === undefined || states.includes(state ?? '') ? num : 0), 0);
  return { total: sum(undefined), done: sum(done), failed: sum(failed) };
}

async function rowsOf(queries: Queries, by: Principal, rows: readonly AnnouncementTable[]): Promise<AnnouncementRow[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const [offered, screens, members] = await Promise.all([
    offeredStates(queries, announcementLifecycle, ids, by),
    screensOf(queries, ids)
      .select(['s.announcement_id', delivery.as('delivery'), ({ fn }) => fn.countAll<number>().as('num')])
      .groupBy(['s.announcement_id', 'delivery'])
      .execute(),
    membersOf(queries, ids)
      .select(['m.announcement_id', 'n.state', ({ fn }) => fn.countAll<number>().as('num')])
      .groupBy(['m.announcement_id', 'n.state'])
      .execute(),
  ]);
  return rows.flatMap((row) => {
    const state = offered.get(row.id);
    if (state === undefined) return [];
    return [
      {
        id: row.id,
        notice_id: row.notice_id,
        community_id: row.community_id,
        community_name: row.community_name,
        title: row.title,
        content: row.content,
        kind: kinds.parse(row.kind),
        stage: stages.parse(row.state),
        from: toWireTime(row.from_ms),
        until: toWireTime(row.until_ms),
        sent_by: row.sent_by,
        sent_at: toWireTime(row.sent_at_ms),
        recall_reason: row.recall_reason,
        ended_at: toWireTimeOrNull(row.ended_at_ms),
        screens: countsOf(
          screens.map(({ delivery: state, ...group }) => ({ ...group, state })),
          row.id,
          ['shown'],
          ['failed'],
        ),
        members: countsOf(members, row.id, reached, lost),
        ...state,
      },
    ];
  });
}

/** The notices that were sent to the communities in the caller's scope. */
export async function listAnnouncements(
  store: EventStore,
  by: Principal,
  query: ParsedInputOf<typeof announcementList>,
): Promise<OutputOf<typeof announcementList>> {
  const { community_id: communityId, kind, stage } = query;
  const reads = readsOf(store, by);
  const page = await listRows(query, {
    from: reads
      .selectFrom('announcements as t')
      .where(() => ofCommunity.condition(by.scope, 't'))
      .$if(communityId !== undefined, (from) => from.where('t.community_id', '=', communityId ?? 0))
      .$if(kind !== undefined, (from) => from.where('t.kind', '=', kind ?? ''))
      .$if(stage !== undefined, (from) => from.where('t.state', '=', stage ?? '')),
    select: (from) => from.selectAll('t'),
    toRow: (row) => row,
    id: 't.id',
    sorts: { sent_at: 't.sent_at_ms', until: 't.until_ms', title: 't.title', community_name: 't.community_name' },
    keyword: ['t.title', 't.content', 't.community_name'],
  });
  return { ...page, list: await rowsOf(reads, by, page.list) };
}

/** One sent notice with each of its deliveries. Throws NotFound, also for one out of scope. */
export async function readAnnouncement(store: EventStore, by: Principal, id: number): Promise<AnnouncementDetail> {
  const reads = readsOf(store, by);
  const found = await reads
    .selectFrom('announcements as t')
    .selectAll()
    .where('t.id', '=', id)
    .where(() => ofCommunity.condition(by.scope, 't'))
    .execute();
  const [row] = await rowsOf(reads, by, found);
  if (row === undefined) throw new NotFound('公告不存在，或您无权查看');
  const [screens, members, timeline] = await Promise.all([
    screensOf(reads, [id])
      .leftJoin('device_commands as r', 'r.id', 's.recall_command_id')
      .select(['s.seq', 's.elevator_id', 's.tag', 's.name', 's.shown_at_ms', delivery.as('delivery')])
      .select(['c.state', 'c.result_message', 'c.updated_at_ms', 'r.state as recall'])
      .orderBy('s.seq')
      .execute(),
    membersOf(reads, [id])
      .select(['m.person_id', 'm.name', 'm.role', 'm.channel', 'm.masked_address'])
      .select(['n.state', 'n.problem', 'n.updated_at_ms'])
      .orderBy('m.person_id')
      .execute(),
    timelineOf(store, announcementLifecycle, id),
  ]);
  return {
    row,
    screens: screens.map((screen) => ({
      seq: screen.seq,
      elevator_id: screen.elevator_id,
      tag: screen.tag,
      name: screen.name,
      delivery: screen.delivery,
      note: noteOf(screen.state, screen.result_message ?? ''),
      recall: screen.recall === null ? null : commandStates.parse(screen.recall),
      at: toWireTimeOrNull(screen.shown_at_ms ?? screen.updated_at_ms),
    })),
    members: members.map((member) => ({
      person_id: member.person_id,
      name: member.name,
      role: roles.parse(member.role),
      channel: channels.parse(member.channel),
      masked_address: member.masked_address,
      state: member.state === null ? null : messageStates.parse(member.state),
      problem: member.problem ?? '',
      at: toWireTimeOrNull(member.updated_at_ms),
    })),
    timeline,
  };
}

/** Returns the device's message, or the outcome of the command where that is no success. */
function noteOf(state: string | null, message: string): string {
  if (message !== '') return message;
  return state === null || state === 'succeeded' ? '' : commandStateLabels[commandStates.parse(state)];
}
