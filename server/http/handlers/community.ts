import { createCommunityDesk } from '../../domain/community.ts';
import { createCommunityMemberDesk } from '../../domain/communityMember.ts';
import { createCommunityNoticeDesk } from '../../domain/communityNotice.ts';
import type { Directory } from '../../domain/directory.ts';
import { findCommunity, listCommunities, listCommunityMembers, listCommunityPeople } from '../../queries/community.ts';
import { listCommunityNotices } from '../../queries/communityNotice.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { EventStore } from '../../store/eventStore.ts';
import type { Handlers } from '../handlers.ts';
import { saveOf } from './saveOf.ts';

export interface CommunityHandlerParts {
  readonly store: EventStore;
  readonly clock: Clock;
  readonly directory: Pick<Directory, 'reloadLifts'>;
  readonly onTrouble: (trouble: string, error: unknown) => void;
}

type CommunityHandlers = Pick<Handlers, Extract<keyof Handlers, `community${string}`>>;

export function communityHandlers(parts: CommunityHandlerParts): CommunityHandlers {
  const { store, directory } = parts;
  const communities = createCommunityDesk({
    ...parts,
    onChanged: ({ id }) => directory.reloadLifts({ communityIds: [id] }),
  });
  const members = createCommunityMemberDesk({ store, clock: parts.clock, onTrouble: parts.onTrouble });
  const notices = createCommunityNoticeDesk({ store, clock: parts.clock, onTrouble: parts.onTrouble });
  return {
    communityList: (input, { principal }) => listCommunities(store, principal, input),
    communityDetail: ({ id }, { principal }) => findCommunity(store, principal, id),
    communitySave: saveOf(communities),
    communityUpdate: saveOf(communities),
    communityDelete: (ids, { principal }) => communities.remove(principal, ids),
    communityMembers: (input, { principal }) => listCommunityMembers(store, principal, input),
    communityMemberSave: saveOf(members),
    communityMemberDelete: (ids, { principal }) => members.remove(principal, ids),
    communityNotices: (input, { principal }) => listCommunityNotices(store, principal, input),
    communityNoticeSave: saveOf(notices),
    communityNoticeDelete: (ids, { principal }) => notices.remove(principal, ids),
    communityPeople: (input, { principal }) => listCommunityPeople(store, principal, input),
  };
}
