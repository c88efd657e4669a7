import { from, NEVER, share, ReplaySubject, type Observable } from 'rxjs';
import { rescueList } from '../../contract/endpoints/rescue.ts';
import type { FeatureDeps } from '../../streams/featureDeps.ts';
import type { LoadState } from '../../streams/loading/loadState.ts';
import { watchHandOvers, type HandOverResult, type HandOvers } from '../../streams/calls/watchHandOvers.ts';
import type { ToastTone } from '../../ui/Toast/createToasts.ts';

/** More open orders than any shift has had. */
const mostOrders = 200;

/** The offers that concern this user, loaded once however many look at them. */
export function watchOwnHandOvers({
  call,
  live: { events$, snapshotNeeded$ },
  user,
  can,
}: Pick<FeatureDeps, 'call' | 'live' | 'user' | 'can'>): Observable<LoadState<HandOvers>> {
  if (!can('rescue.view') || !can('rescue.handle') || user.must_change_password) return NEVER;
  const load = () =>
    from(call(rescueList, { scope: 'pending', page_size: mostOrders }, { quiet: true }).then(({ list }) => list));
  return watchHandOvers({ userId: user.id, load, events$, snapshotNeeded$ }).pipe(
    share({ connector: () => new ReplaySubject(1), resetOnRefCountZero: true }),
  );
}

const resultStaysMs = 8_000;

/** The message to the user who offered the hand-over, on any page. */
export function handOverText({ row, outcome }: HandOverResult): {
  readonly tone: ToastTone;
  readonly message: string;
  readonly durationMs: number;
} {
  const receiver = row.hand_over?.to.name ?? '对方';
  const what = `${row.tag} 的救援`;
  switch (outcome) {
    case 'accepted':
      return { tone: 'success', message: `${receiver} 已接收${what}`, durationMs: resultStaysMs };
    case 'declined':
      return { tone: 'warning', message: `${receiver} 拒绝接收${what}，仍由您负责`, durationMs: resultStaysMs };
    case 'expired':
      return { tone: 'warning', message: `${receiver} 未在限时内接收${what}，仍由您负责`, durationMs: resultStaysMs };
  }
}
