import { useMemo } from 'react';
import { NEVER, of } from 'rxjs';
import type { NotificationRow } from '../../../contract/entities/notification.ts';
import type { ElevatorDetail } from '../../../contract/entities/elevator.ts';
import type { RescueOrderRow } from '../../../contract/entities/rescueOrder.ts';
import { loading, type LoadState } from '../../../streams/loading/loadState.ts';
import { nothingPolled, type PolledData } from '../../../streams/loading/pollLatestData.ts';
import { unwatchedOrder, type WatchedOrder } from '../../../streams/calls/watchRescueOrder.ts';
import { useObservable } from '../../../ui/live/useObservable.ts';
import type { DeskSources } from '../deskSources.ts';

interface DeskOrder {
  readonly state: LoadState<RescueOrderRow>;
  /** Null until the order is read. */
  readonly row: RescueOrderRow | null;
  readonly timeline: WatchedOrder['timeline'];
  /** The notices to the people whom the ladder has called; empty for users who see no notifications. */
  readonly asked: readonly NotificationRow[];
  readonly elevator: ElevatorDetail | null;
  readonly car: PolledData;
}

/** The lift of the order and its car, while one is selected. */
function useLift(sources: DeskSources, elevatorId: number | null): Pick<DeskOrder, 'elevator' | 'car'> {
  const elevator$ = useMemo(() => (elevatorId === null ? NEVER : sources.elevator$(elevatorId)), [sources, elevatorId]);
  const car$ = useMemo(() => (elevatorId === null ? NEVER : sources.car$(elevatorId)), [sources, elevatorId]);
  const elevator = useObservable(elevator$, loading);
  const car = useObservable(car$, nothingPolled);
  return { elevator: elevator.kind === 'ready' ? elevator.value : null, car };
}

/** The selected order with all that is shown of it: from its own watch, or until that speaks, from its row in the queue. */
export function useDeskOrder(
  sources: DeskSources,
  rows: readonly RescueOrderRow[],
  selectedId: number | null,
): DeskOrder {
  const order$ = useMemo(
    () => (selectedId === null ? of(unwatchedOrder) : sources.order$(selectedId)),
    [sources, selectedId],
  );
  const watched = useObservable(order$, unwatchedOrder);
  const asked$ = useMemo(() => (selectedId === null ? NEVER : sources.asked$(selectedId)), [sources, selectedId]);
  const asked = useObservable(asked$, loading);
  const queued = rows.find(({ id }) => id === selectedId);
  const state: LoadState<RescueOrderRow> =
    watched.row.kind !== 'ready' && queued !== undefined
      ? { kind: 'ready', value: queued, problem: null }
      : watched.row;
  const row = state.kind === 'ready' && state.value.id === selectedId ? state.value : null;
  return {
    state,
    row,
    timeline: watched.timeline,
    asked: asked.kind === 'ready' ? asked.value : [],
    ...useLift(sources, row?.elevator_id ?? null),
  };
}
