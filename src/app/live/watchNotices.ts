import { from, type Observable } from 'rxjs';
import type { Call } from '../../contract/call.ts';
import { noticeList } from '../../contract/endpoints/alarm.ts';
import type { NoticeRow } from '../../contract/entities/alarmRecord.ts';
import type { PushEvent } from '../../contract/push.ts';
import type { LoadState } from '../../streams/loadState.ts';
import { watchLatest } from '../../streams/watchLatest.ts';

const shownNotices = 20;

/** The newest notices to this user, and how many of all are unread. */
export interface Notices {
  readonly list: readonly NoticeRow[];
  readonly unread: number;
}

/** The newest notices and the number of unread ones. */
async function loadNotices(call: Call): Promise<Notices> {
  const [newest, unread] = await Promise.all([
    call(noticeList, { page: 1, page_size: shownNotices }, { quiet: true }),
    call(noticeList, { page: 1, page_size: 1, unread: true }, { quiet: true }),
  ]);
  return { list: newest.list, unread: unread.total };
}

/** The notices of the header: loaded once, and again whenever one was raised, or for `reload$`. */
export function watchNotices({
  call,
  events$,
  reload$,
}: {
  readonly call: Call;
  readonly events$: Observable<PushEvent>;
  readonly reload$: Observable<unknown>;
}): Observable<LoadState<Notices>> {
  return watchLatest({
    load: () => from(loadNotices(call)),
    events$,
    concerns: ({ kind }) => kind === 'notice.raised',
    reload$,
  });
}
