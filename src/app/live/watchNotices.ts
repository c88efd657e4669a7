import { from, type Observable } from 'rxjs';
import type { Call } from '../../contract/call.ts';
import { noticeList } from '../../contract/endpoints/alarm.ts';
import type { NoticeRow } from '../../contract/entities/alarmRecord.ts';
import type { PushEvent } from '../../contract/push.ts';
import { changeOf } from '../../contract/streamChange.ts';
import type { LoadState } from '../../streams/loading/loadState.ts';
import { watchLatest } from '../../streams/loading/watchLatest.ts';

const shownNotices = 20;

/** The newest notices to this user. */
export interface Notices {
  readonly list: readonly NoticeRow[];
  /** The number of open items: rescues that are not over, and notices of something else that were not read. */
  readonly open: number;
}

async function loadNotices(call: Call): Promise<Notices> {
  const [newest, open] = await Promise.all([
    call(noticeList, { mine: '1', page: 1, page_size: shownNotices }, { quiet: true }),
    call(noticeList, { mine: '1', page: 1, page_size: 1, open: true }, { quiet: true }),
  ]);
  return { list: newest.list, open: open.total };
}

/** True for pushes that change the words of a rescue's notices; a call that rings raises a notice of its own. */
const movesRescue = (event: PushEvent): boolean =>
  event.kind !== 'rescue.ringing' && changeOf(event)?.stream === 'rescue';

/** The notices of the header: loaded once, and again whenever one was raised, a rescue moved on, or for `reload$`. */
export function watchNotices({
  call,
  events$,
  reload$,
}: {
  readonly call: Call;
  readonly events$: Observable<PushEvent>;
  readonly reload$: Observable<unknown>;
}): Observable<LoadState<Notices>> {
  return watchLatest(
    {
      load: () => from(loadNotices(call)),
      events$,
      concerns: (event) => event.kind === 'notice.raised' || movesRescue(event),
      reload$,
    },
    { atMostEveryMs: 2_000 },
  );
}
