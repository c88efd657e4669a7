import type { ParsedInputOf } from '../../src/contract/endpoint.ts';
import type { AnnouncementReach, announcementSend } from '../../src/contract/endpoints/announcement.ts';
import { refusalCodes } from '../../src/contract/envelope.ts';
import type { AnnouncedMember, AnnouncedScreen } from '../../src/contract/events/announcement.ts';
import { streamName } from '../../src/contract/streamName.ts';
import { announcementLifecycle } from '../../src/machines/announcementLifecycle.ts';
import { actorOf, type Principal } from '../access/principal.ts';
import { ofCommunity } from '../domain/base/communityMember.ts';
import { decide, decideAs, type DecisionParts } from '../domain/decide.ts';
import { NotFound, Refusal, unlessRefused } from '../domain/refusal.ts';
import { run, type EventStore, type Queries, type TransactionSteps } from '../store/eventStore.ts';
import { reachOfNotice, type NoticeReach, type ReachParts } from './announcementReach.ts';

/** Notices from their sending. Each throws Refusal in Chinese, or NotFound for what is out of scope. */
export interface AnnouncementDesk {
  /** Resolves to the people whom a draft would reach if it were sent now. */
  reach(by: Principal, noticeId: number): Promise<AnnouncementReach>;
  /** Sends a draft, which is a draft no more; what follows from it is queued by `followAnnouncements`. */
  send(
    by: Principal,
    wish: ParsedInputOf<typeof announcementSend>,
  ): Promise<{ readonly id: number; readonly screenNum: number; readonly memberNum: number }>;
  recall(by: Principal, announcementId: number, reason: string): Promise<void>;
  /** The page in a car shows it: said once for each page. */
  shown(by: Principal, wallId: number, announcementId: number): Promise<void>;
}

export type AnnouncementDeskParts = DecisionParts & ReachParts & { readonly store: EventStore };

const wasSent = '这条公告草稿刚刚被发送或修改，请刷新后查看';
const startOfDay = (day: string): number => Date.parse(`${day}T00:00:00+08:00`);
const dayMs = 86_400_000;

/** The draft becomes what is sent in the same commit, and only once. */
function* takeDraft(queries: Queries, by: Principal, { id, values }: NoticeReach): TransactionSteps {
  const taken = yield* run(
    queries
      .updateTable('community_notices')
      .set({ state: 'sent' })
      .where('id', '=', id)
      .where('state', '=', 'draft')
      // As she saw it: what somebody changed meanwhile is not sent unread.
      .where('title', '=', values.title)
      .where('content', '=', values.content)
      .where('valid_to', '=', values.valid_to)
      .returning('id'),
  );
  if (taken.length === 0) throw new Refusal(wasSent, refusalCodes.conflict);
  if (!(yield* ofCommunity.sees(queries, by, values))) throw new NotFound('公告草稿不存在、已发送，或您无权查看');
}

export function createAnnouncementDesk(parts: AnnouncementDeskParts): AnnouncementDesk {
  const { store, clock } = parts;

  async function chosenScreens(reach: NoticeReach, elevatorIds: readonly number[]): Promise<AnnouncedScreen[]> {
    const wanted = new Set(elevatorIds);
    if ([...wanted].some((id) => reach.lifts.every((lift) => lift.id !== id)))
      throw new NotFound('所选电梯不在公告的小区，或您无权查看');
    const screens: AnnouncedScreen[] = [];
    for (const screen of reach.screens)
      if (wanted.has(screen.elevatorId))
        screens.push({ ...screen, commandId: screen.deviceKey === null ? null : await store.nextId('command') });
    return screens;
  }

  async function chosenMembers(reach: NoticeReach, personIds: readonly number[]): Promise<AnnouncedMember[]> {
    const members: AnnouncedMember[] = [];
    for (const id of new Set(personIds)) {
      const member = reach.members.find(({ personId }) => personId === id);
      if (member === undefined) throw new NotFound('所选人员不是公告所在小区的人员，或您无权查看');
      const { channel, problem, ...who } = member;
      if (channel === null)
        throw new Refusal(`无法通知${member.name}：${problem}。请取消勾选后再发送`, refusalCodes.notAllowedNow);
      members.push({ ...who, channel, notificationId: await store.nextId('notification') });
    }
    return members;
  }

  return {
    async reach(by, noticeId) {
      const { id, values, responsible, lifts, screens, members } = await reachOfNotice(parts, by, noticeId);
      return {
        id,
        title: values.title,
        community_name: responsible.communityName,
        lifts: lifts.map((lift) => ({
          elevator_id: lift.id,
          tag: lift.tag,
          addr: lift.addr,
          screens: screens.filter(({ elevatorId }) => elevatorId === lift.id).map(({ name }) => name),
        })),
        members: members.map((member) => ({
          person_id: member.personId,
          name: member.name,
          role: member.role,
          channel: member.channel,
          masked_address: member.maskedAddress,
          problem: member.problem,
        })),
      };
    },

    async send(by, { id: noticeId, to }) {
      const reach = await reachOfNotice(parts, by, noticeId);
      const { values, responsible } = reach;
      const [fromMs, untilMs] = [startOfDay(values.valid_from), startOfDay(values.valid_to) + dayMs];
      if (untilMs <= clock.nowMs()) throw new Refusal('公告的有效期已过，请先修改结束日期', refusalCodes.notAllowedNow);
      const screens = await chosenScreens(reach, to.elevator_ids);
      const members = await chosenMembers(reach, to.person_ids);
      if (screens.length + members.length === 0)
        throw new Refusal(
          to.elevator_ids.length === 0 ? '请至少选择一块屏幕或一名人员' : '所选电梯没有屏幕，请另选电梯或人员',
          refusalCodes.invalid,
        );
      const announcementId = await store.nextId('announcement');
      await decideAs(parts, by, announcementLifecycle, {
        stream: streamName('announcement', announcementId),
        choose: () => ({
          type: 'announcement.sent',
          data: {
            announcementId,
            noticeId,
            title: values.title,
            content: values.content,
            kind: values.kind,
            fromMs,
            untilMs,
            screens,
            members,
            responsible,
          },
        }),
        effects: (queries) => takeDraft(queries, by, reach),
      });
      return { id: announcementId, screenNum: screens.length, memberNum: members.length };
    },

    async recall(by, announcementId, reason) {
      const row = await store.rows
        .selectFrom('announcements as t')
        .select('t.id')
        .where('t.id', '=', announcementId)
        .where(() => ofCommunity.condition(by.scope, 't'))
        .executeTakeFirst();
      if (row === undefined) throw new NotFound('公告不存在，或您无权查看');
      const screens = await store.rows
        .selectFrom('announcement_screens as s')
        // Where nothing was queued there is nothing to take off.
        .innerJoin('device_commands as c', 'c.id', 's.command_id')
        .select('s.device_key')
        .where('s.announcement_id', '=', announcementId)
        .orderBy('s.seq')
        .execute();
      const commands: { deviceKey: string; commandId: number }[] = [];
      for (const { device_key: deviceKey } of screens)
        if (deviceKey !== null) commands.push({ deviceKey, commandId: await store.nextId('command') });
      await decideAs(parts, by, announcementLifecycle, {
        stream: streamName('announcement', announcementId),
        choose: () => ({ type: 'announcement.recalled', data: { reason, commands } }),
      });
    },

    async shown(by, wallId, announcementId) {
      const screen = await store.rows
        .selectFrom('announcement_screens')
        .select('shown_at_ms')
        .where('announcement_id', '=', announcementId)
        .where('wall_id', '=', wallId)
        .executeTakeFirst();
      if (screen === undefined) throw new NotFound();
      if (screen.shown_at_ms !== null) return;
      await unlessRefused(
        decide(parts, announcementLifecycle, {
          stream: streamName('announcement', announcementId),
          actor: actorOf(by),
          messageId: `announcement:${announcementId}:shown:${wallId}`,
          choose: () => ({ type: 'announcement.shown', data: { wallId } }),
        }),
      );
    },
  };
}
