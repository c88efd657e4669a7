import { noticeDrafts } from '../domain/base/communityNotice.ts';
import { plainList } from './plainList.ts';

/** The notices of the communities in the caller's scope. */
export const listCommunityNotices = plainList(noticeDrafts);
