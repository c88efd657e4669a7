import type { AnnouncementReach, announcementSend } from '../../src/contract/endpoints/announcement.ts';
import type { ParsedInputOf } from '../../src/contract/endpoint.ts';
import { toWireTime } from '../../src/contract/time.ts';
import { loadPrincipals } from '../access/loadPrincipal.ts';
import type { Principal } from '../access/principal.ts';
import { createCommunityNoticeDesk } from '../domain/base/communityNotice.ts';
import { Directory } from '../domain/city/directory.ts';
import { createOutageDesk } from '../domain/base/outageDesk.ts';
import type { Clock } from '../runtime/clock.ts';
import { run, type EventStore } from '../store/eventStore.ts';

const doneKey = 'demo.announcements';
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const communities = 3;

const notices = [
  {
    kind: 'inspection',
    title: '电梯定期检验公告',
    content: '检验机构将对本小区电梯进行定期检验，检验期间各梯依次停用约一小时。',
    days: 5,
  },
  {
    kind: 'safety',
    title: '请勿将电动自行车推入电梯',
    content: '电动自行车及其电池进入轿厢有起火危险。请将车辆停放在集中充电区。',
    days: 60,
  },
  {
    kind: 'safety',
    title: '被困电梯怎么办',
    content: '请按轿厢内的报警按钮或拨打救援热线，报出六位救援码，在轿厢内等待，不要扒门。',
    days: 90,
  },
] as const;

const fail = (_trouble: string, error: unknown): never => {
  throw error;
};
const dayAt = (atMs: number): string => toWireTime(atMs).slice(0, 10);

interface SeedParts {
  readonly store: EventStore;
  readonly clock: Clock;
  /** As a person sends a notice. */
  readonly desk: {
    reach(by: Principal, noticeId: number): Promise<AnnouncementReach>;
    send(by: Principal, wish: ParsedInputOf<typeof announcementSend>): Promise<unknown>;
  };
}

/**
 * Sends the demo city a few notices and plans one outage, once: as a person does, so that the screens of the demo's lifts answer. Call it
 * while the server runs.
 */
export async function seedAnnouncements({ store, clock, desk }: SeedParts): Promise<void> {
  const isDone = await store.rows.selectFrom('store_meta').select('key').where('key', '=', doneKey).executeTakeFirst();
  if (isDone !== undefined) return;
  const by = await author(store);
  if (by === undefined) return;
  const directory = await Directory.load(store);
  const drafts = createCommunityNoticeDesk({ store, clock, onTrouble: fail });
  const nowMs = clock.nowMs();
  for (const [index, communityId] of (await communitiesWithScreens(store)).entries()) {
    const notice = notices[index % notices.length];
    if (notice === undefined) continue;
    const { days, ...words } = notice;
    const { id } = await drafts.save(by, {
      ...words,
      community_id: communityId,
      valid_from: dayAt(nowMs),
      valid_to: dayAt(nowMs + days * dayMs),
    });
    const { lifts, members } = await desk.reach(by, id);
    await desk.send(by, {
      id,
      to: {
        elevator_ids: lifts.filter(({ screens }) => screens.length > 0).map((lift) => lift.elevator_id),
        person_ids: members.filter(({ channel }) => channel !== null).map((member) => member.person_id),
      },
    });
  }
  const lift = [...directory.elevators()].find(({ isScrapped }) => !isScrapped);
  if (lift !== undefined)
    await createOutageDesk({ store, clock, directory, notices: drafts }).plan(by, {
      elevator_ids: [lift.id],
      from: toWireTime(nowMs - hourMs),
      to: toWireTime(nowMs + 6 * hourMs),
      reason: '更换曳引钢丝绳',
    });
  await store.write(function* (queries) {
    yield* run(queries.insertInto('store_meta').values({ key: doneKey, value: String(nowMs) }));
  });
}

/** Somebody of the demo who may, and sees the whole city. */
async function author(store: EventStore): Promise<Principal | undefined> {
  const people = await loadPrincipals(store);
  return people.find(
    ({ permissions, scope }) =>
      scope.kind === 'all' && permissions.has('announcement.send') && permissions.has('outage.edit'),
  );
}

async function communitiesWithScreens({ rows }: EventStore): Promise<readonly number[]> {
  const found = await rows
    .selectFrom('devices as d')
    .innerJoin('elevators as e', 'e.id', 'd.elevator_id')
    .select(['e.community_id', ({ fn }) => fn.countAll<number>().as('num')])
    .where('d.device_type', '=', 'SCR')
    .where('d.is_disabled', '=', 0)
    .groupBy('e.community_id')
    .orderBy('num', 'desc')
    .orderBy('e.community_id')
    .limit(communities)
    .execute();
  return found.map((row) => row.community_id);
}
