import { useEffect, useMemo, useState } from 'react';
import { from } from 'rxjs';
import { userOptions } from '../../contract/endpoints/access.ts';
import { rescueAckState } from '../../contract/endpoints/rescue.ts';
import type { Call } from '../../contract/call.ts';
import type { UserInfo } from '../../contract/entities/session.ts';
import type { RescueOrderRow } from '../../contract/entities/rescueOrder.ts';
import { LeaveDialog, type LeaveDialogProps } from '../../features/account/index.ts';
import type { LiveFeed } from '../../streams/link/liveFeed.ts';
import { loading } from '../../streams/loading/loadState.ts';
import { loadWithRetry } from '../../streams/loading/loadWithRetry.ts';
import { rescuePushOf } from '../../streams/calls/rescuePush.ts';
import { watchLatest } from '../../streams/loading/watchLatest.ts';
import { useObservable } from '../../ui/live/useObservable.ts';
import { openRescuesOf } from './openRescuesOf.ts';

const quiet = { quiet: true } as const;

interface LeavingProps {
  call: Call;
  user: UserInfo;
  live: Pick<LiveFeed, 'events$' | 'snapshotNeeded$'>;
  /** Open rescues of this user, as `openRescuesOf` answered them. */
  orders: readonly RescueOrderRow[];
  onLeave: () => void;
  onClose: () => void;
}

/** Asks a colleague to take over everything open; once it is all taken over, the user is signed out. */
export function Leaving({ call, user, live, orders: known, onLeave, onClose }: LeavingProps) {
  const successors$ = useMemo(
    () =>
      loadWithRetry(() =>
        call(userOptions, { can: 'rescue.answer', page_size: 200 }, quiet).then(({ list }) =>
          list.filter(({ id }) => id !== user.id),
        ),
      ),
    [call, user.id],
  );
  const successors = useObservable(successors$, loading);
  const own$ = useMemo(
    () =>
      watchLatest(
        {
          load: () => from(openRescuesOf(call, user)),
          events$: live.events$,
          concerns: (event) => rescuePushOf(event) !== undefined,
          reload$: live.snapshotNeeded$,
        },
        { atMostEveryMs: 0 },
      ),
    [call, user, live],
  );
  const own = useObservable(own$, loading);
  const orders = own.kind === 'ready' ? own.value : known;
  const [hasOffered, setOffered] = useState(false);
  const isAllTaken = hasOffered && orders.length === 0;
  useEffect(() => {
    if (isAllTaken) onLeave();
  }, [isAllTaken, onLeave]);

  const handOver: LeaveDialogProps['onHandOver'] = async ({ id: toUserId, name: toUserName }) => {
    for (const { id, hand_over: offer } of orders) {
      // A second attempt continues where the first was refused.
      if (offer !== null && offer.answer_by !== null && offer.to.id === toUserId) continue;
      await call(
        rescueAckState,
        { id, event: 'rescue.handOverOffered', data: { toUserId, toUserName, note: '退出登录时转交' } },
        quiet,
      );
    }
    setOffered(true);
  };
  return (
    <LeaveDialog
      orders={orders}
      successors={successors}
      hasOffered={hasOffered}
      onHandOver={handOver}
      onLeave={onLeave}
      onClose={onClose}
    />
  );
}
