import { useCallback, useEffect, useRef } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import type { RescueOrderRow } from '../../../contract/entities/rescueOrder.ts';
import { isNewestAddress, queryOf, selectedIdIn, selectionOf, type Selection } from './selection.ts';

interface DeskSelection {
  readonly kind: Selection['kind'];
  /** Null while no order is meant. */
  readonly selectedId: number | null;
  /** The next step is to be opened for filling in. */
  readonly isHandling: boolean;
  readonly select: (id: number, isHandling?: boolean) => void;
  /** The order's next step is not to be opened after all; another order that is shown by now stays. */
  readonly stopHandling: (id: number) => void;
}

/** Returns the order that the desk shows: its address says so, and from the first order on it names one. */
export function useDeskSelection(rows: readonly RescueOrderRow[]): DeskSelection {
  const [query, setQuery] = useSearchParams();
  const { key: addressKey } = useLocation();
  const selection = selectionOf(query);
  const selectedId = selectedIdIn(rows, selection);
  const isHandling = selection.kind !== 'none' && selection.isHandling;
  const select = useCallback(
    (id: number, toHandle = false) => setQuery(queryOf(id, toHandle), { replace: true }),
    [setQuery],
  );
  // The address names the order from now on: a newer, worse call must not take the desk away from someone who is working.
  const pinned = selection.kind === 'order' ? null : selectedId;
  useEffect(() => {
    if (pinned !== null && isNewestAddress(addressKey, window.history.state)) select(pinned, isHandling);
  }, [pinned, isHandling, addressKey, select]);
  const shownId = useRef(selectedId);
  useEffect(() => {
    shownId.current = selectedId;
  }, [selectedId]);
  const stopHandling = useCallback(
    (id: number) => {
      if (shownId.current === id) select(id);
    },
    [select],
  );
  return { kind: selection.kind, selectedId, isHandling, select, stopHandling };
}
