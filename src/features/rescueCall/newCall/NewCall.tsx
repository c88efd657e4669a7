import { useState } from 'react';
import { BehaviorSubject, map, type Observable } from 'rxjs';
import { exceptionReport } from '../../../contract/endpoints/rescue.ts';
import type { FeatureDeps } from '../../../streams/featureDeps.ts';
import { inCallersOrder } from '../../../parts/lift/inCallersOrder.ts';
import { noSearch, type ElevatorSearch } from '../../../streams/fleet/searchElevators.ts';
import { createRequestId } from '../../../ui/form/createRequestId.ts';
import { useObservable } from '../../../ui/live/useObservable.ts';
import { NewCallDialog } from './NewCallDialog.tsx';

interface NewCallProps {
  call: FeatureDeps['call'];
  notify: FeatureDeps['notify'];
  search$: (keyword$: Observable<string>) => Observable<ElevatorSearch>;
  onClose: () => void;
  userId: number;
  /** The order that the call opened or joined, and whether this user has it. */
  onOpened: (orderId: number, isOwn: boolean) => void;
}

function registeredText(orderId: number, joined: boolean, holder: string | null): string {
  const what = joined ? `该电梯已有进行中的救援，已并入救援单 ${orderId}` : `已登记救援单 ${orderId}`;
  return holder === null ? `${what}，等待受理` : `${what}，由 ${holder} 负责`;
}

/** The dialog for a phoned-in call, with its search and its one request id. */
export function NewCall({ call, notify, search$, userId, onClose, onOpened }: NewCallProps) {
  const [requestId] = useState(createRequestId);
  const [{ keyword$, results$ }] = useState(() => {
    const keyword$ = new BehaviorSubject('');
    return { keyword$, results$: search$(keyword$).pipe(map(inCallersOrder)) };
  });
  const search = useObservable(results$, noSearch);
  return (
    <NewCallDialog
      requestId={requestId}
      search={search}
      onSearch={(keyword) => keyword$.next(keyword)}
      onClose={onClose}
      onSubmit={async (report) => {
        const {
          rescue_order_id: orderId,
          joined,
          accepted_by: holder,
        } = await call(exceptionReport, report, { quiet: true });
        notify.success(registeredText(orderId, joined, holder?.name ?? null));
        onOpened(orderId, holder?.id === userId);
      }}
    />
  );
}
