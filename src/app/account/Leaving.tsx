import { useMemo, useState } from 'react';
import { userOptions } from '../../contract/endpoints/access.ts';
import { rescueAckState } from '../../contract/endpoints/rescue.ts';
import type { Call } from '../../contract/call.ts';
import type { UserInfo } from '../../contract/entities/session.ts';
import type { RescueOrderRow } from '../../contract/entities/rescueOrder.ts';
import { LeaveDialog, type LeaveDialogProps } from '../../features/account/index.ts';
import { loading } from '../../streams/loadState.ts';
import { loadWithRetry } from '../../streams/loadWithRetry.ts';
import { useObservable } from '../../ui/live/useObservable.ts';

const quiet = { quiet: true } as const;

interface LeavingProps {
  call: Call;
  user: UserInfo;
  /** Open rescues of this user, as `openRescuesOf` answered them. */
  orders: readonly RescueOrderRow[];
  onLeave: () => void;
  onClose: () => void;
}

/** Offers to hand over everything open, then signs the user out. */
export function Leaving({ call, user, orders, onLeave, onClose }: LeavingProps) {
  const [handedOver] = useState(() => new Set<number>());
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

  const handOver: LeaveDialogProps['onHandOver'] = async ({ id: toUserId, name: toUserName }) => {
    for (const { id } of orders) {
      // A second attempt continues where the first was refused.
      if (handedOver.has(id)) continue;
      await call(
        rescueAckState,
        { id, event: 'rescue.handedOver', data: { toUserId, toUserName, note: '退出登录时转交' } },
        quiet,
      );
      handedOver.add(id);
    }
    onLeave();
  };
  return (
    <LeaveDialog orders={orders} successors={successors} onHandOver={handOver} onLeave={onLeave} onClose={onClose} />
  );
}
