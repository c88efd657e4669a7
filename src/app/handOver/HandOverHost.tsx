import { useState } from 'react';
import type { Observable } from 'rxjs';
import { rescueAckState } from '../../contract/endpoints/rescue.ts';
import type { Call } from '../../contract/call.ts';
import type { RescueOrderRow } from '../../contract/entities/rescueOrder.ts';
import { HandOverNotice, type HandOverAnswer } from '../../features/handOver/index.ts';
import { loading, type LoadState } from '../../streams/loading/loadState.ts';
import type { HandOvers } from '../../streams/calls/watchHandOvers.ts';
import { useObservable } from '../../ui/live/useObservable.ts';

interface HandOverHostProps {
  call: Call;
  handOvers$: Observable<LoadState<HandOvers>>;
  serverNow$: Observable<number>;
  /** The desk has the keyboard, and takes Y and X for the call that it shows. */
  areKeysOfDesk: boolean;
  /** The user has taken the order over. */
  onTaken: (orderId: number) => void;
}

const none: readonly RescueOrderRow[] = [];

/** Shows the offers of colleagues to take over a call, over whatever page is open. */
export function HandOverHost({ handOvers$, ...rest }: HandOverHostProps) {
  const offers = useObservable(handOvers$, loading);
  const toMe = offers.kind === 'ready' ? offers.value.toMe : none;
  return toMe.length === 0 ? null : <Offers rows={toMe} {...rest} />;
}

/** One offer: the same order may be offered again. */
const nameOf = (row: RescueOrderRow): string => `${row.id} ${row.hand_over?.at ?? ''}`;

const endMsOf = ({ hand_over: offer }: RescueOrderRow): number => Date.parse(offer?.answer_by ?? '');

/** The offers, the one that ends first being the one with the keys. Listens to the clock only while there is something to time. */
function Offers({
  rows,
  call,
  serverNow$,
  areKeysOfDesk,
  onTaken,
}: Omit<HandOverHostProps, 'handOvers$'> & { rows: readonly RescueOrderRow[] }) {
  const nowMs = useObservable(serverNow$, 0);
  const [answered, setAnswered] = useState<ReadonlySet<string>>(new Set());
  const answer = async (row: RescueOrderRow, chosen: HandOverAnswer): Promise<void> => {
    const event = chosen === 'accept' ? 'rescue.handOverAccepted' : 'rescue.handOverDeclined';
    await call(rescueAckState, { id: row.id, event, data: {} }, { quiet: true });
    setAnswered((before) => new Set(before).add(nameOf(row)));
    if (chosen === 'accept') onTaken(row.id);
  };
  // Without a connection the end of an offer does not arrive: its time tells.
  const open = rows
    .filter((row) => !answered.has(nameOf(row)) && endMsOf(row) > nowMs && nowMs > 0)
    .toSorted((a, b) => endMsOf(a) - endMsOf(b));
  return (
    <div className="ti-offers">
      {open.map((row, place) => (
        <HandOverNotice
          key={nameOf(row)}
          row={row}
          nowMs={nowMs}
          hasKeys={place === 0 && !areKeysOfDesk}
          onAnswer={(chosen) => answer(row, chosen)}
        />
      ))}
    </div>
  );
}
