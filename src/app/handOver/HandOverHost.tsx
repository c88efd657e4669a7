import { useState } from 'react';
import type { Observable } from 'rxjs';
import { rescueAckState } from '../../contract/endpoints/rescue.ts';
import type { Call } from '../../contract/call.ts';
import type { RescueOrderRow } from '../../contract/entities/rescueOrder.ts';
import { HandOverNotice } from '../../features/handOver/index.ts';
import { loading, type LoadState } from '../../streams/loadState.ts';
import type { HandOvers } from '../../streams/watchHandOvers.ts';
import { useObservable } from '../../ui/live/useObservable.ts';

interface HandOverHostProps {
  call: Call;
  handOvers$: Observable<LoadState<HandOvers>>;
  serverNow$: Observable<number>;
  /** The user has taken the order over. */
  onTaken: (orderId: number) => void;
}

const none: readonly RescueOrderRow[] = [];

/** What colleagues ask this user to take over, over whatever page is open. */
export function HandOverHost({ handOvers$, ...rest }: HandOverHostProps) {
  const offers = useObservable(handOvers$, loading);
  const toMe = offers.kind === 'ready' ? offers.value.toMe : none;
  return toMe.length === 0 ? null : <Offers rows={toMe} {...rest} />;
}

/** One offer: the same order may be offered again. */
const nameOf = (row: RescueOrderRow): string => `${row.id} ${row.hand_over?.at ?? ''}`;

/** Listens to the clock only while there is something to time. */
function Offers({
  rows,
  call,
  serverNow$,
  onTaken,
}: Omit<HandOverHostProps, 'handOvers$'> & { rows: readonly RescueOrderRow[] }) {
  const nowMs = useObservable(serverNow$, 0);
  const [answered, setAnswered] = useState<ReadonlySet<string>>(new Set());
  const answer = async (row: RescueOrderRow, chosen: 'accept' | 'decline'): Promise<void> => {
    const event = chosen === 'accept' ? 'rescue.handOverAccepted' : 'rescue.handOverDeclined';
    await call(rescueAckState, { id: row.id, event, data: {} }, { quiet: true });
    setAnswered((before) => new Set(before).add(nameOf(row)));
    if (chosen === 'accept') onTaken(row.id);
  };
  // Without a connection the end of an offer does not arrive: its time tells.
  const open = rows.filter(
    (row) => !answered.has(nameOf(row)) && Date.parse(row.hand_over?.answer_by ?? '') > nowMs && nowMs > 0,
  );
  return (
    <div className="ti-offers">
      {open.map((row) => (
        <HandOverNotice key={nameOf(row)} row={row} nowMs={nowMs} onAnswer={(chosen) => answer(row, chosen)} />
      ))}
    </div>
  );
}
