import { namedCalls } from '../../../src/contract/rowCalls.ts';
import { createCommunityDesk } from '../../domain/base/community.ts';
import { createCommunityMemberDesk } from '../../domain/base/communityMember.ts';
import { createCommunityNoticeDesk } from '../../domain/base/communityNotice.ts';
import type { Directory } from '../../domain/city/directory.ts';
import { findCommunity, listCommunities, listCommunityMembers, listCommunityPeople } from '../../queries/community.ts';
import { listCommunityNotices } from '../../queries/communityNotice.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { OnTrouble } from '../../runtime/troubleLog.ts';
import type { EventStore } from '../../store/eventStore.ts';
import type { Handlers } from '../handlers.ts';
import { rowHandlers } from '../rowHandlers.ts';

export interface CommunityHandlerParts {
  readonly store: EventStore;
  readonly clock: Clock;
  readonly directory: Pick<Directory, 'reloadLifts'>;
  readonly onTrouble: OnTrouble;
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
  const communityCalls = rowHandlers(communities, store, listCommunities);
  const memberCalls = rowHandlers(members, store, listCommunityMembers);
  const noticeCalls = rowHandlers(notices, store, listCommunityNotices);
  return {
    ...namedCalls('community', communityCalls),
    communityDetail: ({ id }, { principal }) => findCommunity(store, principal, id),
    communityUpdate: communityCalls.save,
    communityMembers: memberCalls.list,
    communityMemberSave: memberCalls.save,
    communityMemberDelete: memberCalls.remove,
    communityNotices: noticeCalls.list,
    communityNoticeSave: noticeCalls.save,
    communityNoticeDelete: noticeCalls.remove,
    communityPeople: (input, { principal }) => listCommunityPeople(store, principal, input),
  };
}
