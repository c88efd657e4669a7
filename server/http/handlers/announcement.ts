import { createAnnouncementDesk, type AnnouncementDeskParts } from '../../notify/announcementDesk.ts';
import { listAnnouncements, readAnnouncement } from '../../queries/announcement.ts';
import type { Handlers } from '../handlers.ts';

export function announcementHandlers(
  parts: AnnouncementDeskParts,
): Pick<Handlers, Extract<keyof Handlers, `announcement${string}`>> {
  const { store } = parts;
  const desk = createAnnouncementDesk(parts);
  return {
    announcementReach: ({ id }, { principal }) => desk.reach(principal, id),
    async announcementSend(wish, { principal }) {
      const { id, screenNum, memberNum } = await desk.send(principal, wish);
      return { id, screen_num: screenNum, member_num: memberNum };
    },
    announcementList: (query, { principal }) => listAnnouncements(store, principal, query),
    announcementDetail: ({ id }, { principal }) => readAnnouncement(store, principal, id),
    async announcementRecall({ id, reason }, { principal }) {
      await desk.recall(principal, id, reason);
      return {};
    },
  };
}
