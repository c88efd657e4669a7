import { from, type Observable } from 'rxjs';
import type { Call } from '../../contract/call.ts';
import { noticeList } from '../../contract/endpoints/alarm.ts';
import type { NoticeRow } from '../../contract/entities/alarmRecord.ts';
import type { PushEvent } from '../../contract/push.ts';
import type { LoadState } from '../../streams/loadState.ts';
import { watchLatest } from '../../streams/watchLatest.ts';

const shownNotices = 20;

/** The newest notices to this user. */
export interface Notices {
  readonly list: readonly NoticeRow[];
  /** How many things wait for someone: rescues that are not over, and notices of something else that were not read. */
  readonly open: number;
}

async function loadNotices(call: Call): Promise<Notices> {
  const [newest, open] = await Promise.all([
    call(noticeList, { mine: '1', page: 1, page_size: shownNotices }, { quiet: true }),
    call(noticeList, { mine: '1', page: 1, page_size: 1, open: true }, { quiet: true }),
  ]);
  return { list: newest.list, open: open.total };
}

/** These change what the notices of a rescue say. */
const movesRescue: ReadonlySet<PushEvent['kind']> = new Set(['rescue.claimed', 'rescue.changed', 'rescue.over']);

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
      concerns: ({ kind }) => kind === 'notice.raised' || movesRescue.has(kind),
      reload$,
    },
    { atMostEveryMs: 2_000 },
  );
}
